import type { SerializedError, UserConsoleLog } from 'vitest'
import type { Reporter, TestCase, TestModule, TestSuite, Vitest } from 'vitest/node'
import { redactSecrets } from '../base/secrets.ts'
import { withoutCommands } from '../base/text/runnerCommands.ts'
import { screenText } from '../base/text/screenText.ts'
import type { RunKind } from './runKind.ts'

/**
 * The first of a run's reporters: in files that work with Holdfast it takes keys and control characters out of errors, and keys
 * out of what is printed, before any other reporter sees them. A plain assertion there may quote a model's answer.
 */
export class SafeOutput implements Reporter {
  readonly #kind: RunKind
  #vitest: Vitest | undefined

  constructor(kind: RunKind) {
    this.#kind = kind
  }

  onInit(vitest: Vitest): void {
    this.#vitest = vitest
  }

  onTestCaseResult(test: TestCase): void {
    this.#clean(test.module, test.result().errors)
  }

  onTestSuiteResult(suite: TestSuite): void {
    this.#clean(suite.module, suite.errors())
  }

  onTestModuleEnd(module: TestModule): void {
    this.#clean(module, module.errors())
  }

  onUserConsoleLog(log: UserConsoleLog): void {
    const task = log.taskId === undefined ? undefined : this.#vitest?.state.idMap.get(log.taskId)
    if (task === undefined || this.#kind.files.has(task.file.filepath)) log.content = withoutCommands(redactSecrets(log.content))
  }

  #clean({ moduleId }: TestModule, errors: readonly SerializedError[] | undefined): void {
    if (this.#kind.files.has(moduleId)) for (const error of errors ?? []) cleanTexts(error)
  }
}

const TEXTS = ['message', 'stack', 'diff', 'actual', 'expected'] as const

function cleanTexts(error: Partial<Record<(typeof TEXTS)[number], unknown>>): void {
  for (const name of TEXTS) {
    const text = error[name]
    if (typeof text === 'string') error[name] = screenText(redactSecrets(text))
  }
}
