import { expect, test } from 'vitest'
import type { HoldfastOptions } from '../../src/core/config/schema.ts'
import { runDecision } from '../../src/reports/decision/runDecision.ts'
import { markdownReport } from '../../src/reports/markdown.ts'
import { headingBlocks } from '../../src/reports/suiteBlocks.ts'
import type { Suite } from '../../src/running/worker/suite.ts'
import { fbBenchSuite } from '../../suites/fb-bench/suite.ts'
import { kievalSuite } from '../../suites/kieval/suite.ts'
import { llmbarSuite } from '../../suites/llmbar/suite.ts'
import { refutebenchSuite } from '../../suites/refutebench/suite.ts'
import { runSuite } from '../runSuite.ts'
import type * as judges from './judges.ts'

const judge = (name: keyof typeof judges) => `module:./test/judgeSigns/judges.ts#${name}`
/** Whoever reads is a simulated judge; controls are as of a real one. */
const READS = 'sim:judge?noise=0.05'

const CASES: readonly (readonly [string, Suite, HoldfastOptions, readonly string[]])[] = [
  ['passes all', fbBenchSuite, { judge: judge('yes'), limit: 1 }, ['controls 6/6 wrong', 'constant 28/28']],
  ['fails all', fbBenchSuite, { judge: judge('no'), limit: 1 }, ['controls 6/6 right', 'constant 28/28']],
  ['loses what is in favour', fbBenchSuite, { judge: judge('losing'), limit: 1 }, ['one_sided']],
  ['copies', kievalSuite, { judge: judge('copying'), interactor: READS, limit: 4, suites: { kieval: { rounds: 3 } } }, ['copies']],
  ['asks nothing', kievalSuite, { judge: READS, interactor: judge('silent'), limit: 4 }, ['no_question 20/20']],
  ['says the answer', kievalSuite, { judge: READS, interactor: judge('parrot'), limit: 4 }, ['no_question 20/20']],
  ['takes the first', llmbarSuite, { judge: judge('first'), limit: 4 }, ['first 20/20']],
  ['takes the second', llmbarSuite, { judge: judge('second'), limit: 4 }, ['constant 20/20']],
  ['rates all alike', refutebenchSuite, { judge: judge('fours'), refuter: READS, limit: 1 }, ['controls']],
  ['reads, in fbBench', fbBenchSuite, { judge: READS, controls: 1, limit: 2 }, []],
  ['reads, in kieval', kievalSuite, { judge: READS, controls: 1, limit: 8 }, []],
  ['reads, in llmbar', llmbarSuite, { judge: READS, limit: 8 }, []],
  ['reads, in refutebench', refutebenchSuite, { judge: READS, controls: 1, limit: 2 }, []],
]

test.each(CASES)('one that %s', async (_, suite, options, signs) => {
  const gates = { allowSimulated: true, [suite.name]: { pass_rate: { min: 0 } } }
  const { concluded, records } = await runSuite(suite, { model: 'sim:oracle', ...options, gates })
  const { document, gates: decided } = concluded
  const found = document.suites[suite.name]?.judgeSigns ?? []
  for (const sign of signs)
    expect(found.map(({ sign, n, of, known }) => `${sign} ${n}/${of}${known ? ` ${known}` : ''}`).join(', ')).toContain(sign)
  expect(found.length > 0).toBe(signs.length > 0)
  expect(decided.map(({ verdict }) => verdict)).toEqual([signs.length > 0 ? 'undecided' : 'held'])
  expect(document.exitCode === 0).toBe(signs.length === 0)
  const told = /says nothing/i
  const screens = [
    JSON.stringify(headingBlocks(suite.name, document)),
    runDecision(document).notes.join('\n'),
    markdownReport({ document, records, figures: [], run: 'latest' }),
  ]
  expect(screens.map((text) => told.test(text))).toEqual(screens.map(() => signs.length > 0))
})
