import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { violations } from '../../../../test/e2e/axe.ts'
import { findBrowser, launch } from '../../../../test/e2e/pageRun.ts'
import { fivePoints } from '../../../judging/questions/labelQuestion.ts'
import { madeQuestion } from '../test/madeRatingSheet.ts'
import { exportLabels, newProfile, openRatingPage, writtenPage } from '../test/ratingPageRun.ts'

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

test('the file names nothing to load, runs one script and no other, and holds no markup of a model', () => {
  const hostile = Object.values(HOSTILE).map((text, at) => madeQuestion(at, { ask: text, item: text, shown: [{ title: text, text }] }))
  const text = readFileSync(writtenPage(hostile, HOSTILE.closing), 'utf8')
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

    const profile = (options = {}) => newProfile(browser, options)

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
      const path = writtenPage(questions, HOSTILE.closing)
      const { page, problems } = await openRatingPage(path, await profile())
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
      const { labels } = await exportLabels(page, join(path, '..', 'hostile.jsonl'))
      expect(labels.map(({ item }) => item)).toEqual(Object.keys(HOSTILE).map((name) => `secret-${name}`))
      expect(problems).toEqual([])
      await page.context().close()
    })

    test('folds a long text and shows all of it', async () => {
      const word = 'Where is it? '
      const shown = [
        { title: 'User', text: word.repeat(20_000) },
        { title: 'Assistant', text: word.repeat(400), isJudged: true },
        { title: 'Criterion', text: word.repeat(400) },
      ]
      const { page, problems } = await openRatingPage(writtenPage([madeQuestion(1, { shown })]), await profile({ width: 390 }))
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
      const { page } = await openRatingPage(writtenPage(questions), await profile({ width, dark }))
      const check = async (where: string) => {
        expect(await violations(page), where).toEqual([])
        expect(await page.evaluate('document.documentElement.scrollWidth'), where).toBeLessThanOrEqual(width)
      }
      await page.getByText('Keys and help').click()
      await check('a question')
      await page.getByRole('button', { name: /^Show all/ }).click()
      await page.keyboard.press('2')
      await page.keyboard.press('j')
      await page.keyboard.press('e')
      await check('the end, one without an answer')
      await page.keyboard.press('k')
      await check('a question without an answer')
      await page.keyboard.press('k')
      await check('an answered question')
      await page.context().close()
    })
  },
)
