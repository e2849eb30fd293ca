import { expect, test } from 'vitest'
import { tokenizer } from '../../src/core/base/text/tokenizer.ts'
import { resolveConfig } from '../../src/core/config/resolve.ts'
import { prepareSuite } from '../../src/running/worker/prepareSuite.ts'
import type { ShardedItem } from '../../suites/sharded/items.ts'
import { TYPICAL } from '../../suites/sharded/openSuite.ts'
import { shardedSuite } from '../../suites/sharded/suite.ts'
import { expectTruth, planAndRun, words } from '../planTruth.ts'

const { count } = tokenizer('o200k_base')

test.each([{ limit: 1 }, { limit: 1, suites: { sharded: { forms: ['sharded' as const, 'recap' as const, 'snowball' as const] } } }])(
  'the plan tells what a run with answers of the stated lengths takes, %j',
  async (options) => {
    const config = resolveConfig({ suites: options.suites }, {}, '/', [shardedSuite])
    const { groups } = await prepareSuite(shardedSuite, { config, prepare: async () => config })
    const items = new Map(groups.flat().map(({ id, item }) => [id, item as ShardedItem]))
    const said = {
      candidate: (_messages: unknown, id: string) => {
        const { task } = items.get(id) as ShardedItem
        return words(Math.round(TYPICAL.perReference * count(task.reference)) + TYPICAL.around)
      },
    }
    const truth = await planAndRun(shardedSuite, said, options)
    expectTruth(truth, ['candidate'])
    expect(truth.candidate?.planned.calls).toBe(truth.candidate?.measured.calls)
  },
)
