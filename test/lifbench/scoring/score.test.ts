import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Grade } from '../../../src/kit.ts'
import type { LifbenchItem } from '../../../suites/lifbench/items.ts'
import { scoreAnswer } from '../../../suites/lifbench/scoring/score.ts'
import type { TaskParams } from '../../../suites/lifbench/scoring/types.ts'
import { TASKS, type TaskDefinition, taskWeight } from '../../../suites/lifbench/tasks.ts'
import { propertyRuns } from '../../propertyRuns.ts'
import { bundledItems } from '../bundledItems.ts'

const items = bundledItems('4k')
const itemOf = (task: TaskDefinition) => fc.constantFrom(...items.filter((item) => item.task === task))
const runs = propertyRuns(100, 5_000)

function score({ task, param, context, promptTail }: LifbenchItem, answer: string): Grade {
  return scoreAnswer(answer, { task, param, facts: context.facts(), promptTail })
}

/** Characters and tokens that mean something to one scorer or another, or to none. */
const TOKENS = [
  ...['[', ']', '[[', ']]', '{', '}', '(', ')', '"', "'", '\\', '\\"', '\\u', '\\x4', '\\u00e9', '\\N{', '\n', '\r\n', ',', ', ', ':', '-'],
  ...['null', 'None', 'NaN', 'True', '0', '1e9', '0x', '###', '|||||', 'doc', 'doc1', '#Topic#', '<>', '\0', '\ufeff', '\x1c', '\u2028'],
]
const halves = fc.integer({ min: 0xd800, max: 0xdfff }).map((code) => String.fromCharCode(code))
const noise = fc.string({ unit: fc.oneof(fc.constantFrom(...TOKENS), fc.string({ unit: 'binary', maxLength: 3 }), halves), maxLength: 40 })

/** The reference answer with a slice of it replaced, by nothing, by another slice or by noise. */
function damagedReference(item: LifbenchItem): fc.Arbitrary<string> {
  const reference = item.reference()
  const place = fc.nat(reference.length)
  const slice = fc.tuple(place, fc.nat(40)).map(([from, length]) => reference.slice(from, from + length))
  return fc
    .tuple(place, fc.nat(40), fc.oneof(fc.constant(''), slice, noise))
    .map(([from, length, put]) => reference.slice(0, from) + put + reference.slice(from + length))
}

/** Noise with pieces of the reference answer and of the context in it. */
function patchwork(item: LifbenchItem): fc.Arbitrary<string> {
  const pieces = [...item.reference().split(/(?<=[\n,])/), ...item.context.context.text.split('\n').slice(0, 20)]
  return fc.array(fc.oneof(noise, fc.constantFrom(...pieces)), { maxLength: 12 }).map((parts) => parts.join(''))
}

const itemAndAnswer = (task: TaskDefinition) =>
  itemOf(task).chain((item) => fc.tuple(fc.constant(item), fc.oneof(noise, damagedReference(item), patchwork(item))))

