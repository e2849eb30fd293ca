import { isDeepStrictEqual } from 'node:util'
import type { SerializedError } from 'vitest'
import { configDefaults } from 'vitest/config'
import {
  type ReportedHookContext,
  type Reporter,
  ReportersMap,
  type TestCase,
  type TestModule,
  type TestRunEndReason,
  type TestSpecification,
  type TestSuite,
  type Vitest,
} from 'vitest/node'
import type { RunKind } from './runKind.ts'
import { SafeOutput } from './safeOutput.ts'

/** Reporters that Vitest adds by itself and that would print a stack or an annotation for every failing item. */
const AUTOMATIC: readonly string[] = ['default', 'agent', 'minimal', 'github-actions']

type Configured = Vitest['config']['reporters'][number]

/** The reporters of a run with ours: Vitest's own choice shows ordinary tests only, a user's all. @param named whether the configuration names any. */
export function withOrdinaryReporters(vitest: Vitest, named: boolean, kind: RunKind, ours: Reporter): Configured[] {
  const { config } = vitest
  const isNamed = named || isNamedElsewhere(vitest)
  const ordinary = config.reporters.map((reporter) => {
    if (isNamed || !Array.isArray(reporter) || !AUTOMATIC.includes(String(reporter[0]))) return reporter
    return new OrdinaryReporter(String(reporter[0]), reporter[1] as object, kind)
  })
  return [new SafeOutput(kind) as Configured, ...(ordinary as Configured[]), ours as Configured]
}

/** Whether a user chose the reporters on the command line, or in a configuration above the one with the plugin. */
function isNamedElsewhere({ vite }: Vitest): boolean {
  if (process.argv.some((argument) => /^--reporter(?:$|=)/.test(argument))) return true
  const configured = (vite.config as { test?: { reporters?: unknown } }).test?.reporters
  if (configured === undefined) return false
  // Vitest 5 puts its own choice where a user's would stand: a user who names the same there cannot be told from it.
  const normal = (reporters: unknown) => [reporters].flat().map((reporter) => (Array.isArray(reporter) ? reporter[0] : reporter))
  return !isDeepStrictEqual(normal(configured), normal(configDefaults.reporters))
}

type Entity = TestModule | TestSuite | TestCase

/** Events of a module, or of what is in it, that are passed on where the reporter shows it. */
const OF_MODULES = [
  ...(['onTestModuleCollected', 'onTestModuleStart', 'onTestModuleEnd', 'onTestSuiteReady', 'onTestSuiteResult'] as const),
  ...(['onTestCaseReady', 'onTestCaseResult', 'onTestCaseAnnotate', 'onTestCaseArtifactRecord', 'onHookStart', 'onHookEnd'] as const),
]

/** Events of a run that the reporter has told of. */
const OF_BEGUN = ['onCoverage', 'onFinishedReportCoverage', 'onProcessTimeout'] as const
/** Events of a run without Holdfast. The hint to wait comes once: from who has told of the run's end. */
const OF_ALONE = ['onTestModuleQueued', 'onWatcherStart'] as const

/** A reporter of Vitest's for tests in files without scored items. A run without Holdfast is passed on as it comes, to the byte. */
class OrdinaryReporter implements Reporter {
  readonly #name: string
  readonly #options: object
  readonly #kind: RunKind
  #vitest: Vitest | undefined
  /** For runs without Holdfast, and for others: those have a live line of their own. */
  readonly #made = new Map<boolean, Reporter>()
  #specifications: readonly TestSpecification[] = []
  /** Whether the reporter was told that the run began. */
  #begun = false

  constructor(name: string, options: object, kind: RunKind) {
    this.#name = name
    this.#options = options
    this.#kind = kind
    for (const event of OF_MODULES) {
      const pass = (told: Entity | ReportedHookContext, ...more: readonly unknown[]) => {
        if (this.#shows(moduleOf(told))) void this.#tell(event, told, ...more)
      }
      Object.assign(this, { [event]: pass })
    }
    for (const event of OF_BEGUN)
      Object.assign(this, { [event]: async (...told: unknown[]) => (this.#begun ? this.#tell(event, ...told) : undefined) })
    for (const event of OF_ALONE)
      Object.assign(this, { [event]: (...told: unknown[]) => void (this.#kind.alone && this.#tell(event, ...told)) })
    for (const event of ['onServerRestart', 'onTestRemoved'] as const)
      Object.assign(this, { [event]: (why?: string) => this.#made.forEach((reporter) => void reporter[event]?.(why)) })
  }

  #tell(event: string, ...told: readonly unknown[]): unknown {
    const reporter = this.#reporter() as Partial<Record<string, (...told: readonly unknown[]) => unknown>>
    return reporter[event]?.(...told)
  }

  /** The reporter for a run like this one. */
  #ofRun(): Reporter {
    const { alone } = this.#kind
    const made = this.#made.get(alone)
    if (made) return made
    const Made = ReportersMap[this.#name as keyof typeof ReportersMap] as unknown as new (options: object) => Reporter
    const reporter = new Made(alone ? this.#options : { ...this.#options, summary: false })
    const vitest = this.#vitest as Vitest
    const { logger } = vitest
    const { printBanner } = logger
    // The first has printed it, for the same process.
    if (this.#made.size > 0) logger.printBanner = () => {}
    reporter.onInit?.(vitest)
    logger.printBanner = printBanner
    this.#made.set(alone, reporter)
    return reporter
  }

  /** The reporter, which is told of the run's beginning when it first has something to show of it. */
  #reporter(): Reporter {
    const reporter = this.#ofRun()
    if (!this.#begun) {
      this.#begun = true
      reporter.onTestRunStart?.(this.#specifications)
    }
    return reporter
  }

  #shows(module: TestModule): boolean {
    return this.#kind.alone || !this.#kind.reports(module)
  }

  onInit(vitest: Vitest): void {
    this.#vitest = vitest
    // Its banner has the address of the page, also where it has no test to tell of.
    if (vitest.config.ui) this.#ofRun()
  }

  onTestRunStart(specifications: readonly TestSpecification[]): void {
    this.#specifications = specifications.filter(({ moduleId }) => !this.#kind.files.has(moduleId))
    this.#begun = false
    if (this.#kind.alone && specifications.length > 0) this.#reporter()
  }

  onUserConsoleLog(log: Parameters<NonNullable<Reporter['onUserConsoleLog']>>[0]): void {
    if (!this.#kind.printsLog(log)) this.#reporter().onUserConsoleLog?.(log)
  }

  async onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[], reason: TestRunEndReason): Promise<void> {
    const shown = modules.filter((module) => this.#shows(module))
    // Errors of nobody's are told once, with the verdict.
    if (this.#kind.alone && modules.length + errors.length > 0) await this.#reporter().onTestRunEnd?.(shown, errors, reason)
    else if (shown.length > 0) await this.#reporter().onTestRunEnd?.(shown, [], reason)
  }

  onWatcherRerun(...told: Parameters<NonNullable<Reporter['onWatcherRerun']>>): void {
    this.#kind.foresee(told[0])
    if (!this.#kind.alone) return
    this.#begun = true
    const [files, trigger] = told
    // It repeats what failed elsewhere: items are not its to tell of.
    const scored = (this.#vitest as Vitest).state.getTestModules().filter((module) => this.#kind.reports(module))
    void this.#reporter().onWatcherRerun?.([...new Set([...files, ...scored.map(({ moduleId }) => moduleId)])], trigger)
  }
}

function moduleOf(told: Entity | ReportedHookContext): TestModule {
  const entity = 'entity' in told ? told.entity : told
  return entity.type === 'module' ? entity : entity.module
}
