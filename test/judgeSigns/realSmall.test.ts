import { expect, test } from 'vitest'
import { judgeSigns } from '../../src/core/stats/controls/judgeSigns.ts'
import { fbBenchSuite } from '../../suites/fb-bench/suite.ts'
import { kievalSuite } from '../../suites/kieval/suite.ts'
import { llmbarSuite } from '../../suites/llmbar/suite.ts'
import { runSuite } from '../runSuite.ts'
import { hasShared, sharedFolder } from '../shared.ts'

const recorded = (name: string) => `replay:${sharedFolder}/data/real-small/${name}.jsonl`

const CASES = [
  ['fb-bench.qwen-0.5b', fbBenchSuite, 1, 'overall', ['judge one_sided']],
  ['fb-bench.judge-qwen-1.5b', fbBenchSuite, 1, 'overall', ['judge one_sided']],
  ['kieval.qwen-0.5b', kievalSuite, 2, 'score.overall', ['judge copies']],
  ['llmbar.qwen-0.5b', llmbarSuite, 3, 'accuracy.average', ['judge first']],
] as const

// Reviews of real small models, 11 to 17: each of these runs had a figure, and nothing on its screens said that it is none.
test.runIf(hasShared).each(CASES)('%s is named, and gates on its figures are undecided', async (name, suite, limit, key, signs) => {
  const judge = recorded(name)
  const model = recorded(name.startsWith('fb-bench') ? 'fb-bench.qwen-0.5b' : name)
  const gates = { [suite.name]: { [key]: { min: key === 'score.overall' ? 10 : 0 } } }
  const { document, gates: decided } = (await runSuite(suite, { model, judge, interactor: judge, limit, gates })).concluded
  expect(document.suites[suite.name]?.judgeSigns?.map(({ role, sign }) => `${role} ${sign}`)).toEqual(signs)
  expect(decided).toMatchObject([{ verdict: 'undecided', because: expect.stringContaining('The figure says nothing') }])
  expect(document.exitCode).toBe(1)
})

// Rounds of two interviews are too few to accuse an interviewer. What they show is counted: twice as many of the kind are enough.
test.runIf(hasShared)('the interviewer of kieval.qwen-0.5b is named where there are four such interviews', async () => {
  const [model, judge] = [recorded('kieval.qwen-0.5b'), recorded('kieval.qwen-0.5b')]
  const { records } = await runSuite(kievalSuite, { model, judge, interactor: judge, limit: 2 })
  const twice = [...records, ...records.map((record) => ({ ...record, item: `${record.item} again` }))]
  expect(judgeSigns(twice)).toContainEqual({ role: 'interactor', sign: 'no_question', n: expect.any(Number), of: 20 })
})
