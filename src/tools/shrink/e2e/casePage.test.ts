import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import axe from 'axe-core'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { once, temporaryFolder } from '../../../../test/e2e/fixtureRun.ts'
import { findBrowser, launch, openPage } from '../../../../test/e2e/pageRun.ts'
import type { RunFolder } from '../../../core/format/runFolder.ts'
import { writePage } from '../../../reports/page/writePage.ts'
import { casePath } from '../caseFiles.ts'
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

  test('says by words what each turn changes', async () => {
    const { page: path } = await plain()
    const { page, problems, strays } = await openPage(browser, path, OPENED)
    const rows = page.getByRole('group', { name: 'The outcome without each turn' }).locator('tbody tr')
    await rows.first().waitFor()
    const cells = await rows.evaluateAll((all) => all.map((row) => [...row.children].slice(0, 4).map((cell) => cell.textContent)))
    expect(cells).toEqual([
      ['1', '· no change', '0.25', '0 of 3'],
      ['2', '+ passes without it', '1.00', '3 of 3'],
      ['3', '! fails without it', '0.00', '0 of 3'],
      ['4', '? cannot be scored without it', '–', '0 of 3'],
      ['5', '· no change', '0.25', '0 of 3'],
    ])
    expect(await rows.nth(1).locator('td').last().textContent()).toBe('Always name the pier.')
    expect([problems, strays]).toEqual([[], []])
    await page.close()
  })

  test('shows what is left of the conversation, what was needed, and the path', async () => {
    const { page: path } = await plain()
    const { page } = await openPage(browser, path, OPENED)
    const section = page.getByRole('region', { name: 'Smallest failing case' })
    expect(await section.locator('li').allTextContents()).toEqual(['turn “Always name the pier.”', 'turn “Which box is first?”'])
    expect(await section.locator('.badge').textContent()).toBe('simulated')
    // Answers 1, 3 and 4 and the turns before them are gone; answer 2 is another one.
    expect(await section.locator('> div > .who, > details > summary').allTextContents()).toEqual([
      'failed',
      'still',
      '2 messages left out',
      'user',
      'assistant · changed or cut',
      'As it was',
      '4 messages left out',
      'user',
      'What of it was tried: 6 parts',
      'The path: what still failed and what did not',
    ])
    await section.getByText('The path: what still failed and what did not').click()
    expect(await section.getByRole('group', { name: 'Cases that were tried' }).locator('tbody th').allTextContents()).toEqual([
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
    await page.locator('.case').first().waitFor()
    await page.evaluate('for (const details of document.querySelectorAll("details")) details.open = true')
    const text = (await page.locator('.detail').textContent()) ?? ''
    // Titles of the turns and the parts; messages; reasons.
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
    await page.locator('.case').first().waitFor()
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

  test('whose file cannot be read says so, and the rest of the page is there', async () => {
    const folder = writeCaseRun(join(temporaryFolder(), 'run'), ITEM)
    writeFileSync(casePath(folder, 'shrunk', 'support', ITEM), '{"schema":"<b>"}')
    await writePage(folder, { root: folder.path, views: () => ({}) })
    const { page } = await openPage(browser, folder.page, OPENED)
    await page.locator('.case').first().waitFor()
    expect(await page.getByRole('alert').textContent()).toContain(casePath(folder, 'shrunk', 'support', ITEM))
    await page.close()
  })
})
