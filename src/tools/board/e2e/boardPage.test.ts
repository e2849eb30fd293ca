import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { violations } from '../../../../test/e2e/axe.ts'
import { once, temporaryFolder } from '../../../../test/e2e/fixtureRun.ts'
import { cutLabels, findBrowser, launch, openPage } from '../../../../test/e2e/pageRun.ts'
import type { BoardSuite } from '../board.ts'
import { boardPage } from '../page/boardPage.ts'
import { madeBoard } from '../test/madeBoard.ts'

const LABELS = [
  '<script>alert(1)</script>',
  '</script><img src=x onerror=alert(2)>',
  'very-long-'.repeat(20),
  'W'.repeat(80),
  'מודל שפה גדול 7B',
  'safe \u202etxet desrever',
  '模型'.repeat(20),
  'a"b\'c&d',
  'line\nbreak',
  '   ',
]
const ITEMS = 120
/** The table of items of the first suite. */
const SEPARATING = '#suite-made [aria-label="Items that separate the models"]'

const suites = once(async () => madeBoard(LABELS, ITEMS))

/** A board of models with hostile names. */
const written = once(async () => {
  const folder = temporaryFolder()
  const path = join(folder, 'board.html')
  const runs = LABELS.map((_, at) => ({
    name: `run-${at}`,
    page: at === 0 ? join(folder, 'javascript:alert(3)', 'a b?#.html') : undefined,
  }))
  writeFileSync(path, boardPage(path, await suites(), runs))
  return path
})

test('the page names nothing to load, runs no script, and holds no markup of a model', async () => {
  const text = readFileSync(await written(), 'utf8')
  expect(text.match(/<\/?(?:link|img|iframe|script)/g)).toBeNull()
  expect(text).not.toContain('\u202e')
  expect(/<meta http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(text)?.[1]).toMatch(
    /^default-src 'none'; style-src 'sha256-[\w+/]{43}='; base-uri 'none'; form-action 'none'$/,
  )
})

test('every picture has its figures as a table, and no picture is empty', async () => {
  const text = readFileSync(await written(), 'utf8')
  const figures = text.split('<figure').slice(1)
  // Cost, time, one scatter and one set of radars in each of two suites.
  expect(figures).toHaveLength(8)
  for (const figure of figures) {
    expect(figure).toMatch(/<details><summary>Figures.*<\/summary>.*<table>/s)
    expect(figure).toMatch(/<circle class="(?:mark|ring)"|<path class="shape"/)
    expect(figure).not.toMatch(/NaN|Infinity/)
  }
})

const browserPath = findBrowser()

describe.skipIf(browserPath === undefined)(`in a browser${browserPath === undefined ? ' (skipped: no browser)' : ''}, a board`, () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launch(browserPath as string)
  })
  afterAll(() => browser.close())

  test('opens from disk, and lists the items that separate', async () => {
    const path = await written()
    const [first] = await suites()
    const { items } = (first as BoardSuite).separation
    const { page, problems, strays } = await openPage(browser, path)
    const ids = await page.locator(`${SEPARATING} tbody th`).allTextContents()
    expect(ids.slice(0, 10)).toEqual(items.slice(0, 10).map(({ item }) => item))
    expect(problems).toEqual([])
    expect(strays).toEqual([])
    await page.close()
  })

  test('leads to a run’s own page of an item, by an address that is no scheme', async () => {
    const path = await written()
    const { page } = await openPage(browser, path)
    const row = page.locator(`${SEPARATING} tbody tr`).first()
    const id = (await row.locator('th').textContent()) ?? ''
    const links = row.locator('a')
    // Only the first model has a page.
    expect(await links.count()).toBe(1)
    expect(await page.evaluate(`document.querySelector('${SEPARATING} tbody a').href`)).toBe(
      `file://${join(path, '..')}/javascript%3Aalert(3)/a%20b%3F%23.html#items?item=${encodeURIComponent(`made/${id}`)}`,
    )
    await page.close()
  })

  test('shows hostile names as text', async () => {
    const { page, problems } = await openPage(browser, await written())
    const names = await page.locator('section#suite-made [aria-label^="Ranking"] tbody .model').allTextContents()
    expect(names.sort()).toEqual(LABELS.map((label) => (label.trim() === '' ? 'run-9' : label.replace('\u202e', '\\u{202e}'))).sort())
    expect(await page.locator('main img, main script').count()).toBe(0)
    expect(problems).toEqual([])
    await page.close()
  })

  test.each([
    ['light', 1280, false],
    ['dark', 1280, true],
    ['on a phone', 390, false],
  ])('has nothing for axe and does not scroll sideways: %s', async (_name, width, dark) => {
    const { page } = await openPage(browser, await written(), '', { width, dark })
    for (const folded of await page.locator('main details > summary').all()) await folded.click()
    expect(await violations(page)).toEqual([])
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width)
    expect(await cutLabels(page, '.radars')).toEqual([])
    await page.close()
  })
})
