import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { packageRoot } from '../../src/core/base/packageRoot.ts'
import { readBundledItems } from '../../suites/fb-bench/openItems.ts'
import { jsonLines } from '../jsonLines.ts'

/**
 * An answer with its truth by a reader, criterion by criterion. `written`: `blind` before the item's check was written, from
 * query, feedback and criteria alone; `later` after it; `review-quoted` found by a review of the former checks, in its words;
 * `review-reconstructed` of a kind that this review names without quoting the words.
 */
interface CheckedAnswer {
  readonly item: string
  readonly written: 'blind' | 'later' | 'review-quoted' | 'review-reconstructed'
  /** Right words that say something wrong: a value denied, both values, roles exchanged, everything reversed. */
  readonly adversarial: boolean
  readonly truth: readonly boolean[]
  readonly answer: string
}

const items = new Map(readBundledItems().map((item) => [item.id, item]))
const answers = jsonLines<CheckedAnswer>(readFileSync(join(packageRoot, 'test', 'fb-bench', 'checkedAnswers.jsonl'), 'utf8')).map(
  (line) => ({ ...line, found: items.get(line.item)?.checklist.map(({ check }) => check?.(line.answer)) ?? [] }),
)
type Checked = (typeof answers)[number]

const isRight = ({ truth }: Checked) => truth.every(Boolean)
const isRefused = ({ found }: Checked) => found.includes(false)
const hasFullMarks = ({ found }: Checked) => found.every((met) => met === true)
const show = ({ item, truth, found, answer }: Checked) => ({ item, truth, found, answer: answer.slice(0, 80) })

/** Most of the right answers that may be refused, and of the wrong ones that may get full marks. */
const BOUND = 0.03

describe('the answers of known truth', () => {
  const fresh = answers.filter(({ written }) => written === 'blind' || written === 'later')

  test('are at least 200, half written before the checks, a quarter adversarial, and those of the review', () => {
    expect(fresh.length).toBeGreaterThanOrEqual(200)
    expect(fresh.filter(({ written }) => written === 'blind').length).toBeGreaterThanOrEqual(fresh.length / 2)
    expect(fresh.filter(({ adversarial }) => adversarial).length).toBeGreaterThanOrEqual(fresh.length / 4)
    expect(answers.length - fresh.length).toBe(39)
  })

  test('tell the truth of every criterion of their items', () =>
    expect(answers.filter(({ truth, found }) => truth.length !== found.length).map(show)).toEqual([]))
})

describe.each([
  { name: 'all', of: answers },
  { name: 'written before the checks', of: answers.filter(({ written }) => written === 'blind') },
  { name: 'written later', of: answers.filter(({ written }) => written === 'later') },
  { name: 'of the review', of: answers.filter(({ written }) => written.startsWith('review')) },
  { name: 'adversarial', of: answers.filter(({ adversarial }) => adversarial) },
])('of the answers ($name)', ({ name, of }) => {
  const right = of.filter(isRight)
  const wrong = of.filter((one) => !isRight(one))

  test('right ones are refused at most in 3 of 100', () => {
    const refused = right.filter(isRefused)
    expect(refused.length, JSON.stringify(refused.map(show), null, 1)).toBeLessThanOrEqual(BOUND * right.length)
  })

  test('wrong ones get full marks at most in 3 of 100', () => {
    const passed = wrong.filter(hasFullMarks)
    expect(passed.length, JSON.stringify(passed.map(show), null, 1)).toBeLessThanOrEqual(BOUND * wrong.length)
  })

  test('single criteria are found wrongly met or unmet at most in 3 of 100', () => {
    const found = of.flatMap((one) => one.truth.map((met, index) => ({ one, met, said: one.found[index] })))
    for (const truth of [true, false]) {
      const own = found.filter(({ met }) => met === truth)
      const wrongly = own.filter(({ said }) => said === !truth)
      expect(wrongly.length, JSON.stringify(wrongly.map(({ one }) => show(one)))).toBeLessThanOrEqual(BOUND * own.length)
    }
  })

  test('the rest is undecided and counted', () => {
    const undecided = (list: readonly Checked[]) => list.filter((one) => one.found.includes(undefined) && !isRefused(one))
    const criteria = of.flatMap(({ found }) => found)
    const open = criteria.filter((met) => met === undefined).length
    process.stdout.write(
      `${name}: ${right.length} right answers, ${right.filter(isRefused).length} refused, ${undecided(right).length} undecided; ` +
        `${wrong.length} wrong ones, ${wrong.filter(hasFullMarks).length} at full marks, ${undecided(wrong).length} undecided; ` +
        `${criteria.length} criteria, ${open} undecided\n`,
    )
    // A check that decides nothing would meet the bounds above.
    expect(undecided(right).length).toBeLessThanOrEqual(0.05 * right.length)
    expect(open).toBeLessThanOrEqual(0.2 * criteria.length)
  })
})
