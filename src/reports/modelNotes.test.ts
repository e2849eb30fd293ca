import { expect, test } from 'vitest'
import { modelNotes } from './decision/runFacts.ts'

type Run = Parameters<typeof modelNotes>[0]

const notes = (role: object, usage: object = {}) =>
  modelNotes({
    run: { roles: { judge: { model: 'openai:gpt-4o', simulated: false, ...role } } } as unknown as Run['run'],
    usage: { judge: { calls: 10, cached: 0, promptTokens: 0, completionTokens: 0, usd: null, ...usage } },
  }).map(({ role: of, text, isWarning }) => `${isWarning ? '! ' : ''}${of}: ${text}`)

test.each<[string, object, object, string[]]>([
  ['nothing to tell', {}, {}, []],
  ['the model that was asked for', { served: ['gpt-4o'] }, {}, []],
  ['the model behind an alias', { served: ['gpt-4.1-2025-04-14'] }, {}, ['judge: answered as gpt-4.1-2025-04-14']],
  [
    'another model from some call on',
    { served: ['gpt-4o-2024-08-06', 'gpt-4o-2024-11-20'] },
    {},
    ['! judge: answered as gpt-4o-2024-08-06, gpt-4o-2024-11-20: the model behind the name changed during the run'],
  ],
  ['one build', { fingerprints: ['fp_1'] }, {}, []],
  ['several builds', { fingerprints: ['fp_1', 'fp_2'] }, {}, ['! judge: 2 builds of the server answered (fp_1, fp_2)']],
  ['cut answers', {}, { cut: 3 }, ['! judge: 3 of 10 answers cut off by their cap']],
  [
    'answers that a timeout chose',
    {},
    { timedOut: 2 },
    [
      '! judge: 2 of 10 answers came when asked anew, since a timeout cut off the one before: shorter answers take the place of long ones. Lower maxTokens or raise timeoutSeconds',
    ],
  ],
  ['thoughts', {}, { thought: 9, reasoningTokens: 30_000 }, ['judge: thought before 9 answers, 30,000 tokens']],
  ['thoughts that nobody counted', {}, { thought: 9 }, ['judge: thought before 9 answers']],
  ['votes that were not needed', {}, { unaskedVotes: 41 }, ['judge: 41 votes not asked for, since the others had decided']],
  ['refused parameters', { adapted: ['temperature left out'] }, {}, ['judge: changed for its endpoint: temperature left out']],
])('%s', (_what, role, usage, expected) => expect(notes(role, usage)).toEqual(expected))
