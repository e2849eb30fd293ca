import { test } from 'vitest'
import type { PlainMessage } from '../../src/models/transport.ts'
import { TYPICAL_TOKENS } from '../../src/running/worker/callTally.ts'
import { llmbarSuite } from '../../suites/llmbar/suite.ts'
import { expectTruth, lastOf, planAndRun, words } from '../planTruth.ts'

const { metrics, reference, reasoned } = TYPICAL_TOKENS

test.each(['Vanilla', 'CoT', 'Metrics_Reference', 'Rating', 'ChatEval'] as const)(
  'the plan of %s tells what a run with replies of the stated lengths takes',
  async (strategy) => {
    const reasons = strategy === 'CoT' || strategy === 'ChatEval'
    const judge = (messages: readonly PlainMessage[]) => {
      // What is written before the comparison does not speak of two outputs.
      if (strategy === 'Metrics_Reference' && !lastOf(messages).includes('Output (a)')) return words(Math.round((metrics + reference) / 2))
      if (strategy === 'Rating') return '7'
      return reasons ? `${words(reasoned - 9)} Therefore, Output (a) is better.` : 'Output (a)'
    }
    expectTruth(await planAndRun(llmbarSuite, { judge }, { limit: 2, suites: { llmbar: { strategy } } }), ['judge'])
  },
)
