import { existsSync } from 'node:fs'
import {
  callRecord,
  findRun,
  HoldfastError,
  itemRecord,
  measuredRole,
  type PlainMessage,
  readJson,
  readJsonl,
  redactSecrets,
  scoresDocument,
  withMessages,
} from '../../../kit.ts'
import type { CanaryCall, CanaryRun } from './chooseCanaries.ts'

/**
 * The first answered call of the model under test to each item of a run, of its first trial.
 *
 * @throws HoldfastError for a run that is none, or did not end.
 */
export async function readCanaryRun(name: string, root: string): Promise<CanaryRun> {
  const folder = findRun(name, root)
  const document = existsSync(folder.scores) ? readJson(folder.scores, scoresDocument) : undefined
  const measured = document && measuredRole(document.run)
  if (!document || !measured || !existsSync(folder.calls))
    throw new HoldfastError('DATA', `Failed to choose canaries from ${name}: it did not end, or has no calls. Name a finished run.`)
  const role = document.run.roles.candidate ? 'candidate' : 'judge'
  const passed = new Map<string, boolean>()
  for await (const { suite, item, trial, status } of readJsonl(folder.items, itemRecord, { mayBeEmpty: true }))
    if (trial === 0) passed.set(keyOf(suite, item), status === 'passed')
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
