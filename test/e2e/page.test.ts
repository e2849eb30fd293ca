import { appendFileSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RunFolder, runFolder } from '../../src/core/format/runFolder.ts'
import { keptRun, saveBaseline } from '../../src/deciding/baseline/baseline.ts'
import { openComparedRun } from '../../src/deciding/compare/comparedRun.ts'
import type { PageIndex } from '../../src/reports/page/shared/pageIndex.ts'
import { writeComparePage, writePage } from '../../src/reports/page/writePage.ts'
import { answer } from '../../src/running/worker/question.ts'
import { inlineSuite } from '../../src/running/worker/suite.ts'
import { graveViolations, violationsOf } from './axe.ts'
import { once, temporaryFolder, unwrapped } from './fixtureRun.ts'
import { cutLabels, findBrowser, launch, openPage, writeRun } from './pageRun.ts'
import { SUITE_RUNS, SUITES_WITH_RUN } from './suiteRuns.ts'

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
  await writePage(folder, { root: folder.path, views: () => ({}) })
  return folder
})

/** A run with a judge that quotes the answer, and with a long context that holds what was asked for. */
const judged = once(async (): Promise<RunFolder> => {
  const asked = 'the ferry to Arran leaves at nine'
  const folder = writeRun(join(temporaryFolder(), 'run'), [
    {
      item: 'quoted',
      status: 'failed',
      total: 0,
      reason: 'Failed to pass the rubric: total 0.000, threshold 1.000.\n  lost      ten boxes 1 of 1 points: It says so.',
      answer: 'There are nine boxes <img src=x> on the pier.',
    },
    {
      item: 'context',
      status: 'failed',
      total: 0,
      reason: `Failed.\n  expected  "${asked}"\n  lost      all points`,
      question: `${WORD.slice(0, 20_000)} ${asked} ${WORD.slice(0, 20_000)}`,
    },
  ])
  const prompt = `Judge.\n\nThe criteria:\n\n1. ten boxes\n\nDecide for every criterion by itself.`
  const content = JSON.stringify({ criteria: [{ number: 1, reason: 'It says “nine boxes <img src=x>”, not ten.', met: false }] })
  const call = { suite: 'support', item: 'quoted', role: 'judge', call: 'verdict', content, messages: [{ role: 'user', content: prompt }] }
  appendFileSync(folder.calls, `${JSON.stringify(call)}\n`)
  await writePage(folder, { root: folder.path, views: () => ({ judgedCall: () => 'answer-1' }) })
  return folder
})

describe('the page of a run', () => {
  test('is written by every run, which says where', async () => {
    const { folder, text } = await SUITE_RUNS.refutebench()
    expect(readdirSync(folder.path)).toContain('index.html')
    expect(unwrapped(text)).toMatch(/ open \S+index\.html/)
  })

  test('names nothing to load but the scripts beside it', async () => {
    const { folder } = await SUITE_RUNS.kieval()
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
    await expect(writePage(folder, { root: folder.path, views: () => ({}) })).rejects.toThrow('Failed to write the page')
  })
})

