import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { holdfastHere } from '../../../../test/command.ts'
import { temporaryFolder } from '../../../../test/e2e/fixtureRun.ts'
import { findBrowser, launch, openPage } from '../../../../test/e2e/pageRun.ts'

const browserPath = findBrowser()

test.skipIf(browserPath === undefined)(
  'the page of a judge fits a phone, and has nothing without a name (skipped without a browser)',
  async () => {
    const root = temporaryFolder()
    // Every figure has an interval, and the second slice has too few labels for some.
    const labels = Array.from({ length: 60 }, (_, at) => ({
      id: `a${at}`,
      judge: at % 2,
      human: at % 7 === 0 ? 1 - (at % 2) : at % 2,
      slice: at < 55 ? 'one' : 'two',
    }))
    writeFileSync(join(root, 'labels.jsonl'), labels.map((label) => `${JSON.stringify(label)}\n`).join(''))
    expect(await holdfastHere(['judge', 'measure', 'labels.jsonl', '--out', 'x.html'], root)).toMatchObject({ code: 0 })
    const browser = await launch(browserPath as string)
    const { page } = await openPage(browser, join(root, 'x.html'), '', { width: 390 })
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390)
    expect(await page.locator('svg.interval').count()).toBeGreaterThan(3)
    expect(await page.locator('.cards td:empty:visible').count()).toBe(0)
    await browser.close()
  },
)
