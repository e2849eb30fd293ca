import { test } from 'vitest'
import { resolveConfig } from '../../src/core/config/resolve.ts'
import type { PlainMessage } from '../../src/models/transport.ts'
import { prepareSuite } from '../../src/running/worker/prepareSuite.ts'
import type { Rb1Item } from '../../suites/refutebench1/items.ts'
import type { Rb1Task } from '../../suites/refutebench1/names.ts'
import { TYPICAL_TOKENS } from '../../suites/refutebench1/openSuite.ts'
import { refutebench1Suite } from '../../suites/refutebench1/suite.ts'
import { expectTruth, lastOf, planAndRun, words } from '../planTruth.ts'

test('the plan tells what a run with answers of the stated lengths takes', async () => {
  const options = { limit: 30 }
  const config = resolveConfig(options, {}, '/', [refutebench1Suite])
  const { groups } = await prepareSuite(refutebench1Suite, { config, prepare: async () => config })
  const steps = groups.flat().flatMap(({ item }) => (item as Rb1Item).script.steps)
  const irrelevant = new Set(steps.flatMap((step) => (step.kind === 'irrelevant' ? [step.text] : [])))
  const candidate = (messages: readonly PlainMessage[], id: string) =>
    words(irrelevant.has(lastOf(messages)) ? TYPICAL_TOKENS.irrelevant : TYPICAL_TOKENS[id.split('/')[0] as Rb1Task])
  expectTruth(await planAndRun(refutebench1Suite, { candidate }, options), ['candidate'])
})
