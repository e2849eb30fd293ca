import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { violations } from '../../../../test/e2e/axe.ts'
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
  const found = page.locator('.findings')
  await found.getByRole('button', { name: /^Show all/ }).click({ timeout: 20_000 })
  // Names are cut and lines wrapped, as on the terminal: five turns stand in each of two tables.
  expect((await found.textContent())?.split('<img').length).toBeGreaterThan(10)
  expect(await violations(page, '.detail')).toEqual([])
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
  expect(await page.locator('#items img, #items script').count()).toBe(0)
  expect([problems, strays]).toEqual([[], []])
})
