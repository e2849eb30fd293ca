import { hashFraction, type PlainMessage } from '../../../kit.ts'

/** What a run has of a call of the model under test. */
export interface CanaryCall {
  readonly suite: string
  readonly item: string
  readonly call: string
  readonly messages: readonly PlainMessage[]
  readonly content: string
  /** Whether its item passed. */
  readonly passed: boolean
}

/** The first call of each item in a run. */
export interface CanaryRun {
  readonly model: string
  readonly calls: ReadonlyMap<string, CanaryCall>
}

/** An answer of fewer characters tells models apart less often; one of more costs more. */
const TELLING = 200
/** A question of more characters is not asked again and again. */
const MOST_ASKED = 20_000

/**
 * Chooses calls that tell a change of the model: their answer is the same in all runs of this model and another in runs of other models,
 * most of all where the item passed with one and failed with another; among equal ones those with longer answers, up to 200 characters.
 *
 * @param runs the newest last: that run's model is meant.
 */
export function chooseCanaries(runs: readonly CanaryRun[], count: number): CanaryCall[] {
  const newest = runs.at(-1)
  if (!newest) return []
  const same = runs.filter(({ model }) => model === newest.model)
  const others = runs.filter(({ model }) => model !== newest.model)
  const rated = [...newest.calls].flatMap(([key, call]) => {
    const asked = call.messages.reduce((sum, { content }) => sum + content.length, 0)
    if (asked > MOST_ASKED || call.content.trim() === '') return []
    const shared = (of: readonly CanaryRun[], alike: (other: CanaryCall) => boolean) => {
      const known = of.flatMap(({ calls }) => calls.get(key) ?? [])
      return known.length === 0 ? 0 : known.filter(alike).length / known.length
    }
    const steady = same.length > 1 ? shared(same, ({ content }) => content === call.content) : 0
    const elsewhere = shared(others, ({ content }) => content !== call.content) + 2 * shared(others, ({ passed }) => passed !== call.passed)
    const telling = Math.min(call.content.length, TELLING) / TELLING
    return [{ call, rating: 4 * Math.floor(steady) + elsewhere + telling, place: hashFraction('canary', key) }]
  })
  return rated
    .sort((one, other) => other.rating - one.rating || one.place - other.place)
    .slice(0, count)
    .map(({ call }) => call)
}