describe.skipIf(browserPath === undefined)(`in a browser${withBrowser}, the page`, () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launch(browserPath as string)
  })
  afterAll(() => browser.close())

  test.each(SUITES_WITH_RUN)('of %s opens from disk without an error or a request elsewhere', async (suite) => {
    const { folder } = await SUITE_RUNS[suite]()
    const { page, problems, strays } = await openPage(browser, folder.page, '#items')
    await page.locator('.row').first().click()
    await page.locator('.timeline .step').first().waitFor()
    expect(problems).toEqual([])
    expect(strays).toEqual([])
    await page.close()
  })

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
    const { folder } = await SUITE_RUNS.refutebench()
    const { page } = await openPage(browser, folder.page, '#items?slice=task%3Dtransient%2Fmt')
    await page.locator('.row').first().waitFor()
    const ids = await page.locator('.row .id').allTextContents()
    expect(ids.length).toBeGreaterThan(1)
    expect(ids.every((id) => id.startsWith('transient/mt/'))).toBe(true)
    const open = () => page.locator('.detail h2').textContent()
    await expect.poll(open).toBe(ids[0])
    await page.keyboard.press('j')
    await expect.poll(open).toBe(ids[1])
    await page.keyboard.press('j')
    await expect.poll(open).toBe(ids[2] ?? ids[1])
    await page.keyboard.press('k')
    await page.keyboard.press('k')
    await expect.poll(open).toBe(ids[0])
    const { hash } = new URL(page.url())
    await page.close()
    const again = await openPage(browser, folder.page, hash)
    await expect.poll(() => again.page.locator('.detail h2').textContent()).toBe(ids[0])
    expect(await again.page.locator('.row').count()).toBe(ids.length)
    await again.page.close()
  })

  test('marks where an objection was met and where it was forgotten', async () => {
    const { folder } = await SUITE_RUNS.refutebench()
    const { page } = await openPage(browser, folder.page, '#items?slice=task%3Dtransient%2Fmt')
    await page.locator('.row').first().click()
    await page.locator('.objections').waitFor()
    const [first = ''] = await page.locator('.objections li').allTextContents()
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
    for (const suite of SUITES_WITH_RUN) {
      const { folder } = await SUITE_RUNS[suite]()
      const { page } = await openPage(browser, folder.page, hash, { width, dark })
      if (hash) {
        await page.locator('.row').first().click()
        await page.locator('.timeline .step').first().waitFor()
      }
      expect(await graveViolations(page), suite).toEqual([])
      if (hash) expect(await violationsOf(page, ['target-size', 'heading-order', 'landmark-unique']), suite).toEqual([])
      await page.close()
    }
  })

  test.each([
    ['light', 1280, false],
    ['dark', 1280, true],
    ['on a phone', 390, false],
  ])('that compares runs has both transcripts and nothing serious for axe, %s', async (_name, width, dark) => {
    const { path } = await compared()
    const { page, problems, strays } = await openPage(browser, path, '', { width, dark })
    expect(await graveViolations(page)).toEqual([])
    await page.getByRole('link', { name: '1 newly failing' }).first().click()
    await page.locator('.row').first().click()
    await page.locator('.run').nth(1).locator('.step.candidate').waitFor()
    expect(await page.locator('.run .step.candidate pre').allTextContents()).toEqual(['new 1', 'old 1'])
    expect(await graveViolations(page)).toEqual([])
    expect(await violationsOf(page, ['target-size', 'heading-order', 'landmark-unique'])).toEqual([])
    expect([...problems, ...strays]).toEqual([])
    await page.close()
  })

  test.each(SUITES_WITH_RUN)('of %s does not scroll sideways on a phone, and no label of a picture is cut off', async (suite) => {
    const { folder } = await SUITE_RUNS[suite]()
    const { page } = await openPage(browser, folder.page, '', { width: 390 })
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390)
    // The first slices are read without scrolling, intervals and all.
    const sizes = `[...document.querySelectorAll('[aria-label^="Slices of"]')].map((one) => one.scrollWidth - one.clientWidth)`
    expect((await page.evaluate<number[]>(sizes)).filter((hidden) => hidden > 0)).toEqual([])
    expect(await cutLabels(page)).toEqual([])
    await page
      .getByRole('link', { name: /^Items/ })
      .first()
      .click()
    expect((await page.locator('.row .why').allTextContents()).filter((text) => text.trim().endsWith('·'))).toEqual([])
    await page.locator('.row').first().click()
    await page.locator('.detail .head').waitFor()
    const wide = "[...document.querySelectorAll('.judgement .scroll:has(.few)')].filter((box) => box.scrollWidth > box.clientWidth).length"
    expect(await page.evaluate(wide)).toBe(0)
    await page.close()
  })

  test('has the judgements in words, those that passed folded, with links to the answers they are about', async () => {
    const { folder } = await SUITE_RUNS.refutebench()
    const { page } = await openPage(browser, folder.page, '#items?slice=task%3Dtransient%2Fmt')
    await page.locator('.row').first().click()
    await page.locator('.judgement.failed').first().waitFor()
    const titles = await page.locator('.judgement:visible .verdict-line strong').allTextContents()
    expect(titles).toEqual(['Answer 3, objection 1: 1 of 5, needs 4'])
    expect(await page.locator('.detail .head').textContent()).toContain('lowest rating 1 of 5, every rating that decides needs 4')
    await page.locator('.judgements summary', { hasText: /^\d judgements passed/ }).click()
    const link = page.locator('.judgement', { hasText: 'Answer 2, objection 2' }).getByRole('link')
    // The query is the first turn, and an objection each of the others.
    expect(await link.textContent()).toBe('about the answer of turn 3')
    const answer = page.locator('.step', { has: page.getByRole('button', { name: 'Link to the answer of turn 3' }) })
    expect(await answer.locator('.who').textContent()).toContain('candidate, answer-2')
    await page.close()
  })

  test('sorts by a column and counts what each choice lists beside the others', async () => {
    const { folder } = await SUITE_RUNS.refutebench()
    const { page } = await openPage(browser, folder.page, '#items?slice=task%3Dtransient%2Fmt')
    const scores = async () => (await page.locator('.row .of-score').allTextContents()).map(Number)
    const header = page.getByRole('columnheader', { name: 'Score' })
    expect(await header.getAttribute('aria-sort')).toBe('none')
    await header.getByRole('button').click()
    expect(await header.getAttribute('aria-sort')).toBe('ascending')
    expect(await scores()).toEqual((await scores()).sort((one, other) => one - other))
    await header.getByRole('button').click()
    expect(await header.getAttribute('aria-sort')).toBe('descending')
    expect(await scores()).toEqual((await scores()).sort((one, other) => other - one))
    const choices = await page.getByLabel('State').locator('option').allTextContents()
    const [, state = '', count = ''] = /^(\w+) \((\d+)\)$/.exec(choices[1] ?? '') ?? []
    await page.getByLabel('State').selectOption(state)
    expect(await page.locator('.row').count()).toBe(Number(count))
    await page.close()
  })

  test('links what a judge quotes to the words of the answer, and marks them there', async () => {
    const { page: path } = await judged()
    const { page, problems } = await openPage(browser, path, '#items')
    await page.getByRole('link', { name: 'nine boxes <img src=x>' }).click()
    await expect.poll(() => page.locator('.step.candidate mark').allTextContents()).toEqual(['nine boxes <img src=x>'])
    expect(await page.locator('.judgement td').allTextContents()).toEqual(['✗ not met', 'It says “nine boxes <img src=x>”, not ten.'])
    expect(await page.locator('#items img').count()).toBe(0)
    expect(problems).toEqual([])
    await page.close()
  })

  test('shows what was asked for in a long context without unfolding it', async () => {
    const { page: path } = await judged()
    const { page } = await openPage(browser, path, '#items?item=support/context')
    await expect.poll(() => page.locator('.folded .place mark').allTextContents()).toEqual(['the ferry to Arran leaves at nine'])
    await page.close()
  })

  test('opens the first item beside the list, and on a phone the list alone', async () => {
    const { page: path } = await judged()
    const wide = await openPage(browser, path, '#items')
    await wide.page.locator('.detail h2', { hasText: 'quoted' }).waitFor()
    await wide.page.close()
    const phone = await openPage(browser, path, '#items', { width: 390 })
    await phone.page.locator('.row').first().waitFor()
    expect(await phone.page.locator('.detail').isVisible()).toBe(false)
    await phone.page.close()
  })

  test('marks where an objection of a script was made and where it was forgotten', async () => {
    const { folder } = await SUITE_RUNS.refutebench1()
    const { page } = await openPage(browser, folder.page, '#items?slice=nc%3D2&state=failed')
    await page.locator('.row').first().click()
    await page.locator('.objections').waitFor()
    const [first = ''] = await page.locator('.objections li').allTextContents()
    expect(first).toMatch(/feedback-0: met .*answer-1: FORGOTTEN/)
    expect(await page.locator('.step.objection').count()).toBe(1)
    await page.close()
  })
})

