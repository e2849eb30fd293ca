import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import axe from 'axe-core'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openComparedRun } from '../../src/compare/comparedRun.ts'
import { readJson } from '../../src/data/readJson.ts'
import { writeComparePage } from '../../src/page/comparePage.ts'
import type { PageIndex } from '../../src/page/shared/pageIndex.ts'
import { writePage } from '../../src/page/writePage.ts'
import { type RunFolder, runFolder } from '../../src/run/runFolder.ts'
import { scoresDocument } from '../../src/run/scoresDocument.ts'
import { once, runInCheckout, temporaryFolder, unwrapped } from './fixtureRun.ts'
import { findBrowser, launch, openPage, writeRun } from './pageRun.ts'

const HOSTILE = {
  script: '<script>alert(1)</script>',
  closing: '</script><script>alert(2)</script><!--',
  handler: '<img src=x onerror=alert(3)><svg onload=alert(4)>',
  link: '[x](javascript:alert(5)) <a href="javascript:alert(6)">y</a>',
  bidi: 'safe \u202etxet desrever\u2066 end',
  nul: 'a\u0000b\u001b[31mred\u0007',
  separators: 'line\u2028paragraph\u2029end',
  surrogate: 'half \ud83d of one',
}
/** Characters that are shown by their codes. */
const CODED = new Set(['\u0000', '\u0007', '\u001b', '\u2028', '\u2029', '\u202e', '\u2066', '\ud83d'])
const WORD = 'w'.repeat(5_000_000)

const browserPath = findBrowser()
const withBrowser = browserPath === undefined ? ' (skipped: no browser)' : ''

/** A run of each suite with models whose faults are known. */
const suiteRun = (suite: string, env: Readonly<Record<string, string>>) =>
  once(async () => {
    const out = join(temporaryFolder(), 'run')
    const run = await runInCheckout(['run', '--project', 'suites', `suites/${suite}/`], { HOLDFAST_OUT: out, HOLDFAST_LIMIT: '4', ...env })
    expect(run.code, run.text).toBe(0)
    return run
  })

const SUITES = {
  refutebench: suiteRun('refutebench', { HOLDFAST_MODEL: 'sim:forgetful?after=1' }),
  lifbench: suiteRun('lifbench', { HOLDFAST_MODEL: 'sim:null', HOLDFAST_LIFBENCH_LENGTHS: '4k' }),
  'fb-bench': suiteRun('fb-bench', { HOLDFAST_MODEL: 'sim:sycophant' }),
  kieval: suiteRun('kieval', { HOLDFAST_MODEL: 'sim:memorised' }),
  llmbar: suiteRun('llmbar', { HOLDFAST_JUDGE: 'sim:judge?bias=first' }),
}

const hostile = once(async (): Promise<RunFolder> => {
  const folder = writeRun(join(temporaryFolder(), 'run'), [
    ...Object.entries(HOSTILE).map(([item, text]) => ({
      item: `${item} ${text}`,
      task: text,
      status: 'failed',
      total: 0,
      tags: { kind: text },
      reason: `Failed to pass the rubric: ${text}\n  received  ${text}\n  lost      ${text} 1 of 2 points: ${text}`,
      question: text,
      answer: text,
    })),
    { item: 'word', status: 'failed', total: 0, reason: 'Failed.\n  lost      all points', answer: WORD },
  ])
  await writePage(folder, { root: folder.path })
  return folder
})

describe('the page of a run', () => {
  test('is written by every run, which says where', async () => {
    const { folder, text } = await SUITES.refutebench()
    expect(readdirSync(folder.path)).toContain('index.html')
    expect(unwrapped(text)).toMatch(/ open \S+index\.html/)
  })

  test('names nothing to load but the scripts beside it', async () => {
    const { folder } = await SUITES.kieval()
    const page = readFileSync(folder.page, 'utf8')
    expect(page.match(/<(?:link|img|iframe|script src)/g)).toBeNull()
    expect(/<meta http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(page)?.[1]).toMatch(
      /^default-src 'none'; script-src 'sha256-/,
    )
  })

  test('holds no text of a model as markup', async () => {
    const { page } = await hostile()
    const text = readFileSync(page, 'utf8')
    expect(text.includes('<script>alert')).toBe(false)
    expect(text.includes('<img')).toBe(false)
    expect(text.match(/<script/g)).toHaveLength(2)
    expect([...CODED].filter((character) => character < '\ud800' && text.includes(character))).toEqual([])
  })

  test('has each transcript once, in chunks that no text can break out of', async () => {
    const { path } = await hostile()
    for (const name of readdirSync(join(path, 'data'))) {
      const text = readFileSync(join(path, 'data', name), 'utf8')
      expect(text, name).toMatch(/^\(globalThis\.holdfastChunks\?\?=\{\}\)\["[\w-]+"\]=[^<\u2028\u2029]*$/)
    }
  })

  test('needs a run that ended', async () => {
    const folder = writeRun(join(temporaryFolder(), 'run'), [{ item: 'a' }])
    rmSync(folder.scores)
    await expect(writePage(folder, { root: folder.path })).rejects.toThrow('Failed to write the page')
  })
})

