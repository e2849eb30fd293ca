import { test } from 'vitest'
import { lifbenchSuite } from '../../suites/lifbench/suite.ts'
import { type TaskDefinition, taskByOfficialName } from '../../suites/lifbench/tasks.ts'
import { expectTruth, planAndRun, words } from '../planTruth.ts'

test('the plan tells what a run with answers of the stated lengths takes', async () => {
  const taskOf = (id: string) => taskByOfficialName(id.split('/')[0] as string) as TaskDefinition
  const said = { candidate: (_messages: unknown, id: string) => words(taskOf(id).typicalTokens) }
  expectTruth(await planAndRun(lifbenchSuite, said, { limit: 1, suites: { lifbench: { lengths: ['4k'] } } }), ['candidate'])
})
