import type { RunnerTask, SerializedError, TestAnnotation, TestArtifact, TestAttachment, UserConsoleLog } from 'vitest'
import type { Reporter, TestCase, TestModule, TestSuite, Vitest } from 'vitest/node'
import { guardStream } from '../../core/base/secrets/guardStream.ts'
import { replaceFields, withCleanTexts } from '../../core/base/secrets/withCleanTexts.ts'
import { redactSecrets } from '../../core/base/secrets.ts'
import { screenText } from '../../core/base/text/screenText.ts'
import { withoutCommands } from '../../core/base/text/singleLine.ts'
import type { RunKind } from './runKind.ts'

/** The first of a run's reporters: of files with Holdfast it takes secrets out of what others will see, and control characters out of errors. */
export class SafeOutput implements Reporter {
  readonly #kind: RunKind
  #vitest: Vitest | undefined

  constructor(kind: RunKind) {
    this.#kind = kind
  }

  onInit(vitest: Vitest): void {
    this.#vitest = vitest
  }

  onTestRunStart(): void {
    // Reporters write texts there. Bytes come from processes of tests, of fast loggers and of programs that an application starts.
    const isOfTests = (chunk: unknown) => typeof chunk !== 'string' && !this.#kind.alone
    for (const stream of [process.stdout, process.stderr]) guardStream(stream, isOfTests)
  }

  onTestModuleCollected = (module: TestModule): void => this.#cleanAll(module)
  onTestCaseResult = (test: TestCase): void => this.#clean(test, test.module)
  onTestSuiteResult = (suite: TestSuite): void => this.#clean(suite, suite.module)
  onTestModuleEnd = (module: TestModule): void => this.#cleanAll(module)

  onTestCaseAnnotate(test: TestCase, annotation: TestAnnotation): void {
    if (this.#kind.files.has(test.module.moduleId)) cleanAttached(annotation)
  }

  onTestCaseArtifactRecord(test: TestCase, artifact: TestArtifact): void {
    if (this.#kind.files.has(test.module.moduleId)) cleanAttached(artifact)
  }

  onUserConsoleLog(log: UserConsoleLog): void {
    const task = log.taskId === undefined ? undefined : this.#task(log.taskId)
    if (task === undefined || this.#kind.files.has(task.file.filepath)) log.content = withoutCommands(redactSecrets(log.content))
  }

  onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    if (this.#kind.alone) return
    for (const error of errors) cleanFields(error, onScreen)
    for (const module of modules) this.#cleanAll(module)
  }

  /** Cleans a module with all in it: Vitest replaces results with every update, and may tell of a module's end before that of its tests. */
  #cleanAll(module: TestModule): void {
    for (const entity of [module, ...module.children.allSuites(), ...module.children.allTests()]) this.#clean(entity, module)
  }

  #clean({ id }: TestModule | TestSuite | TestCase, { moduleId }: TestModule): void {
    const task = this.#task(id)
    if (task && this.#kind.files.has(moduleId)) cleanTask(task)
  }

  #task(id: string): RunnerTask | undefined {
    return this.#vitest?.state.idMap.get(id)
  }
}

/** Cleans what others than us may have put into a task: its title, what it threw, and what was noted of it. */
function cleanTask(task: RunnerTask): void {
  const { result = {}, meta } = task
  cleanTexts(task, ['name', 'fullName', 'fullTestName'])
  // Why it was skipped.
  cleanTexts(result, ['note'])
  for (const error of task.result?.errors ?? []) cleanFields(error, onScreen)
  // What is ours was cleaned where it was made.
  for (const [name, value] of Object.entries(meta)) {
    if (!name.startsWith('holdfast')) Object.assign(meta, { [name]: withCleanTexts(value, redactSecrets) })
  }
}

/** Cleans an annotation or an artifact with what is attached to it, which comes in base64. */
function cleanAttached(target: { readonly attachment?: TestAttachment; readonly attachments?: readonly TestAttachment[] }): void {
  const attached = [target.attachment ?? [], target.attachments ?? []].flat()
  for (const attachment of attached) {
    const text = Buffer.from(String(attachment.body ?? ''), 'base64').toString('utf8')
    const clean = redactSecrets(text)
    if (clean !== text) attachment.body = Buffer.from(clean).toString('base64')
  }
  cleanFields(target)
}

function cleanTexts(target: object, names: readonly string[]): void {
  for (const name of names) {
    const text: unknown = Reflect.get(target, name)
    if (typeof text === 'string') Reflect.set(target, name, redactSecrets(text))
  }
}

function onScreen(text: string): string {
  return screenText(redactSecrets(text))
}

function cleanFields(target: object, clean = redactSecrets): void {
  replaceFields(target, withCleanTexts(target, clean) as object)
}
