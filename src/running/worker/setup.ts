import '../../registered.ts'
import { beforeAll, inject, type RunnerTestSuite, type TestContext, TestRunner, vi } from 'vitest'
import { registerMatchers } from '../../../matchers/index.ts'
import { usageError } from '../../core/base/errors.ts'
import { guardStream } from '../../core/base/secrets/guardStream.ts'
import { withCleanTexts } from '../../core/base/secrets/withCleanTexts.ts'
import { redact } from '../../core/base/secrets.ts'
import { registerEnvironment, registerLateVariables, registerSecrets } from '../../core/config/registerSecrets.ts'
import { newScope, runInScope } from './itemScope.ts'
import { plainTestModel } from './plainTestModel.ts'
import { currentConfig } from './runtime.ts'

// Vitest loads this before each test file that works with Holdfast, and before no other.
registerMatchers()
guardSecrets()
// Vitest's timeouts would count the time an item waits for its turn.
vi.setConfig({ testTimeout: 0, hookTimeout: 0 })
// Ctrl-C goes to the whole group of processes. The main one stops the run; a worker that died of it would take its items along.
if (process.listenerCount('SIGINT') === 0) process.on('SIGINT', () => undefined)

// A hook around each test is dear, and items have scopes of their own: only a file with plain tests gets it.
// biome-ignore lint/correctness/noEmptyPattern: Vitest reads there that no fixtures are needed
beforeAll(({}, file) => {
  if (hasPlainTests(file)) TestRunner.getSuiteHooks(file).aroundEach.push(inPlainScope)
})

/** Takes secrets out of what tests print. The main process does too, but knows no keys that an application reads from a file. */
function guardSecrets(): void {
  const config = inject('holdfast')
  if (config) registerSecrets(config)
  else registerEnvironment()
  const isMeant = () => {
    registerLateVariables()
    return true
  }
  // Vitest's console collects what is printed and has streams of its own.
  const { _stdout = process.stdout, _stderr = process.stderr } = console as { _stdout?: NodeJS.WriteStream; _stderr?: NodeJS.WriteStream }
  for (const stream of [process.stdout, process.stderr, _stdout, _stderr]) guardStream(stream, isMeant)
}

function hasPlainTests({ tasks }: Pick<RunnerTestSuite, 'tasks'>): boolean {
  return tasks.some((task) => (task.type === 'suite' ? hasPlainTests(task) : task.meta.holdfastWeight === undefined))
}

/** Runs a plain test in a scope of its own, at whose end a forgotten await is found. */
async function inPlainScope(runTest: () => Promise<void>, { task, signal }: TestContext): Promise<void> {
  if (task.meta.holdfastWeight !== undefined) return runTest()
  const scope = newScope(false, { judge: () => plainTestModel('judge', { task, signal }), votes: currentConfig().votes })
  await runInScope(scope, runTest)
  const { result } = task
  if (result?.errors) result.errors = withCleanTexts(result.errors, redact) as typeof result.errors
  const [left] = scope.open
  if (left) {
    throw usageError(`Failed to finish the test: ${left.matcher} was not awaited. Write await expect(...).${left.matcher}(...).`)
  }
}