test('another page of the same run takes the place of the first', async () => {
  const folder = runFolder((await hostile()).path)
  const before = readdirSync(join(folder.path, 'data')).length
  await writePage(folder, { root: folder.path, views: () => ({}) })
  expect(readdirSync(join(folder.path, 'data'))).toHaveLength(before)
})

/** A page that compares two runs of four items: one passes in each only. */
const compared = once(async () => {
  const root = temporaryFolder()
  const open = (name: string, folder: RunFolder) => ({ ...openComparedRun(folder.path, root), name, folder })
  const [before, now] = [madeRun(join(root, 'before'), 'old'), madeRun(join(root, 'now'), 'new')]
  const [run, other] = [open('now', now), open('before', before)]
  const suite = inlineSuite('support', { items: [] as unknown[] }, async () => undefined)
  const compared = await answer(suite, 'compare', { a: other, b: run, tested: 'headline' })
  return { path: await writeComparePage(now, run, { other, suites: [compared] }, () => ({})), folder: now }
})

const STATES = { old: ['passed', 'passed', 'failed', 'failed'], new: ['passed', 'failed', 'passed', 'failed'] }

function madeRun(path: string, answer: keyof typeof STATES): RunFolder {
  return writeRun(
    path,
    STATES[answer].map((status, at) => ({ item: `item-${at}`, status, total: status === 'passed' ? 1 : 0, answer: `${answer} ${at}` })),
  )
}

