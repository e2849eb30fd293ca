import { type CasePart, type CaseSizes, keptOf, wholeParts } from '../../src/kit.ts'
import type { Rb1Item } from './items.ts'
import type { Script, Step } from './script.ts'

/**
 * What a dialogue can be made smaller by: irrelevant queries, and of several queries with feedback each those that are. One feedback
 * stays. A query that is asked again later without a feedback of its own stays as well: it is what is scored.
 */
export function refutebench1Parts({ script }: Rb1Item): CasePart[] {
  const objected = objectedIn(script)
  return [
    ...wholeParts('distractor', 'distractor', distractorsIn(script), ({ text }) => text),
    ...wholeParts('query', 'turn', objected.length > 1 ? objected : [], ({ text }) => text),
  ]
}

/**
 * A dialogue with fewer queries. The right answers stay: what a feedback demands is told by the program that wrote it from the answer
 * before it, and every later query is held against those feedbacks alone that were given. Queries keep their numbers, so ratings keep
 * their names.
 *
 * @returns undefined where no feedback is left.
 */
export function cutRefutebench1(item: Rb1Item, sizes: CaseSizes): Rb1Item | undefined {
  const { script } = item
  const objected = objectedIn(script)
  const kept = new Set([...keptOf(objected, 'query', sizes), ...keptOf(distractorsIn(script), 'distractor', sizes)].map(({ at }) => at))
  const left = objected.length > 1 ? objected.filter(({ at }) => !kept.has(at)) : []
  if (left.length > 0 && left.length === objected.length) return undefined
  const distractors = distractorsIn(script).filter(({ at }) => !kept.has(at))
  if (left.length === 0 && distractors.length === 0) return item
  // The slot after a query is gone with its feedback.
  const gone = new Set([...left.map(({ at }) => at + 1), ...distractors.map(({ at }) => at)])
  const silent = new Set(left.map(({ at }) => at))
  // A query without text is not asked, and is still counted.
  const steps = script.steps.flatMap((step, at): Step[] => (gone.has(at) ? [] : [silent.has(at) ? { kind: 'query', text: '' } : step]))
  const nc = item.nc - distractors.length
  const told = withoutUntold(script, new Set(left.map(({ at }) => numberOf(script, at))))
  return { ...item, nc, script: { ...told, steps, feedbacks: Math.max(1, script.feedbacks - left.length) } }
}

/** Expects nothing that also follows from a feedback that is not given: with several facts an answer may hang on all of them. */
function withoutUntold(script: Script, untold: ReadonlySet<number>): Pick<Script, 'system' | 'object' | 'expected' | 'reply'> {
  if (untold.size === 0) return script
  const missing = [...untold].flatMap((query) => {
    const feedback = script.object(query, '', [])
    return typeof feedback === 'string' ? [] : [feedback]
  })
  return {
    ...script,
    expected: (query, made) =>
      script.expected(query, [...made, ...missing]).filter(({ feedbacks }) => !feedbacks.some((feedback) => missing.includes(feedback))),
  }
}

/** Number of the query at a place among the steps, from 0. */
function numberOf({ steps }: Pick<Script, 'steps'>, place: number): number {
  return steps.slice(0, place).filter(({ kind }) => kind === 'query').length
}

/** Irrelevant queries, and their places among the steps. */
function distractorsIn({ steps }: Pick<Script, 'steps'>) {
  return steps.flatMap((step, at) => (step.kind === 'irrelevant' ? [{ text: step.text, at }] : []))
}

/** Queries with a slot for feedback after them, and their places among the steps. */
function objectedIn({ steps }: Pick<Script, 'steps'>) {
  return steps.flatMap((step, at) => (step.kind === 'query' && steps[at + 1]?.kind === 'slot' ? [{ text: step.text, at }] : []))
}
