import type { TestContext } from 'vitest'
import { usageError } from '../../core/base/errors.ts'
import { remembered } from '../../core/base/remembered.ts'
import type { CallCounts } from '../../core/format/itemResult.ts'
import type { Role } from '../../core/format/role.ts'
import type { Model } from '../../models/model.ts'
import { type PlainTestKey, plainTestKeys } from './plainTestKeys.ts'
import { currentRuntime } from './runtime.ts'

/** The keys of a file's tests, by id. */
const keysOf = remembered((file: TestContext['task']['file']) => {
  const testsIn = (all: typeof file.tasks): TestContext['task'][] =>
    all.flatMap((task) => (task.type === 'suite' ? testsIn(task.tasks) : task))
  const tests = testsIn(file.tasks).map(({ id, fullTestName }) => [id, fullTestName] as const)
  return plainTestKeys(file, tests)
}, new WeakMap())

/** The model of a role for an ordinary test, its calls under the test's file and name. @param trial which time the same is asked, from 0. */
export function plainTestModel(role: Role, { task, signal }: Pick<TestContext, 'task' | 'signal'>, trial = 0): Model {
  const runtime = currentRuntime()
  const lacks = (what: string, given: string) => {
    const advice = `Give ask or refute ${given}, or name a real model with HOLDFAST_MODEL.`
    return usageError(`Failed to simulate ${JSON.stringify(task.fullTestName)}${what} ${advice}`)
  }
  const reference = (standIn?: string) => {
    if (standIn !== undefined) return standIn
    throw lacks(': the call has no reference answer.', "a reference, as { reference: '…' }")
  }
  const wrong = () => {
    throw lacks(': the call has no wrong answer.', "one, as { simulation: { wrong: '…' } }")
  }
  // The reporter reads it when the test has ended; a fixture and a matcher may each bind the same role.
  const key = keysOf(task.file).get(task.id) as PlainTestKey
  task.meta.holdfastTest = key
  const usage = task.meta.holdfastUsage ?? {}
  task.meta.holdfastUsage = usage
  const counts: CallCounts = usage[role] ?? { calls: 0, retries: 0, promptTokens: 0, completionTokens: 0 }
  const model = runtime.model(role, {
    ...key,
    trial,
    measured: role === 'candidate',
    hints: { item: task.fullTestName, seed: runtime.config.seed, reference, wrong },
    counts,
    stopping: signal,
  })
  usage[role] = Object.assign(counts, { model: model.name, simulated: model.simulated })
  return model
}
