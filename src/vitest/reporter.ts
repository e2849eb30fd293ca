import { appendFileSync, mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import type { SerializedError } from 'vitest'
import {
  DefaultReporter,
  type Reporter,
  type TestCase,
  type TestModule,
  type TestRunEndReason,
  type TestSpecification,
  type TestSuite,
  type Vitest,
} from 'vitest/node'
import { SUITES } from '../../suites/catalogue.ts'
import { messageOf } from '../base/errors.ts'
import { redact, redactSecrets } from '../base/secrets.ts'
import { counted } from '../base/text/counted.ts'
import { nearest } from '../base/text/nearest.ts'
import { singleLine } from '../base/text/singleLine.ts'
import { writeRunSettings } from '../config/beginRun.ts'
import type { ResolvedConfig } from '../config/resolve.ts'
import type { ItemResult } from '../format/itemResult.ts'
import { type ItemRecord, latestRecords } from '../format/records.ts'
import { type RunFolder, runFolder } from '../format/runFolder.ts'
import { SCORE_FAILURE } from '../format/scoreFailure.ts'
import type { ScoresDocument } from '../format/scoresDocument.ts'
import type { SuitePlan } from '../format/suitePlan.ts'
import type { FoundCertificate } from '../judges/certificate/certificate.ts'
import { headerLines } from '../report/header.ts'
import { paint, screenWidth, wrapWords } from '../report/layout.ts'
import { Progress } from '../report/progress.ts'
import { otherFailureLines, resultLines } from '../report/resultLines.ts'
import { Screen } from '../report/screen.ts'
import { writeReports } from '../report/writeReports.ts'
import { baselineOrWhy } from '../results/baseline/baseline.ts'
import { type ConcludedRun, conclude } from '../results/conclude.ts'
import type { Figures } from '../results/figures.ts'
import { liveRun } from '../results/liveRun.ts'
// Declares the fields of a task's meta.
import type {} from '../worker/taskMeta.ts'
import { askSuite } from './askSuite.ts'
import { ItemsFile } from './itemsFile.ts'
import { settleProjects } from './processSettings.ts'
import { RunPage } from './runPage.ts'

/** The Vitest reporter of scored items: terminal, items.jsonl, scores.json and the exit code. */
export class HoldfastReporter implements Reporter {
  readonly #config: ResolvedConfig
  /** Certificate of the configured judge. */
  readonly #certificate: FoundCertificate | undefined
  readonly #folder: RunFolder
  readonly #itemsFile: ItemsFile
  readonly #page: RunPage
  /** Of each suite that began. */
  readonly #plans = new Map<string, SuitePlan>()
  /** As the processes that ran the items told them. */
  readonly #figures = new Map<string, Figures>()
  /** Test files with suites, from the run's root. */
  readonly #files = new Set<string>()
  /** The one store of what was scored, mirrored by items.jsonl. */
  readonly #results: ItemResult[] = []
  /** Lines about failures that are not scores, and how many there are. */
  readonly #otherFailures: string[] = []
  #otherCount = 0
  /** Tests that are no scored items and passed. */
  #plainPassed = 0
  readonly #stream: NodeJS.WriteStream
  #screen: Screen
  #progress: Progress
  #vitest: Vitest | undefined
  /** Vitest's own reporter, where nothing of the run is a suite. */
  #plain: DefaultReporter | undefined

  /** @param stream where to write: stderr, where another reporter has a document for stdout. */
  constructor(config: ResolvedConfig, certificate: FoundCertificate | undefined, stream: NodeJS.WriteStream = process.stdout) {
    this.#stream = stream
    this.#screen = new Screen(stream, false)
    this.#progress = new Progress(this.#screen)
    this.#config = config
    this.#certificate = certificate
    this.#folder = runFolder(config.out)
    this.#itemsFile = new ItemsFile(this.#folder.items)
    // Whether an item changed against a baseline shows when all its trials have ended.
    this.#page = new RunPage(this.#folder, !config.resume && config.gates?.baseline === undefined)
  }

  onInit(vitest: Vitest): void {
    this.#vitest = vitest
    this.#screen = new Screen(this.#stream, Boolean(this.#stream.isTTY) && !process.env.CI)
    this.#progress = new Progress(this.#screen)
    this.#stopOnInterrupt(vitest)
  }

  /**
   * Ctrl-C stops the run instead of the process: what was scored is written and reported, marked partial. A second one ends
   * it at once, as ever.
   */
  #stopOnInterrupt(vitest: Vitest): void {
    // Vitest's own handler ends the process within a millisecond.
    for (const listener of process.listeners('SIGINT')) process.removeListener('SIGINT', listener)
    process.once('SIGINT', () => {
      this.#screen.print(' stopping: what is done is kept. Again to end at once.')
      void vitest.cancelCurrentRun('keyboard-input')
    })
  }

  onTestRunStart(specifications: readonly TestSpecification[]): void {
    const ours = settleProjects(specifications)
    if (ours) this.#screen.status(' building contexts and prompts')
    if (ours || specifications.length === 0 || !this.#vitest) return
    // Only plain tests run: they get the reporter they would have had.
    this.#plain = new DefaultReporter()
    this.#plain.onInit(this.#vitest)
    this.#plain.onTestRunStart(specifications)
    vitestInternals(this.#vitest).reporters.push(this.#plain)
  }

  onTestModuleCollected(module: TestModule): void {
    for (const suite of module.children.suites()) this.#begin(suite)
  }

  #begin(suite: TestSuite): void {
    const plan = suite.meta().holdfastPlan
    if (!plan) return
    if (this.#plans.has(plan.suite)) {
      this.#fail(suite.fullName, [
        { name: 'HoldfastError', message: `Failed to plan ${plan.suite}: another file has a benchmark of that name. Rename one.` },
      ])
      return
    }
    this.#plans.set(plan.suite, plan)
    this.#files.add(relative(this.#config.root, suite.module.moduleId))
    writeRunSettings(this.#folder, this.#config, [...this.#plans.values()], [...this.#files])
    let weight = 0
    let count = 0
    for (const test of suite.children.allTests()) {
      weight += test.meta().holdfastWeight ?? 0
      count += 1
    }
    this.#progress.plan(count, weight)
    this.#screen.endStatus()
    this.#progress.start(performance.now())
    this.#screen.print('', ...headerLines(plan, this.#config, this.#certificate, screenWidth()))
  }

  onTestCaseResult(test: TestCase): void {
    const { holdfastItem, holdfastWeight } = test.meta()
    const result = test.result()
    if (holdfastItem) {
      this.#results.push(holdfastItem)
      this.#itemsFile.add(holdfastItem.record)
      this.#page.add(holdfastItem.record)
      const retried = Object.values(holdfastItem.usage).reduce((sum, { retries }) => sum + retries, 0)
      this.#progress.done(holdfastWeight ?? 0, retried, performance.now())
      // What is neither the score nor the recorded error: a hook, a plain assertion beside the matchers.
      const recorded = holdfastItem.record.error ?? holdfastItem.record.reason
      const others = (result.errors ?? []).filter((error) => error.name !== SCORE_FAILURE && redact(error.message) !== recorded)
      if (result.state === 'failed') this.#failAll(test.fullName, others)
    } else if (result.state === 'failed' && !this.#plain) this.#fail(test.fullName, result.errors)
    else if (result.state === 'passed') this.#plainPassed += 1
  }

  onTestSuiteResult(suite: TestSuite): void {
    const figures = suite.meta().holdfastFigures
    if (figures) this.#figures.set(figures.suite, figures)
    if (!this.#plain) this.#failAll(suite.fullName, suite.errors())
  }

  onTestModuleEnd(module: TestModule): void {
    if (!this.#plain) this.#failAll(module.relativeModuleId, module.errors())
  }

  onUserConsoleLog(log: { content: string }): void {
    if (!this.#plain) this.#screen.print(redactSecrets(log.content.trimEnd()))
  }

  async onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[], reason: TestRunEndReason): Promise<void> {
    if (this.#plain) return
    this.#itemsFile.flush()
    this.#screen.endStatus()
    for (const error of unhandled) this.#fail('unhandled error', [error])
    if (modules.length === 0 && unhandled.length === 0) this.#reportNoFiles()
    else if (this.#plans.size === 0) this.#reportWithoutSuites(reason)
    else await this.#reportSuites(reason)
  }

  async #reportSuites(reason: TestRunEndReason): Promise<void> {
    const config = this.#config
    const plans = [...this.#plans.values()]
    const records = latestRecords(this.#results.map(({ record }) => record))
    const figures = await this.#figuresOf(plans, records)
    const ended = liveRun({ config, plans, results: this.#results, figures, finishedAt: new Date() })
    const concluded = conclude(ended, {
      gates: config.gates,
      baseline: this.#baseline(),
      certificate: this.#certificate,
      known: SUITES.map(({ name }) => name),
      flags: {
        strict: config.strict,
        interrupted: reason === 'interrupted',
        sharded: config.shard !== undefined,
        otherFailures: this.#otherCount > 0 ? [this.#otherSummary()] : [],
      },
    })
    const markdown = writeReports(this.#folder, { ...concluded, records, figures, certificate: this.#certificate })
    const { GITHUB_STEP_SUMMARY: summary } = process.env
    if (summary) appendFileSync(summary, markdown)
    this.#linkLatest()
    const lines = resultLines({
      config,
      concluded,
      plans,
      results: this.#results,
      figures,
      otherFailures: this.#otherFailures,
      plainPassed: this.#plainPassed,
      width: screenWidth(),
    })
    this.#screen.print(
      ...lines,
      ` scores ${relative(config.root, this.#folder.scores) || this.#folder.scores}`,
      ` ${await this.#writePage(concluded)}`,
      '',
    )
    process.exitCode = concluded.document.exitCode
  }

  /**
   * The figures of each suite: as the process that ran its items told them, if it held all the records that we hold; else, as
   * where that process died, computed from the records.
   */
  async #figuresOf(plans: readonly SuitePlan[], records: readonly ItemRecord[]): Promise<Figures[]> {
    const { root, gates } = this.#config
    const figures: Figures[] = []
    for (const { suite } of plans) {
      const own = records.filter((record) => record.suite === suite)
      const told = this.#figures.get(suite)
      if (told && told.records === own.length) figures.push(told)
      else figures.push(await askSuite(suite, 'figures', { records: own, gates, root }, { root, files: [...this.#files] }))
    }
    return figures
  }

  /** The baseline that gates name; a text where it cannot be read, for the gate to say. */
  #baseline(): ScoresDocument | string | undefined {
    const name = this.#config.gates?.baseline
    return name === undefined ? undefined : baselineOrWhy(this.#config.root, name, 'latest')
  }

  #linkLatest(): void {
    const latest = join(this.#config.root, 'reports', 'runs', 'latest')
    try {
      mkdirSync(dirname(latest), { recursive: true })
      rmSync(latest, { force: true, recursive: false })
      symlinkSync(relative(dirname(latest), this.#folder.path), latest, 'dir')
    } catch {
      // A folder of that name, or a system without links: the run itself is complete without this convenience.
    }
  }

  /** Writes the page; a line that says where it is, or why there is none, which is no reason to fail the run. */
  async #writePage({ reasons, document }: ConcludedRun): Promise<string> {
    try {
      const { root, gates, resume } = this.#config
      // Of a run that is finished in parts, earlier ones may hold items that this one did not come to.
      const records = resume ? undefined : this.#results.map(({ record }) => record)
      await this.#page.finish({ root, baseline: gates?.baseline, reasons, records }, Object.keys(document.suites))
      return `open ${relative(this.#config.root, this.#folder.page) || this.#folder.page}`
    } catch (error) {
      return `no index.html: ${singleLine(redactSecrets(messageOf(error)))}`
    }
  }

  #otherSummary(): string {
    return `${counted(this.#otherCount, 'failure')} that ${this.#otherCount === 1 ? 'is no score' : 'are no scores'}`
  }

  /** A run in which no suite got as far as its items: plain tests, or a suite that could not be planned. */
  #reportWithoutSuites(reason: TestRunEndReason): void {
    if (this.#otherFailures.length === 0) {
      this.#screen.print(` ${reason}: ${counted(this.#plainPassed, 'test')} passed`)
      return
    }
    this.#screen.print(
      '',
      ...this.#otherFailures,
      paint('red', ` exit 1: ${counted(this.#otherCount, 'failure')} in tests or their files.`),
      '',
    )
    process.exitCode = 1
  }

  #reportNoFiles(): void {
    const suites = SUITES.map(({ name }) => name)
    const filters = this.#vitest ? (vitestInternals(this.#vitest).filenamePattern ?? []) : []
    const asked = filters.map((filter) => JSON.stringify(filter)).join(', ')
    const near = filters.map((filter) => nearest(filter.replace(/^.*suites\//, '').replace(/\/$/, ''), suites)).find(Boolean)
    const advice = near ? `Did you mean suites/${near}?` : `Suites: ${suites.map((name) => `suites/${name}`).join(', ')}.`
    this.#screen.print(
      '',
      ...wrapWords(`Failed to find a suite: no test file matches ${asked || 'the configuration'}. ${advice}`, screenWidth() - 1, 0).map(
        (line) => ` ${line}`,
      ),
      '',
    )
    process.exitCode = 1
  }

  #failAll(name: string, errors: readonly SerializedError[]): void {
    if (errors.length > 0) this.#fail(name, errors)
  }

  #fail(name: string, errors: readonly SerializedError[] | undefined): void {
    for (const error of errors ?? []) {
      this.#otherCount += 1
      const message = redactSecrets(withCause(error)).split('\n').map(singleLine)
      // A HoldfastError says all there is to say; anything else is a bug somewhere, and its stack is needed.
      const stacks = error.name === 'HoldfastError' ? [] : (error.stacks ?? [])
      const frames = stacks.slice(0, 5).map(({ file, line, column }) => `${file}:${line}:${column}`)
      this.#otherFailures.push(...otherFailureLines(singleLine(name), message, frames, screenWidth()))
    }
  }
}

/** A message with what caused it: a pool says no more than that a worker failed. */
function withCause(error: SerializedError): string {
  const message = error.message ?? String(error)
  const cause = error.cause as SerializedError | undefined
  return cause?.message ? `${message} ${withCause(cause)}` : message
}

/** Parts of Vitest that its types hide: the running reporters, and the file filters of the command line. */
function vitestInternals(vitest: Vitest): { reporters: Reporter[]; filenamePattern?: string[] } {
  return vitest as unknown as { reporters: Reporter[]; filenamePattern?: string[] }
}
