import { test } from 'vitest'
import type { PlainMessage } from '../../src/models/transport.ts'
import type { RefuteTask } from '../../suites/refutebench/names.ts'
import { TYPICAL_TOKENS } from '../../suites/refutebench/plannedCalls.ts'
import { readIrrelevantQueries } from '../../suites/refutebench/seeds.ts'
import { refutebenchSuite } from '../../suites/refutebench/suite.ts'
import { expectTruth, lastOf, planAndRun, words } from '../planTruth.ts'

const irrelevant = new Set(readIrrelevantQueries().map(({ query }) => query))
const said = {
  candidate: (messages: readonly PlainMessage[], id: string) =>
    words(
      lastOf(messages).includes('in about 400 words')
        ? TYPICAL_TOKENS.distraction.long
        : irrelevant.has(lastOf(messages))
          ? TYPICAL_TOKENS.distraction.short
          : TYPICAL_TOKENS.answer[id.split('/')[1] as RefuteTask],
    ),
  refuter: () => words(TYPICAL_TOKENS.objection),
  judge: (messages: readonly PlainMessage[]) =>
    lastOf(messages).includes('already_met')
      ? '{"already_met": false, "contradicts": false}'
      : lastOf(messages).includes('"clarity"')
        ? '{"clarity": "vague", "abstraction": "abstract", "emotion": "emotional", "demands": true}'
        : `${words(TYPICAL_TOKENS.rating - 6)} Rating: [[4]]`,
}

test.each([
  {},
  { objections: 4, distractions: 7, long: true, fitness: true },
  { curves: false, immediate: true, validity: true, requery: 'generalization' },
])('the plan tells what a run with turns of the stated lengths takes, %j', async (own) => {
  const truth = await planAndRun(refutebenchSuite, said, { limit: 1, votes: 2, suites: { refutebench: own } })
  expectTruth(truth, ['candidate', 'judge', 'refuter'])
})
