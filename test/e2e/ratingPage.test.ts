import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import axe from 'axe-core'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Label, label } from '../../src/format/label.ts'
import { fivePoints } from '../../src/labels/scales.ts'
import type { SheetQuestion } from '../../src/report/rating/ratingSheet.ts'
import { writeRatingPage } from '../../src/report/rating/writeRatingPage.ts'
import { madeQuestion, madeSheet } from '../madeRatingSheet.ts'
import { temporaryFolder } from './fixtureRun.ts'
import { findBrowser, launch } from './pageRun.ts'

const HOSTILE = {
  script: '<script>alert(1)</script>',
  closing: '</script><script>alert(2)</script><!--',
  handler: '<img src=x onerror=alert(3)><svg onload=alert(4)>',
  link: '[x](javascript:alert(5)) <a href="javascript:alert(6)">y</a>',
  bidi: 'safe \u202etxet desrever\u2066 end',
  terminal: 'a\u0000b\u001b[31mred\u0007',
  separators: 'line\u2028paragraph\u2029end',
  code: '```html\n<script>alert(7)</script>\n```\n  kept   white space\t.',
}
/** Characters that are shown by their codes. */
const CODED = new Set(['\u0000', '\u0007', '\u001b', '\u2028', '\u2029', '\u202e', '\u2066'])
const codesShown = (text: string) =>
  [...text].map((character) => (CODED.has(character) ? `\\u{${character.charCodeAt(0).toString(16)}}` : character)).join('')

const FIVE = fivePoints('ignores it', 'in part', 'follows it')

/** A hundred questions: every fourth is of five points. */
const HUNDRED = Array.from({ length: 100 }, (_, at) => madeQuestion(at + 1, at % 4 === 3 ? { scale: FIVE } : {}))
/** What is typed for each: the value, or the letter of every seventh that is of yes and no. */
const typedValue = (at: number) => (at % 4 === 3 ? (at % 5) + 1 : at % 3 === 0 ? 0 : 1)
const typedKey = (at: number) => (at % 4 !== 3 && at % 7 === 0 ? ['n', 'y'][typedValue(at)] : undefined) ?? String(typedValue(at))

function written(questions: readonly SheetQuestion[], id = 'parcels-november'): string {
  const path = join(temporaryFolder(), 'ann.html')
  writeRatingPage(path, { ...madeSheet(questions), id })
  return path
}

test('the file names nothing to load, runs one script and no other, and holds no markup of a model', () => {
  const hostile = Object.values(HOSTILE).map((text, at) => madeQuestion(at, { ask: text, item: text, shown: [{ title: text, text }] }))
  const text = readFileSync(written(hostile, HOSTILE.closing), 'utf8')
  expect(text.match(/<script/g)).toHaveLength(2)
  expect(text.match(/<\/script/g)).toHaveLength(2)
  expect(text.match(/<(?:link|img|svg|iframe|a href="javascript|script src|script type="module)/g)).toBeNull()
  expect(/<meta http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(text)?.[1]).toMatch(
    /^default-src 'none'; script-src 'sha256-[\w+/]{43}='; style-src 'sha256-[\w+/]{43}='; base-uri 'none'; form-action 'none'$/,
  )
  expect([...CODED].filter((character) => text.includes(character))).toEqual([])
})

const browserPath = findBrowser()

