import { join } from 'node:path'
import axe from 'axe-core'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../../../../test/e2e/fixtureRun.ts'
import { findBrowser, launch, openPage } from '../../../../test/e2e/pageRun.ts'
import { writePage } from '../../../reports/page/writePage.ts'
import { writeCaseRun } from '../test/caseRun.ts'

const HOSTILE = ' <img src=x onerror=alert(1)></script><script>alert(2)</script>\u202ebidi\u0000'

test.skipIf(!findBrowser())('what was found is text on a phone: nothing for axe, nothing wider than the screen, no markup', async () => {
  const folder = writeCaseRun(join(temporaryFolder(), 'run'), 'Arran/box: 1', HOSTILE)
  await writePage(folder, { root: folder.path, views: () => ({}) })
  const browser = await launch(findBrowser() as string)
  onTestFinished(() => browser.close())
  const { page, problems, strays } = await openPage(browser, folder.page, '#items?item=support%2FArran%2Fbox%3A%201', { width: 390 })
  const text = (await page.locator('.case').textContent()) ?? ''
  expect(text.split('<img src=x onerror=alert(1)></script>').length).toBeGreaterThan(20)
  await page.evaluate(axe.source)
  const { violations } = (await page.evaluate('axe.run(document.querySelector(".detail"))')) as { violations: { id: string }[] }
  expect(violations.map(({ id }) => id)).toEqual([])
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
  expect(await page.locator('#items img, #items script').count()).toBe(0)
  expect([problems, strays]).toEqual([[], []])
})
