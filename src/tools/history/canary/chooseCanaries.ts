import { existsSync } from 'node:fs'
import {
  type CallRecord,
  callRecord,
  dataError,
  findRun,
  hashFraction,
  measuredRole,
  type PlainMessage,
  readJsonl,
  readRunRecords,
  readScores,
  redactSecrets,
  withMessages,
} from '../../../kit.ts'

/** What a run has of a call of the model under test. */
type CanaryCall = Pick<CallRecord, 'suite' | 'item' | 'call'> & {
  readonly messages: readonly PlainMessage[]
  readonly content: string
  /** Whether its item passed. */
  readonly passed: boolean
}

/** The first call of each item in a run. */
type CanaryRun = Awaited<ReturnType<typeof readCanaryRun>>

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

/**
 * The first answered call of the model under test to each item of a run, of its first trial.
 *
 * @throws HoldfastError for a run that is none, or did not end.
 */
export async function readCanaryRun(name: string, root: string) {
  const folder = findRun(name, root)
  const document = readScores(folder.scores)
  const measured = document && measuredRole(document.run)
  if (!document || !measured || !existsSync(folder.calls))
    throw dataError(`Failed to choose canaries from ${name}: it did not end, or has no calls. Name a finished run.`)
  const role = document.run.roles.candidate ? 'candidate' : 'judge'
  const passed = new Map<string, boolean>()
  for (const { suite, item, trial, status } of readRunRecords(folder)) if (trial === 0) passed.set(keyOf(suite, item), status === 'passed')
  const calls = new Map<string, CanaryCall>()
  for await (const record of readJsonl(folder.calls, callRecord, { mayBeEmpty: true })) {
    const { suite, item, call, trial, ask, vote, content, error, refused } = record
    const key = keyOf(suite, item)
    if (record.role !== role || trial + ask + vote > 0 || content === undefined || error !== undefined || refused || calls.has(key))
      continue
    const messages = (withMessages(record, folder.blobs).messages ?? []).flatMap(({ role: who, content: text }): PlainMessage[] =>
      who === 'system' || who === 'user' || who === 'assistant' ? [{ role: who, content: redactSecrets(text) }] : [],
    )
    if (messages.length > 0) calls.set(key, { suite, item, call, messages, content, passed: passed.get(key) ?? false })
  }
  return { model: measured.model, calls }
}

function keyOf(suite: string, item: string): string {
  return JSON.stringify([suite, item])
}