describe.skipIf(browserPath === undefined)(
  `in a browser${browserPath === undefined ? ' (skipped: no browser)' : ''}, the rating page`,
  () => {
    let browser: Browser
    beforeAll(async () => {
      browser = await launch(browserPath as string)
    })
    afterAll(() => browser.close())

    /** A page with everything that went wrong, and every request but the one for its file. */
    async function open(path: string, context: BrowserContext) {
      const page = await context.newPage()
      const problems: string[] = []
      page.on('console', (message) => problems.push(message.text()))
      page.on('pageerror', (error) => problems.push(error.message))
      page.on('dialog', (dialog) => {
        problems.push(`dialog: ${dialog.message()}`)
        void dialog.dismiss()
      })
      page.on('request', (request) => {
        if (request.url() !== `file://${path}`) problems.push(`request: ${request.url()}`)
      })
      await page.goto(`file://${path}`)
      return { page, problems }
    }

    /** A browser's profile of its own. */
    const profile = ({ width = 1280, dark = false } = {}) =>
      browser.newContext({ viewport: { width, height: 800 }, colorScheme: dark ? 'dark' : 'light' })

    const place = (page: Page) => page.locator('.progress').innerText()
    const notices = (page: Page) => page.locator('.notice').allInnerTexts()

    /** What the page gives out as a file. */
    async function exported(page: Page, path: string): Promise<{ name: string; labels: Label[] }> {
      const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('e')])
      await download.saveAs(path)
      const lines = readFileSync(path, 'utf8').split('\n')
      expect(lines.pop()).toBe('')
      return { name: download.suggestedFilename(), labels: lines.map((line) => label.parse(JSON.parse(line))) }
    }

    const expectedLabels = (ats: readonly number[], value = typedValue): Label[] =>
      ats.map((at) => {
        const { suite, item, trial, question, sha256 } = HUNDRED[at] as SheetQuestion
        return { suite, item, trial, question, sha256, rater: 'ann', value: value(at) }
      })
    const positions = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => from + at)

    test('takes a hundred answers by keyboard, closed half-way, opened again, undone once, and exports them', async () => {
      const path = written(HUNDRED)
      const context = await profile()
      const first = await open(path, context)
      expect(await place(first.page)).toMatch(/Question 1 of 100\s+0 of 100 answered/)
      for (const at of positions(0, 50)) await first.page.keyboard.press(typedKey(at))
      expect(await place(first.page)).toMatch(/Question 51 of 100\s+50 of 100 answered/)
      expect(await first.page.getByRole('status').textContent()).toBe('Answered “Yes” to question 50. 50 of 100 answered')
      await first.page.close()

      const { page, problems } = await open(path, context)
      expect(await notices(page)).toEqual(['Welcome back. 50 of 100 questions are answered. You go on at question 51.'])
      expect(await place(page)).toMatch(/Question 51 of 100\s+50 of 100 answered/)
      const half = await exported(page, join(path, '..', 'half.jsonl'))
      expect(await notices(page)).toEqual(['Exported 50 of 100 answers to parcels-november-ann.jsonl. 50 are missing.'])
      expect(half.labels).toEqual(expectedLabels(positions(0, 50)))

      // The last answer of before is undone, given otherwise, undone again and given as it was.
      await page.keyboard.press('u')
      expect(await place(page)).toMatch(/Question 50 of 100\s+49 of 100 answered/)
      await page.keyboard.press('0')
      await page.keyboard.press('u')
      for (const at of positions(49, 100)) await page.keyboard.press(typedKey(at))
      expect(await page.getByRole('heading', { level: 2 }).textContent()).toBe('All 100 questions answered')
      const whole = await exported(page, join(path, '..', 'whole.jsonl'))
      expect(whole.name).toBe('parcels-november-ann.jsonl')
      expect(whole.labels).toEqual(expectedLabels(positions(0, 100)))
      expect(await notices(page)).toEqual(['Exported all 100 answers to parcels-november-ann.jsonl.'])
      expect([...first.problems, ...problems]).toEqual([])

      // In another browser it goes on where the first export ends.
      const other = await open(path, await profile())
      await other.page.locator('#import').setInputFiles(join(path, '..', 'half.jsonl'))
      await expect.poll(() => notices(other.page)).toEqual(['Took over 50 answers from half.jsonl.'])
      expect(await place(other.page)).toMatch(/Question 51 of 100\s+50 of 100 answered/)
      const same = await exported(other.page, join(path, '..', 'same.jsonl'))
      expect(same.labels).toEqual(half.labels)
      expect(other.problems).toEqual([])
      await Promise.all([context.close(), other.page.context().close()])
    })

    test('is answered by buttons, skips, moves and says at the end what is left', async () => {
      const { page, problems } = await open(written(HUNDRED.slice(0, 4)), await profile())
      await page.getByRole('button', { name: 'Yes' }).click()
      await page.keyboard.press('s')
      await page.keyboard.press('ArrowRight')
      await page.keyboard.press('k')
      expect(await place(page)).toMatch(/Question 3 of 4\s+1 of 4 answered, 1 skipped/)
      await page.keyboard.press('n')
      await page.getByRole('button', { name: '3 in part' }).click()
      expect(await page.getByRole('heading', { level: 2 }).textContent()).toBe('1 question left')
      await page.getByRole('button', { name: 'Go on with what is left' }).click()
      expect(await place(page)).toMatch(/Question 2 of 4skipped\s+3 of 4 answered, 1 skipped/)
      await page.getByRole('button', { name: 'Undo' }).click()
      expect(await place(page)).toMatch(/Question 4 of 4\s+2 of 4 answered, 1 skipped/)
      await page.keyboard.press('ArrowLeft')
      expect(await page.getByRole('button', { name: 'No', exact: true }).getAttribute('aria-pressed')).toBe('true')
      // Without the keys, a letter is nothing.
      await page.getByText('Keys and help').click()
      await page.getByLabel('Use these keys').uncheck()
      await page.keyboard.press('y')
      expect(await place(page)).toMatch(/Question 3 of 4answered\s+2 of 4 answered, 1 skipped/)
      expect(problems).toEqual([])
      await page.context().close()
    })

    test('refuses labels of other text by name and count', async () => {
      const path = written(HUNDRED.slice(0, 3))
      const { page, problems } = await open(path, await profile())
      const [one, two, three] = expectedLabels([0, 1, 2])
      const file = join(path, '..', 'other.jsonl')
      const labels = [one, { ...two, sha256: 'cd'.repeat(32) }, { ...three, rater: 'ben' }]
      writeFileSync(file, labels.map((value) => `${JSON.stringify(value)}\n`).join(''))
      await page.locator('#import').setInputFiles(file)
      await expect
        .poll(() => notices(page))
        .toEqual([
          'Took over 1 answer from other.jsonl.',
          'Refused 1 label of another text or question than this page shows: parcels parcel-2 verdict/1.',
          'Refused 1 label of another rater: parcels parcel-3 verdict/1.',
        ])
      expect(await place(page)).toMatch(/Question 2 of 3\s+1 of 3 answered/)
      expect(problems).toEqual([])
      await page.context().close()
    })

    test.each([
      ['full', 'QuotaExceededError', 'the storage of this browser is full'],
      ['refused', 'SecurityError', 'this browser refuses to store anything for this page'],
    ])('goes on and exports where the storage is %s, and says so', async (_what, name, reason) => {
      const path = written(HUNDRED.slice(0, 2))
      const context = await profile()
      await context.addInitScript(`Storage.prototype.setItem = () => { throw new DOMException('no', '${name}') }`)
      const { page } = await open(path, context)
      await page.keyboard.press('0')
      expect(await page.getByRole('alert').textContent()).toBe(
        `Failed to keep your answers: ${reason}. You can go on: your answers are in this window only. Export them before you close it.`,
      )
      expect((await exported(page, join(path, '..', 'one.jsonl'))).labels).toEqual(expectedLabels([0]))
      await context.close()
    })

    test('begins anew where what was kept is damaged, and says so', async () => {
      const path = written(HUNDRED.slice(0, 2))
      const context = await profile()
      const first = await open(path, context)
      await first.page.keyboard.press('1')
      await first.page.evaluate('for (const key of Object.keys(localStorage)) localStorage.setItem(key, "<b>")')
      await first.page.close()
      const { page } = await open(path, context)
      expect(await page.getByRole('alert').textContent()).toMatch(/^Failed to read what this browser kept .* You begin anew\.$/)
      expect(await place(page)).toMatch(/Question 1 of 2\s+0 of 2 answered/)
      await context.close()
    })

    test('shows hostile text as text, in every place, and no name of an item', async () => {
      const questions = Object.entries(HOSTILE).map(([name, text], at) =>
        madeQuestion(at, {
          ask: text,
          item: `secret-${name}`,
          scale: [
            { value: 0, text },
            { value: 1, text: `${text}.` },
          ],
          shown: [{ title: text, text, isJudged: true }],
        }),
      )
      const path = written(questions, HOSTILE.closing)
      const { page, problems } = await open(path, await profile())
      for (const text of Object.values(HOSTILE)) {
        const visible = codesShown(text)
        expect(await page.locator('.step pre').textContent()).toBe(visible)
        expect(await page.getByRole('heading', { level: 2 }).textContent()).toBe(visible)
        expect(await page.locator('.step h3').textContent()).toBe(`${visible}to judge`)
        expect(await page.locator('.point span').first().textContent()).toBe(visible.trim())
        expect(await page.locator('main img, main script, main svg, main a').count()).toBe(0)
        expect(await page.locator('body').innerText()).not.toContain('secret-')
        await page.keyboard.press('1')
      }
      const { labels } = await exported(page, join(path, '..', 'hostile.jsonl'))
      expect(labels.map(({ item }) => item)).toEqual(Object.keys(HOSTILE).map((name) => `secret-${name}`))
      expect(problems).toEqual([])
      await page.context().close()
    })

    test('folds a long text and shows all of it, and goes to the text to judge and beyond', async () => {
      const word = 'Where is it? '
      const shown = [
        { title: 'User', text: word.repeat(20_000) },
        { title: 'Assistant', text: word.repeat(400), isJudged: true },
        { title: 'Criterion', text: word.repeat(400) },
      ]
      const { page, problems } = await open(written([madeQuestion(1, { shown })]), await profile({ width: 390 }))
      // Right below the question, which stays in view.
      const isAtTop = async (name: string) => {
        const asked = await page.locator('.asked').boundingBox()
        const top = (await page.locator('.step', { hasText: name }).boundingBox())?.y ?? 0
        return asked?.y === 0 && top >= asked.height && top < asked.height + 40
      }
      await page.keyboard.press('g')
      expect(await isAtTop('Assistant')).toBe(true)
      await page.keyboard.press('g')
      expect(await isAtTop('Criterion')).toBe(true)
      await page.keyboard.press('g')
      expect(await isAtTop('Assistant')).toBe(true)
      // What is judged stands there whole.
      expect(await page.locator('.judged pre').textContent()).toBe(word.repeat(400))
      await page.getByRole('button', { name: 'Show all 260,000 characters of text 1, User' }).click()
      for (let more = 0; more < 2; more += 1) await page.getByRole('button', { name: /^Show more/ }).click()
      expect(await page.locator('.long pre').textContent()).toBe(word.repeat(20_000))
      expect(problems).toEqual([])
      await page.context().close()
    })

    test.each([
      ['light', 1280, false],
      ['dark', 1280, true],
      ['on a phone', 390, false],
    ])('has nothing for axe and does not scroll sideways: %s', async (_name, width, dark) => {
      const long = { title: 'User', text: `${'x'.repeat(3000)} ${'word '.repeat(2000)}` }
      const code = { title: 'Assistant', text: `So:\n\`\`\`\n${'code '.repeat(200)}\n\`\`\``, isJudged: true }
      const questions = [madeQuestion(1, { scale: FIVE, shown: [long, code], ask: 'word '.repeat(60) }), madeQuestion(2, { shown: [code] })]
      const { page } = await open(written(questions), await profile({ width, dark }))
      const check = async (where: string) => {
        expect(await violations(page), where).toEqual([])
        expect(await page.evaluate('document.documentElement.scrollWidth'), where).toBeLessThanOrEqual(width)
      }
      await page.getByText('Keys and help').click()
      await check('a question')
      await page.getByRole('button', { name: /^Show all/ }).click()
      await page.keyboard.press('2')
      await page.keyboard.press('s')
      await page.keyboard.press('e')
      await check('the end, one skipped')
      await page.keyboard.press('k')
      await check('a skipped question')
      await page.keyboard.press('k')
      await check('an answered question')
      await page.context().close()
    })
  },
)

/** Everything that axe finds. */
async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axe.source)
  const found = (await page.evaluate('axe.run()')) as { violations: { id: string; nodes: { html: string }[] }[] }
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
}