describe('pictures show the fault of a simulated model:', () => {
  /** The rows of figures under a picture. */
  const figures = (page: string, title: string): string[][] => {
    const start = page.indexOf(`>${title}</h4>`)
    expect(start, title).toBeGreaterThan(0)
    const rows = page.slice(start, page.indexOf('</figure>', start)).match(/<tr>.*?<\/tr>/gs) ?? []
    return rows.map((row) => [...row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/gs)].map(([, cell = '']) => cell))
  }
  const pageOf = async (suite: keyof typeof SUITES) => readFileSync((await SUITES[suite]()).folder.page, 'utf8')

  test('the forgetful one’s curve falls at its turn', async () => {
    const [head, ...rows] = figures(await pageOf('refutebench'), 'Transient: the first demand over the turns')
    expect(head).toEqual(['', 'a1', 'a2', 'a3'])
    expect(rows).toEqual(['mt', 'summarization', 'writing'].map((task) => [task, '5.00', '5.00', '1.00']))
  })

  test('the silent one’s capabilities are all nothing', async () => {
    const rows = figures(await pageOf('lifbench'), 'Six capabilities').slice(1)
    expect(rows.map(([name]) => name)).toEqual(['Ori', 'Num', 'Spat', 'Fmt', 'Logit', 'Recog'])
    for (const [name, value] of rows) expect(Number(value), name).toBeLessThan(0.2)
  })

  test('the one that gives in corrects all and maintains nothing', async () => {
    const [all] = figures(await pageOf('fb-bench'), 'Correction against maintenance').slice(1)
    expect([all?.[1], all?.[3]]).toEqual(['100.0', '0.0'])
  })

  test('the one that learnt by heart is right and cannot say why', async () => {
    const points = figures(await pageOf('kieval'), 'Static accuracy against interviews').slice(1)
    expect(points.length).toBeGreaterThan(0)
    for (const [name, accuracy, score] of points) {
      expect(Number(accuracy), name).toBe(1)
      expect(Number(score), name).toBe(10)
    }
  })

  test('the biased judge’s agreement is at the floor', async () => {
    const rows = figures(await pageOf('llmbar'), 'Accuracy against agreement').slice(1)
    expect(rows.length).toBeGreaterThanOrEqual(5)
    for (const [name, , , agreement] of rows) expect([name, agreement]).toEqual([name, '0.0'])
  })

  test.each(Object.keys(SUITES) as (keyof typeof SUITES)[])('%s says that it is simulated', async (suite) => {
    const { folder } = await SUITES[suite]()
    expect(Object.values(readJson(folder.scores, scoresDocument).run.roles).every(({ simulated }) => simulated)).toBe(true)
    expect(await pageOf(suite)).toContain('badge sim')
  })
})