describe.each(TASKS.map((task) => [task.id, task.title, task] as const))('%s (%s), on any answer', (_id, _title, task) => {
  test('gives the points of the task and a total, none below 0, none above 1 but ori and total of MF', () => {
    fc.assert(
      fc.property(itemAndAnswer(task), ([item, answer]) => {
        const { points, total } = score(item, answer)
        expect(Object.keys(points).sort()).toEqual(Object.keys(task.points).sort())
        for (const [name, value] of [...Object.entries(points), ['total', total] as const]) {
          expect(value, name).toBeGreaterThanOrEqual(0)
          const unbounded = task.id === 'MF' && (name === 'ori' || name === 'total')
          expect(value, name).toBeLessThanOrEqual(unbounded ? Number.MAX_VALUE : 1)
        }
      }),
      runs,
    )
  })

  test('totals the weighted points, or nothing where an element task finds no element', () => {
    const stopsEarly = ['LSI', 'LOI', 'LOE', 'LBI', 'LBE'].includes(task.id)
    fc.assert(
      fc.property(itemAndAnswer(task), ([item, answer]) => {
        const { points, total } = score(item, answer)
        const sum = Object.entries(task.points).reduce((all, [name, [weight]]) => all + weight * (points[name] ?? Number.NaN), 0)
        expect(total).toBeCloseTo(stopsEarly && points.ori === 0 ? 0 : sum / taskWeight(task), 12)
      }),
      runs,
    )
  })

  test('does not see space around it, and says the same when asked again', () => {
    fc.assert(
      fc.property(itemAndAnswer(task), ([item, answer]) => {
        expect(score(item, `\n \x1c${answer}\u2003\x85`)).toEqual(score(item, answer))
      }),
      runs,
    )
  })

  test('gives no piece of the reference answer more than the whole', () => {
    const piece = itemOf(task).chain((item) => {
      const place = fc.nat(item.reference().length)
      return fc.tuple(fc.constant(item), place, place)
    })
    fc.assert(
      fc.property(piece, ([item, one, other]) => {
        const answer = item.reference().slice(Math.min(one, other), Math.max(one, other))
        expect(score(item, answer).total).toBeLessThanOrEqual(score(item, item.reference()).total)
      }),
      runs,
    )
  })

  test('gives nothing for nothing', () => {
    for (const item of items.filter((one) => one.task === task)) {
      const { points, total } = score(item, ' \n')
      expect([...Object.values(points), total].every((value) => value === 0)).toBe(true)
    }
  })
})

const jsonList = (parts: readonly string[]) => `[${parts.join(', ')}]`
/** How an answer of several parts is taken apart and put together. */
const PARTS: Readonly<Record<string, { split(answer: string): string[]; join(parts: readonly string[]): string }>> = {
  LMI: { split: (answer) => JSON.parse(answer).map((part: string) => JSON.stringify(part)), join: jsonList },
  OE: { split: (answer) => JSON.parse(answer).map((part: string) => JSON.stringify(part)), join: jsonList },
  OR: { split: (answer) => answer.split('\n'), join: (parts) => parts.join('\n') },
  MF: { split: (answer) => answer.split('\n'), join: (parts) => parts.join('\n') },
}

/** Totals of answers, each more damaged than the one before. */
function expectNoGain(totals: readonly number[]): void {
  for (const [at, total] of totals.entries()) expect(total).toBeLessThanOrEqual(totals[Math.max(0, at - 1)] as number)
}

describe('damage upon damage never raises a score', () => {
  const ofParts = TASKS.filter(({ id }) => PARTS[id]).map((task) => [task.id, task] as const)
  test.each(ofParts)('%s: leaving out one part of the reference answer after another', (_id, task) => {
    const { split, join } = PARTS[task.id] as (typeof PARTS)[string]
    const order = itemOf(task).chain((item) => {
      const parts = split(item.reference())
      return fc.tuple(fc.constant(item), fc.shuffledSubarray([...parts.keys()], { minLength: parts.length }))
    })
    fc.assert(
      fc.property(order, ([item, left]) => {
        const parts = split(item.reference())
        const answers = left.map((_, gone) => join(parts.filter((_part, at) => !left.slice(0, gone + 1).includes(at))))
        expectNoGain([item.reference(), ...answers].map((answer) => score(item, answer).total))
      }),
      runs,
    )
  })

  test('MB: giving one document after another a wrong label', () => {
    const order = itemOf(TASKS.find(({ id }) => id === 'MB') as TaskDefinition).chain((item) => {
      const { gold } = item.param as TaskParams['MB']
      return fc.tuple(fc.constant(item), fc.shuffledSubarray([...gold.keys()], { minLength: gold.length }), fc.nat())
    })
    fc.assert(
      fc.property(order, ([item, documents, choice]) => {
        const { gold, candidates } = item.param as TaskParams['MB']
        const wrong = (label: string) => candidates.filter((other) => other !== label)[choice % (candidates.length - 1)]
        const answers = [0, ...documents.keys()].map((count) => {
          const changed = documents.slice(0, count)
          const labels = gold.map((label, at) => [`doc${at + 1}`, changed.includes(at) ? wrong(label) : label])
          return JSON.stringify(Object.fromEntries(labels))
        })
        expectNoGain(answers.map((answer) => score(item, answer).total))
      }),
      runs,
    )
  })
})
