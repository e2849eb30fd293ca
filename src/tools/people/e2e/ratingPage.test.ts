import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findBrowser, launch } from '../../../../test/e2e/pageRun.ts'
import { fivePoints } from '../../../judging/questions/labelQuestion.ts'
import type { Label } from '../labels/label.ts'
import type { SheetQuestion } from '../ratingPage/ratingPage.ts'
import { madeQuestion } from '../test/madeRatingSheet.ts'
import { exportLabels, newProfile, openRatingPage, writtenPage } from '../test/ratingPageRun.ts'

const FIVE = fivePoints('ignores it', 'in part', 'follows it')

/** A hundred questions: every fourth is of five points. */
const HUNDRED = Array.from({ length: 100 }, (_, at) => madeQuestion(at + 1, at % 4 === 3 ? { scale: FIVE } : {}))
/** What is typed for each: the value, or the letter of every seventh that is of yes and no. */
const typedValue = (at: number) => (at % 4 === 3 ? (at % 5) + 1 : at % 3 === 0 ? 0 : 1)
const typedKey = (at: number) => (at % 4 !== 3 && at % 7 === 0 ? ['n', 'y'][typedValue(at)] : undefined) ?? String(typedValue(at))

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
    const place = (page: Page) => page.locator('.progress').innerText()
    const notices = (page: Page) => page.locator('.notice').allInnerTexts()

    const expectedLabels = (ats: readonly number[], value = typedValue): Label[] =>
      ats.map((at) => {
        const { suite, item, trial, question, sha256 } = HUNDRED[at] as SheetQuestion
        return { suite, item, trial, question, sha256, rater: 'ann', value: value(at) }
      })
    const positions = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => from + at)

    test('takes a hundred answers by keyboard, closed half-way, opened again, undone once, and exports them', async () => {
      const path = writtenPage(HUNDRED)
      const context = await profile()
      const first = await openRatingPage(path, context)
      expect(await place(first.page)).toMatch(/Question 1 of 100\s+0 of 100 answered/)
      for (const at of positions(0, 50)) await first.page.keyboard.press(typedKey(at))
      expect(await place(first.page)).toMatch(/Question 51 of 100\s+50 of 100 answered/)
      expect(await first.page.getByRole('status').textContent()).toBe('Answered “Yes” to question 50. 50 of 100 answered')
      await first.page.close()

      const { page, problems } = await openRatingPage(path, context)
      expect(await notices(page)).toEqual(['Welcome back. 50 of 100 questions are answered. You go on at question 51.'])
      expect(await place(page)).toMatch(/Question 51 of 100\s+50 of 100 answered/)
      const half = await exportLabels(page, join(path, '..', 'half.jsonl'))
      expect(await notices(page)).toEqual(['Exported 50 of 100 answers to parcels-november-ann.jsonl. 50 are missing.'])
      expect(half.labels).toEqual(expectedLabels(positions(0, 50)))

      // The last answer of before is undone, given otherwise, undone again and given as it was.
      await page.keyboard.press('u')
      expect(await place(page)).toMatch(/Question 50 of 100\s+49 of 100 answered/)
      await page.keyboard.press('0')
      await page.keyboard.press('u')
      for (const at of positions(49, 100)) await page.keyboard.press(typedKey(at))
      expect(await page.getByRole('heading', { level: 2 }).textContent()).toBe('All 100 questions answered')
      const whole = await exportLabels(page, join(path, '..', 'whole.jsonl'))
      expect(whole.name).toBe('parcels-november-ann.jsonl')
      expect(whole.labels).toEqual(expectedLabels(positions(0, 100)))
      expect(await notices(page)).toEqual(['Exported all 100 answers to parcels-november-ann.jsonl.'])
      expect([...first.problems, ...problems]).toEqual([])

      await context.close()
    })

    test('is answered by buttons, moves and says at the end what is left', async () => {
      const { page, problems } = await openRatingPage(writtenPage(HUNDRED.slice(0, 4)), await profile())
      await page.getByRole('button', { name: 'Yes' }).click()
      await page.keyboard.press('ArrowRight')
      await page.keyboard.press('ArrowRight')
      await page.keyboard.press('k')
      expect(await place(page)).toMatch(/Question 3 of 4\s+1 of 4 answered/)
      await page.keyboard.press('n')
      await page.getByRole('button', { name: '3 in part' }).click()
      // What was passed over comes again.
      expect(await place(page)).toMatch(/Question 2 of 4\s+3 of 4 answered/)
      for (let more = 0; more < 3; more += 1) await page.keyboard.press('j')
      expect(await page.getByRole('heading', { level: 2 }).textContent()).toBe('1 question left')
      await page.getByRole('button', { name: 'Go on with what is left' }).click()
      expect(await place(page)).toMatch(/Question 2 of 4\s+3 of 4 answered/)
      await page.getByRole('button', { name: 'Undo' }).click()
      expect(await place(page)).toMatch(/Question 4 of 4\s+2 of 4 answered/)
      await page.keyboard.press('ArrowLeft')
      expect(await page.getByRole('button', { name: 'No', exact: true }).getAttribute('aria-pressed')).toBe('true')
      // Without the keys, a letter is nothing.
      await page.getByText('Keys and help').click()
      await page.getByLabel('Use these keys').uncheck()
      await page.keyboard.press('y')
      expect(await place(page)).toMatch(/Question 3 of 4answered\s+2 of 4 answered/)
      expect(problems).toEqual([])
      await page.context().close()
    })

    test.each([
      ['full', 'QuotaExceededError', 'the storage of this browser is full'],
      ['refused', 'SecurityError', 'this browser refuses to store anything for this page'],
    ])('goes on and exports where the storage is %s, and says so', async (_what, name, reason) => {
      const path = writtenPage(HUNDRED.slice(0, 2))
      const context = await profile()
      await context.addInitScript(`Storage.prototype.setItem = () => { throw new DOMException('no', '${name}') }`)
      const { page } = await openRatingPage(path, context)
      await page.keyboard.press('0')
      expect(await page.getByRole('alert').textContent()).toBe(
        `Failed to keep your answers: ${reason}. You can go on: your answers are in this window only. Export them before you close it.`,
      )
      expect((await exportLabels(page, join(path, '..', 'one.jsonl'))).labels).toEqual(expectedLabels([0]))
      await context.close()
    })

    test('begins anew where what was kept is damaged, and says so', async () => {
      const path = writtenPage(HUNDRED.slice(0, 2))
      const context = await profile()
      const first = await openRatingPage(path, context)
      await first.page.keyboard.press('1')
      await first.page.evaluate('for (const key of Object.keys(localStorage)) localStorage.setItem(key, "<b>")')
      await first.page.close()
      const { page } = await openRatingPage(path, context)
      expect(await page.getByRole('alert').textContent()).toMatch(/^Failed to read what this browser kept .* You begin anew\.$/)
      expect(await place(page)).toMatch(/Question 1 of 2\s+0 of 2 answered/)
      await context.close()
    })

    test('takes over what another window of the same page keeps', async () => {
      const path = writtenPage(HUNDRED.slice(0, 3))
      const context = await profile()
      // Chromium gives now and then, one time of 40, two windows of one file storages of their own; of a site never.
      const url = 'http://sheets.example/ann.html'
      await context.route(url, (route) => route.fulfill({ path }))
      const [one, other] = [await openRatingPage(path, context, url), await openRatingPage(path, context, url)]
      await one.page.keyboard.press('0')
      await expect.poll(() => place(other.page)).toMatch(/Question 1 of 3\s*answered\s+1 of 3 answered/)
      await other.page.keyboard.press('j')
      await other.page.keyboard.press('1')
      await expect.poll(() => place(one.page)).toMatch(/Question 2 of 3\s*answered\s+2 of 3 answered/)
      await one.page.keyboard.press('j')
      await one.page.keyboard.press('1')
      expect((await exportLabels(one.page, join(path, '..', 'both.jsonl'))).labels.map(({ value }) => value)).toEqual([0, 1, 1])
      expect([...one.problems, ...other.problems]).toEqual([])
      await context.close()
    })
  },
)
