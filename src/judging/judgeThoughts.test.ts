import { expect, onTestFinished, test } from 'vitest'
import { startZoo } from '../../test/endpoints/zoo.ts'
import { entryOf } from '../../test/entryOf.ts'
import type { CallCounts } from '../core/format/itemResult.ts'
import { createTransport } from '../models/createTransport.ts'
import { Limiter } from '../models/limiter.ts'
import { bindModel } from '../models/model.ts'
import { type Answer, contentText } from '../models/transport.ts'
import { askJudge } from './askJudge.ts'

/** A judge behind an endpoint that leaves thoughts in the text, with these replies in order. */
async function judgeOf(...replies: string[]) {
  const zoo = await startZoo({ answer: () => replies.shift() ?? '' })
  onTestFinished(() => zoo.close())
  const entry = entryOf(zoo.uri('llamacpp', 'gemma'))
  const counts: CallCounts = { calls: 0, retries: 0, promptTokens: 0, completionTokens: 0 }
  const judge = bindModel({
    transport: createTransport(entry, '/'),
    entry,
    limiter: new Limiter(1),
    journal: { write: async () => undefined },
    key: { suite: 'demo', item: 'one', role: 'judge', trial: 0 },
    hints: { item: 'one', seed: 0, reference: () => 'none' },
    counts,
    stopping: new AbortController().signal,
  })
  return { judge, zoo, counts }
}

/** Takes the first output that is named. */
function parse({ content }: Answer) {
  const value = /Output \((.)\)/.exec(content)?.[1]
  return value === undefined ? { unusable: 'it names no output' } : { value }
}

test.each([
  ['closed', '<think>\nOutput (a) is longer.\n</think>\n\nOutput (b)', 'b'],
  ['closed by a tag alone', 'Output (a) is longer.\n</think>\n\nOutput (b)', 'b'],
  ['nested', '<think>Output (a) <think>?</think> Output (a)</think>Output (b)', 'b'],
  ['in the middle of the reply, where they are part of it', 'So: <think>Output (a)</think> Output (b)', 'a'],
])("thoughts in a judge's reply are no verdict: %s", async (_, reply, verdict) => {
  const { judge, counts } = await judgeOf(reply)
  expect(await askJudge(judge, { prompt: 'Which?', call: 'pick', parse })).toBe(verdict)
  expect(counts.thought ?? 0).toBe(verdict === 'b' ? 1 : 0)
})

test('thoughts that do not end are an unusable reply, and are not shown to the judge again', async () => {
  const { judge, zoo } = await judgeOf('<think>Output (a) is longer', '<think>Hm.</think>Output (b)')
  expect(await askJudge(judge, { prompt: 'Which?', call: 'pick', parse })).toBe('b')
  expect(zoo.received.map(({ body }) => body.messages.map(({ content }) => contentText(content)))).toEqual([
    ['Which?'],
    ['Which?', 'That reply cannot be used: it holds no answer. Reply again, in the form asked for and with nothing else.'],
  ])
})

test('a reply that is taken whole has no thoughts', async () => {
  const { judge } = await judgeOf('<think>Hm.</think>\n\nI object.')
  const taken = await askJudge(judge, { prompt: 'Object.', call: 'turn', parse: (value) => ({ value }) })
  expect(taken).toMatchObject({ content: 'I object.', reasoning: 'Hm.' })
})