describe.skipIf(browserPath === undefined)(`in a browser${withBrowser}, the page`, () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launch(browserPath as string)
  })
  afterAll(() => browser.close())

  test.each(Object.keys(SUITES) as (keyof typeof SUITES)[])(
    'of %s opens from disk without an error or a request elsewhere',
    async (suite) => {
      const { folder } = await SUITES[suite]()
      const { page, problems, strays } = await openPage(browser, folder.page, '#items')
      await page.locator('.row').first().click()
      await page.locator('.timeline .step').first().waitFor()
      expect(problems).toEqual([])
      expect(strays).toEqual([])
      await page.close()
    },
  )

  test.each(Object.entries(HOSTILE))('shows hostile text as text: %s', async (name, text) => {
    const { page: path } = await hostile()
    const { page, problems, strays } = await openPage(browser, path, '#items')
    await page.locator('.row', { hasText: name }).first().click()
    await page.locator('.timeline .step').first().waitFor()
    const shown = (await page.locator('.step.candidate pre').first().textContent()) ?? ''
    const visible = [...text]
      .map((character) => (CODED.has(character) ? `\\u{${character.charCodeAt(0).toString(16)}}` : character))
      .join('')
    expect(shown).toBe(visible)
    expect(await page.locator('#items img, #items script, #items svg, #items a[href^=javascript]').count()).toBe(0)
    await page.waitForTimeout(100)
    expect(problems).toEqual([])
    expect(strays).toEqual([])
    await page.close()
  })

  test('folds five megabytes of one word and shows them piece by piece', async () => {
    const { page: path } = await hostile()
    const { page, problems } = await openPage(browser, path, '#items?item=support/word')
    await page.getByRole('button', { name: /Show all 5,000,000 characters/ }).click()
    await page.getByRole('button', { name: /Show more: 4,900,000 characters left/ }).waitFor()
    expect(problems).toEqual([])
    await page.close()
  })

  test('goes through the list with j and k and keeps its filter in the link', async () => {
    const { folder } = await SUITES.refutebench()
    const { page } = await openPage(browser, folder.page, '#items?slice=task%3Dtransient%2Fmt')
    await page.locator('.row').first().waitFor()
    const ids = await page.locator('.row .id').allTextContents()
    expect(ids.length).toBeGreaterThan(1)
    expect(ids.every((id) => id.startsWith('transient/mt/'))).toBe(true)
    const open = () => page.locator('.detail h2').textContent()
    await page.keyboard.press('j')
    await expect.poll(open).toBe(ids[0])
    await page.keyboard.press('j')
    await expect.poll(open).toBe(ids[1])
    await page.keyboard.press('k')
    await expect.poll(open).toBe(ids[0])
    const { hash } = new URL(page.url())
    await page.close()
    const again = await openPage(browser, folder.page, hash)
    await expect.poll(() => again.page.locator('.detail h2').textContent()).toBe(ids[0])
    expect(await again.page.locator('.row').count()).toBe(ids.length)
    await again.page.close()
  })

  test('marks where a demand was met and where it was forgotten', async () => {
    const { folder } = await SUITES.refutebench()
    const { page } = await openPage(browser, folder.page, '#items?slice=task%3Dtransient%2Fmt')
    await page.locator('.row').first().click()
    await page.locator('.demands').waitFor()
    const [first = ''] = await page.locator('.demands li').allTextContents()
    expect(first).toMatch(/answer-1: met .*answer-2: kept .*answer-3: FORGOTTEN/)
    await page.close()
  })

  test.each([
    ['the summary', '', 1280, false],
    ['the summary, dark', '', 1280, true],
    ['an item', '#items', 1280, false],
    ['an item, dark', '#items', 1280, true],
    ['the summary on a phone', '', 390, false],
    ['an item on a phone', '#items', 390, false],
  ])('has nothing serious for axe in %s', async (_name, hash, width, dark) => {
    for (const suite of ['refutebench', 'lifbench', 'llmbar'] as const) {
      const { folder } = await SUITES[suite]()
      const { page } = await openPage(browser, folder.page, hash, { width, dark })
      if (hash) {
        await page.locator('.row').first().click()
        await page.locator('.timeline .step').first().waitFor()
      }
      await page.evaluate(axe.source)
      const { violations } = (await page.evaluate('axe.run()')) as {
        violations: { id: string; impact: string; nodes: { html: string }[] }[]
      }
      const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
      expect(grave.map(({ id, nodes }) => `${suite} ${id}: ${nodes[0]?.html}`)).toEqual([])
      await page.close()
    }
  })

  test('does not scroll sideways on a phone', async () => {
    const { folder } = await SUITES['fb-bench']()
    const { page } = await openPage(browser, folder.page, '', { width: 390 })
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390)
    await page.close()
  })
})

test('another page of the same run takes the place of the first', async () => {
  const folder = runFolder((await hostile()).path)
  const before = readdirSync(join(folder.path, 'data')).length
  await writePage(folder, { root: folder.path })
  expect(readdirSync(join(folder.path, 'data'))).toHaveLength(before)
})

test('a compare page has the items that pass in one run only, with what both answered', async () => {
  const root = temporaryFolder()
  const made = (name: string, states: readonly string[], answer: string) =>
    writeRun(
      join(root, name),
      states.map((status, at) => ({ item: `item-${at}`, status, total: status === 'passed' ? 1 : 0, answer: `${answer} ${at}` })),
    )
  const open = (name: string, folder: RunFolder) => ({ ...openComparedRun(folder.path, root), name, folder })
  const before = made('before', ['passed', 'passed', 'failed', 'failed'], 'old')
  const now = made('now', ['passed', 'failed', 'passed', 'failed'], 'new')
  const { path } = await writeComparePage(now, open('now', now), [open('before', before)])
  const page = readFileSync(path, 'utf8')
  expect(page).toContain('1 item passed in A only')
  expect(page).toContain('1 item passed in B only')
  const index = JSON.parse(/id="index">(.*?)<\/script>/s.exec(page)?.[1] ?? '') as PageIndex
  expect(index.rows.map(({ id, flip, transcripts }) => [id, flip, transcripts])).toEqual([
    ['item-1', 'lost', ['compare-0-calls-0', 'compare-1-calls-0']],
    ['item-2', 'gained', ['compare-0-calls-0', 'compare-1-calls-0']],
  ])
  const chunk = (run: number) => readFileSync(join(now.path, 'data', `compare-${run}-calls-0.js`), 'utf8')
  expect(chunk(0)).toContain('new 1')
  expect(chunk(1)).toContain('old 1')
})