const indexOf = (page: string) => JSON.parse(/id="index">(.*?)<\/script>/s.exec(page)?.[1] ?? '') as PageIndex

test('a compare page has the items that pass in one run only, with what both answered', async () => {
  const { path, folder } = await compared()
  const page = readFileSync(path, 'utf8')
  expect(page).toContain('<strong>1</strong> newly failing')
  expect(page).toContain('<strong>1</strong> fixed')
  expect(indexOf(page).rows.map(({ id, flip, transcripts }) => [id, flip, transcripts])).toEqual([
    ['item-1', 'lost', ['compare-calls-0', 'compare-1-calls-0']],
    ['item-2', 'gained', ['compare-calls-0', 'compare-1-calls-0']],
  ])
  const chunk = (run: string) => readFileSync(join(folder.path, 'data', `compare-${run}calls-0.js`), 'utf8')
  expect(chunk('')).toContain('new 1')
  expect(chunk('1-')).toContain('old 1')
})

test.each([
  ['has what the baseline answered where its run is still here', 'reports/runs/2026-11-22T0905-wren-0001', true],
  ['does without where only the baseline is', 'elsewhere', false],
])('an item that changed against the baseline %s', async (_name, where, kept) => {
  const root = temporaryFolder()
  saveBaseline(root, 'main', [keptRun(madeRun(join(root, where), 'old'))])
  const folder = madeRun(join(root, 'now'), 'new')
  await writePage(folder, { root, baseline: 'main', views: () => ({}) })
  const base = kept ? ['run-1-calls-0'] : []
  expect(indexOf(readFileSync(folder.page, 'utf8')).rows.map(({ id, flip, transcripts }) => [id, flip, transcripts])).toEqual([
    ['item-0', '', ['run-calls-0']],
    ['item-1', 'lost', ['run-calls-0', ...base]],
    ['item-2', 'gained', ['run-calls-0', ...base]],
    ['item-3', '', ['run-calls-0']],
  ])
  const chunks = readdirSync(join(folder.path, 'data')).filter((name) => name.startsWith('run-1-calls-'))
  expect(chunks.map((name) => readFileSync(join(folder.path, 'data', name), 'utf8').match(/old \d/g))).toEqual(
    kept ? [['old 1', 'old 2']] : [],
  )
})
