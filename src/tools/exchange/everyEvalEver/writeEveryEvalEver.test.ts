import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { madeDocument, madeScores } from '../../../../test/madeDocument.ts'
import { runFolder } from '../../../core/format/runFolder.ts'
import type { ScoresDocument } from '../../../core/format/scoresDocument.ts'
import { evaluationOf, writeEveryEvalEver } from './writeEveryEvalEver.ts'

/** Exports a run without items, and gives the aggregate with the path that it has. */
async function exported(document: ScoresDocument, modelId?: string) {
  const out = mkdtempSync(join(tmpdir(), 'holdfast-'))
  onTestFinished(() => rmSync(out, { recursive: true }))
  const publisher = { organization: 'Test', relationship: 'other', modelId } as const
  const [path = ''] = await writeEveryEvalEver({ folder: runFolder(out), document, records: [] }, out, publisher, true)
  expect(existsSync(join(out, path))).toBe(true)
  return { path, ...JSON.parse(readFileSync(join(out, path), 'utf8')) }
}

test.each([
  ['openai:acme/chat-7', undefined, 'acme/chat-7'],
  ['openai:meta/llama/8b:free', undefined, 'meta/llama_8b_free'],
  ['openai:chat 7', undefined, 'unknown/chat_7'],
  ['openai:chat-7', 'Qwen/Qwen3-8B', 'Qwen/Qwen3-8B'],
  ['openai:chat-7', '../..', '_/_'],
  ['openai:chat-7', 'no-maker', 'unknown/no-maker'],
])('the model %s, named %s, has the same id in its file as in its path', async (model, named, id) => {
  const document = madeDocument({ run: { roles: { candidate: { model, simulated: false } } } })
  const { path, model_info: info, evaluation_id: evaluation } = await exported(document, named)
  expect([info.id, dirname(path)]).toEqual([id, join('data', 'holdfast-support', id)])
  expect(evaluation.startsWith(`holdfast-support/${id.replace('/', '_')}/`)).toBe(true)
})

test.each([
  ['', ['score', 'other'], 'support.score'],
  [', and to no other where it has no value', ['other'], undefined],
])('items belong to the headline that was planned%s', (_, keys, result) => {
  const metrics = Object.fromEntries(keys.map((key) => [key, { value: 0.5, n: 10, ci95: null }]))
  const document = madeDocument({ suites: { support: madeScores({ metrics }) } })
  expect(evaluationOf(document, 'support', { organization: 'Test', relationship: 'other' }).result).toBe(result)
})

test('a log without a date goes out without it, and not as no number', async () => {
  const undated = await exported(madeDocument({ run: { startedAt: '', finishedAt: '' } }), 'acme/chat')
  expect(Number(undated.retrieved_timestamp)).toBeGreaterThan(1.7e9)
  expect(JSON.parse(JSON.stringify(undated))).not.toHaveProperty('evaluation_timestamp')
})

test('figures go out with what must stand beside them', async () => {
  const detailsOf = async (own: Parameters<typeof madeScores>[0]) =>
    (await exported(madeDocument({ suites: { support: madeScores(own) } }), 'acme/chat')).source_metadata.additional_details
  const mark = 'SAYS NOTHING: the interactor asked nothing in 9 of 9 rounds: no question, or what had been said before'
  expect(await detailsOf({ judgeSigns: [{ role: 'interactor', sign: 'no_question', n: 9, of: 9 }] })).toMatchObject({ mark })
  expect(await detailsOf({})).not.toHaveProperty('mark')
})
