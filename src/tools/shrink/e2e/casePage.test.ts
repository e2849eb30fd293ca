import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import axe from 'axe-core'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { once, temporaryFolder } from '../../../../test/e2e/fixtureRun.ts'
import { findBrowser, launch, openPage } from '../../../../test/e2e/pageRun.ts'
import type { RunFolder } from '../../../core/format/runFolder.ts'
import { writePage } from '../../../reports/page/writePage.ts'
import { shrunkPath } from '../caseFiles.ts'
import { writeCaseRun } from './caseRun.ts'

const ITEM = 'Arran/box: 1'
const OPENED = `#items?item=${encodeURIComponent(`support/${ITEM}`)}`
const HOSTILE = ' <img src=x onerror=alert(1)></script><script>alert(2)</script>\u202ebidi\u0000'
/** What of it is shown by codes. */
const SHOWN = HOSTILE.replace('\u202e', '\\u{202e}').replace('\u0000', '\\u{0}')

async function written(text = ''): Promise<RunFolder> {
  const folder = writeCaseRun(join(temporaryFolder(), 'run'), ITEM, text)
  await writePage(folder, { root: folder.path, views: () => ({}) })
  return folder
}
const plain = once(() => written())

test('only items with such files carry them, and the index none', async () => {
  const { page, path } = await plain()
  expect(readFileSync(page, 'utf8')).not.toContain('Always name the pier')
  const records = readFileSync(join(path, 'data', 'run-records-0.js'), 'utf8')
  expect(records.match(/"cases":"run-cases-0"/g)).toHaveLength(1)
  expect(records).not.toContain('Always name the pier')
  expect(readFileSync(join(path, 'data', 'run-cases-0.js'), 'utf8')).toContain('Always name the pier')
})

const browserPath = findBrowser()

describe.skipIf(browserPath === undefined)(`in a browser${browserPath === undefined ? ' (skipped: no browser)' : ''}, the item`, () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launch(browserPath as string)
  })
  afterAll(() => browser.close())

  test('says by words what each turn changes, in a strip and in a table', async () => {
    const { page: path } = await plain()
    const { page, problems, strays } = await openPage(browser, path, OPENED)
    const strip = page.getByRole('list', { name: 'The outcome without each turn' })
    await strip.waitFor()
    expect((await strip.locator('strong').allTextContents()).map((text) => text.replace(/^\S /, ''))).toEqual([
      'same',
      'passes',
      'fails',
      'unknown',
      'same',
    ])
    expect(await strip.locator('.totals').allTextContents()).toEqual([
      '0.25 → 0.25',
      '0.25 → 1.00',
      '0.25 → 0.00',
      '0.25 → –',
      '0.25 → 0.25',
    ])
    await page.getByText('The same as a table').focus()
    await page.keyboard.press('Enter')
    expect(await page.getByRole('row', { name: 'Always name the pier' }).locator('td').allTextContents()).toEqual([
      '0.25',
      '1.00',
      '3 of 3',
      'passes without it',
      'Always name the pier.',
    ])
    expect([problems, strays]).toEqual([[], []])
    await page.close()
  })

  test('shows what is left of the conversation, what was needed, and the path', async () => {
    const { page: path } = await plain()
    const { page } = await openPage(browser, path, OPENED)
    const section = page.getByRole('region', { name: 'Smallest failing case' })
    expect(await section.locator('.needed li').allTextContents()).toEqual(['turn “Always name the pier.”', 'turn “Which box is first?”'])
    expect(await section.locator('.badge').textContent()).toBe('simulated')
    // Answers 1, 3 and 4 and the turns before them are gone; answer 2 is another one.
    const fates = await section.locator('.before-after > li').evaluateAll((items) => items.map((item) => item.getAttribute('class')))
    expect(fates).toEqual(['step out', 'step user kept', 'step candidate cut', 'step out', 'step user kept'])
    await section.getByText('The path: what still failed and what did not').click()
    expect(await section.locator('.path strong').allTextContents()).toEqual([
      '✗ still fails (3 of 3)',
      '✓ does not fail (0 of 3)',
      '✗ still fails (3 of 3)',
      '✗ still fails (3 of 3)',
      '? cannot be scored',
    ])
    await page.close()
  })

  test('shows hostile text as text, in every place', async () => {
    const { page: path } = await written(HOSTILE)
    const { page, problems, strays } = await openPage(browser, path, OPENED)
    await page.locator('.strip').waitFor()
    await page.evaluate('for (const details of document.querySelectorAll("details")) details.open = true')
    const text = (await page.locator('.detail').textContent()) ?? ''
    // Titles of the strip, the table, the parts; messages; reasons.
    expect(text.split(SHOWN).length).toBeGreaterThan(20)
    expect(await page.locator('#items img, #items script').count()).toBe(0)
    expect([problems, strays]).toEqual([[], []])
    await page.close()
  })

  test.each([
    [1280, false],
    [1280, true],
    [390, false],
    [390, true],
  ])('has nothing for axe at %i px, dark: %s, and nothing wider than the screen', async (width, dark) => {
    const { page: path } = await plain()
    const { page } = await openPage(browser, path, OPENED, { width, dark })
    await page.locator('.strip').waitFor()
    await page.evaluate('for (const details of document.querySelectorAll("details")) details.open = true')
    await page.evaluate(axe.source)
    const { violations } = (await page.evaluate('axe.run(document.querySelector(".detail"))')) as {
      violations: { id: string; impact: string; nodes: { html: string }[] }[]
    }
    const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
    expect(grave.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
    if (process.env.CASE_SHOTS)
      await page.screenshot({ path: join(process.env.CASE_SHOTS, `case-${width}-${dark ? 'dark' : 'light'}.png`), fullPage: true })
    await page.close()
  })

  test('prints the strip and its table, without what was left out', async () => {
    const { page: path } = await plain()
    const { page } = await openPage(browser, path, OPENED)
    await page.locator('.strip').waitFor()
    await page.emulateMedia({ media: 'print' })
    expect(await page.locator('.strip').isVisible()).toBe(true)
    expect(await page.getByRole('row', { name: 'Always name the pier' }).first().isVisible()).toBe(true)
    expect(await page.locator('.before-after .out pre').first().isVisible()).toBe(false)
    await page.close()
  })

  test('whose file cannot be read says so, and the rest of the page is there', async () => {
    const folder = writeCaseRun(join(temporaryFolder(), 'run'), ITEM)
    writeFileSync(shrunkPath(folder, 'support', ITEM), '{"schema":"<b>"}')
    await writePage(folder, { root: folder.path, views: () => ({}) })
    const { page } = await openPage(browser, folder.page, OPENED)
    await page.locator('.strip').waitFor()
    expect(await page.getByRole('alert').textContent()).toContain(shrunkPath(folder, 'support', ITEM))
    await page.close()
  })
})
