import { type CasePart, type CaseSizes, isKept, partTitle } from '../../src/kit.ts'
import type { Rb1Item } from './items.ts'
import type { Script, Step } from './script.ts'

/**
 * What a dialogue can be made smaller by: irrelevant queries, and of several queries with feedback each those that are. One feedback
 * stays. A query that is asked again later without a feedback of its own stays as well: it is what is scored.
 */
export function refutebench1Parts({ script }: Rb1Item): CasePart[] {
  const objected = objectedIn(script)
  return [
    ...distractorsIn(script).map(({ name, text }): CasePart => ({ name, kind: 'distractor', title: partTitle(text), size: 1 })),
    ...(objected.length > 1 ? objected : []).map(({ name, text }): CasePart => ({ name, kind: 'turn', title: partTitle(text), size: 1 })),
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
  const left = objected.length > 1 ? objected.filter(({ name }) => !isKept(sizes, name)) : []
  if (left.length > 0 && left.length === objected.length) return undefined
  const distractors = distractorsIn(script).filter(({ name }) => !isKept(sizes, name))
  if (left.length === 0 && distractors.length === 0) return item
  const gone = new Set([...left.map(({ slot }) => slot), ...distractors.map(({ at }) => at)])
  const silent = new Set(left.map(({ query }) => query))
  // A query without text is not asked, and is still counted.
  const steps = script.steps.flatMap((step, at): Step[] => (gone.has(at) ? [] : [silent.has(at) ? { kind: 'query', text: '' } : step]))
  const nc = item.nc - distractors.length
  const told = withoutUntold(script, new Set(left.map(({ query }) => numberOf(script, query))))
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

function distractorsIn({ steps }: Pick<Script, 'steps'>) {
  const found = steps.flatMap((step, at) => (step.kind === 'irrelevant' ? [{ text: step.text, at }] : []))
  return found.map((one, index) => ({ name: `distractor-${index + 1}`, ...one }))
}

/** Queries with a slot for feedback after them, and where both are among the steps. */
function objectedIn({ steps }: Pick<Script, 'steps'>) {
  const found = steps.flatMap((step, at) => {
    const query = steps[at - 1]
    return step.kind === 'slot' && query?.kind === 'query' ? [{ text: query.text, query: at - 1, slot: at }] : []
  })
  return found.map((one, index) => ({ name: `query-${index + 1}`, ...one }))
}
