import { appendFileSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
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
import { messageOf } from '../base/errors.ts'
import { redact, redactSecrets } from '../base/secrets.ts'
import { counted } from '../base/text/counted.ts'
import { nearest } from '../base/text/nearest.ts'
import { singleLine } from '../base/text/singleLine.ts'
import type { ResolvedConfig } from '../config/resolve.ts'
import { writeRunSettings } from '../config/runSettings.ts'
import { type BenchmarkMeta, type ItemMeta, SCORE_FAILURE } from '../format/meta.ts'
import { type RunFolder, runFolder } from '../format/runFolder.ts'
import type { ScoresDocument } from '../format/scoresDocument.ts'
import { certificateLine } from '../judges/certificate/certificate.ts'
import { failureLines, unscoredLines } from '../report/failures.ts'
import { gateLines } from '../report/gateTable.ts'
import { headerLines } from '../report/header.ts'
import { labelled, paint, screenWidth, wrap } from '../report/layout.ts'
import { markdownReport } from '../report/markdown.ts'
import { Progress } from '../report/progress.ts'
import { scoreLines } from '../report/scoreTable.ts'
import { Screen } from '../report/screen.ts'
import { usageLines } from '../report/usageLines.ts'
import { readBaseline } from '../results/baseline/baseline.ts'
import { DEFAULT_MAX_UNSCORED, type EvaluatedGate, hasMetricGates } from '../results/gates/evaluateGates.ts'
import { type RunFacts, type RunResult, runResult } from '../results/runResult.ts'
import { ItemsFile } from './itemsFile.ts'
import { settleProjects } from './processSettings.ts'
import { RunPage } from './runPage.ts'

/** The Vitest reporter of scored items: terminal, items.jsonl, scores.json and the exit code. */
export class HoldfastReporter implements Reporter {
  readonly #config: ResolvedConfig
  readonly #suites: RunFacts['suites']
  readonly #suiteNames: readonly string[]
  readonly #folder: RunFolder
  readonly #itemsFile: ItemsFile
  readonly #page: RunPage
  readonly #benchmarks = new Map<string, BenchmarkMeta>()
  /** Test files with benchmarks. */
  readonly #files = new Set<string>()
  readonly #items: ItemMeta[] = []
  /** Lines about failures that are not scores, and how many there are. */
  readonly #otherFailures: string[] = []
  #otherCount = 0
  /** Tests that are no scored items and passed. */
  #plainPassed = 0
  readonly #stream: NodeJS.WriteStream
  #screen: Screen
  #progress: Progress
  #vitest: Vitest | undefined
  /** Vitest's own reporter, where nothing of the run is a benchmark. */
  #plain: DefaultReporter | undefined

  /** @param stream where to write: stderr, where another reporter has a document for stdout. */
  constructor(config: ResolvedConfig, suites: RunFacts['suites'], stream: NodeJS.WriteStream = process.stdout) {
    this.#stream = stream
    this.#screen = new Screen(stream, false)
    this.#progress = new Progress(this.#screen)
    this.#config = config
    this.#suites = suites
    this.#suiteNames = suites.map(({ name }) => name)
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
    if (ours) {
      this.#screen.status(' building contexts and prompts')
      this.#page.prepare()
    }
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
    const meta = suite.meta().holdfastBenchmark
    if (!meta) return
    if (this.#benchmarks.has(meta.suite)) {
      this.#fail(suite.fullName, [
        { name: 'HoldfastError', message: `Failed to plan ${meta.suite}: another file has a benchmark of that name. Rename one.` },
      ])
      return
    }
    this.#benchmarks.set(meta.suite, meta)
    this.#files.add(relative(this.#config.root, suite.module.moduleId))
    writeRunSettings(
      this.#folder,
      this.#config,
      Object.fromEntries([...this.#benchmarks].map(([suite, { data }]) => [suite, data.sha256])),
      [...this.#files],
    )
    let weight = 0
    let count = 0
    for (const test of suite.children.allTests()) {
      weight += test.meta().holdfastWeight ?? 0
      count += 1
    }
    this.#progress.plan(count, weight)
    this.#screen.endStatus()
    this.#progress.start(performance.now())
    this.#screen.print('', ...headerLines(meta, this.#config, screenWidth()))
  }

  onTestCaseResult(test: TestCase): void {
    const { holdfastItem, holdfastWeight } = test.meta()
    const result = test.result()
    if (holdfastItem) {
      this.#items.push(holdfastItem)
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
    const meta = suite.meta().holdfastBenchmark
    if (meta) this.#benchmarks.set(meta.suite, meta)
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
    else if (this.#benchmarks.size === 0) this.#reportWithoutBenchmarks(reason)
    else await this.#reportBenchmarks(reason)
  }

  async #reportBenchmarks(reason: TestRunEndReason): Promise<void> {
    const result = runResult(
      {
        config: this.#config,
        benchmarks: [...this.#benchmarks.values()],
        items: this.#items,
        otherFailures: this.#otherCount > 0 ? [this.#otherSummary()] : [],
        interrupted: reason === 'interrupted',
        suites: this.#suites,
        baseline: this.#baseline(),
      },
      new Date(),
    )
    this.#save(result)
    this.#printResult(result, await this.#writePage(result))
    process.exitCode = result.document.exitCode
  }

  /** The baseline that gates name; a text where it cannot be read, for the gate to say. */
  #baseline(): ScoresDocument | string | undefined {
    const name = this.#config.gates?.baseline
    if (name === undefined) return undefined
    try {
      return readBaseline(this.#config.root, name)
    } catch (error) {
      return `nothing that can be read: ${messageOf(error)}`
    }
  }

  #save({ document, gates, reasons }: RunResult): void {
    mkdirSync(this.#folder.path, { recursive: true })
    writeFileSync(this.#folder.scores, `${JSON.stringify(document, null, 2)}\n`)
    const benchmarks = [...this.#benchmarks.values()]
    const { judge, candidate } = document.run.roles
    const certificate = judge && candidate && certificateLine(this.#config.certificate)
    const report = markdownReport({ document, gates, reasons, benchmarks, items: this.#items, certificate })
    const markdown = `${redactSecrets(report)}\n`
    writeFileSync(this.#folder.markdown, markdown)
    const { GITHUB_STEP_SUMMARY: summary } = process.env
    if (summary) appendFileSync(summary, markdown)
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
  async #writePage({ reasons }: RunResult): Promise<string> {
    try {
      const { root, gates, resume } = this.#config
      // Of a run that is finished in parts, earlier ones may hold items that this one did not come to.
      const records = resume ? undefined : this.#items.map(({ record }) => record)
      await this.#page.finish({ root, baseline: gates?.baseline, reasons, records })
      return `open ${relative(this.#config.root, this.#folder.page) || this.#folder.page}`
    } catch (error) {
      return `no index.html: ${singleLine(redactSecrets(messageOf(error)))}`
    }
  }

  #printResult({ document, gates, reasons }: RunResult, page: string): void {
    const width = screenWidth()
    const limit = this.#config.gates?.maxUnscored ?? DEFAULT_MAX_UNSCORED
    for (const meta of this.#benchmarks.values()) {
      const items = this.#items.filter(({ record }) => record.suite === meta.suite)
      const scores = document.suites[meta.suite]
      const simulated = Object.values(document.run.roles).some((role) => role.simulated)
      this.#screen.print('', ...failureLines(meta, items, width, new Set(meta.baseline?.regressed)), ...unscoredLines(items, limit, width))
      if (scores) this.#screen.print(...scoreLines(meta, scores, this.#taskCounts(meta, items), simulated, width))
    }
    this.#screen.print(
      ...gateLines(
        gates,
        Object.values(document.run.roles).some((role) => role.simulated),
        width,
        this.#config.gates?.baseline,
      ),
      ...this.#otherFailures,
    )
    if (this.#plainPassed > 0) this.#screen.print('', ` ${counted(this.#plainPassed, 'test')} beside the items passed.`)
    this.#screen.print(...usageLines(document.usage, width))
    const where = relative(this.#config.root, this.#folder.scores) || this.#folder.scores
    const verdict = reasons.length > 0 ? `exit 1: ${reasons.join('; ')}.` : `exit 0: complete, ${this.#gatesHeld(gates)}.`
    this.#screen.print(
      ...wrap(verdict, width - 1, 8).map((line) => paint(reasons.length > 0 ? 'red' : 'green', ` ${line}`)),
      ` scores ${where}`,
      ` ${page}`,
      '',
    )
  }

  #otherSummary(): string {
    return `${counted(this.#otherCount, 'failure')} that ${this.#otherCount === 1 ? 'is no score' : 'are no scores'}`
  }

  #gatesHeld(gates: readonly EvaluatedGate[]): string {
    if (!hasMetricGates(this.#config.gates)) return 'no gates configured'
    if (this.#config.shard) return 'gates pending until all parts are merged by holdfast summarize'
    const count = (wanted: EvaluatedGate['verdict']) => gates.filter(({ verdict }) => verdict === wanted).length
    const [pending, undecided] = [count('pending'), count('undecided')]
    if (pending === gates.length) return 'no gate checked, their suites did not run'
    const rest = [...(undecided > 0 ? [`${undecided} undecided`] : []), ...(pending > 0 ? [`${pending} whose suites did not run`] : [])]
    return rest.length === 0 ? 'all gates held' : `all gates held but ${rest.join(' and ')}`
  }

  #taskCounts(meta: BenchmarkMeta, items: readonly ItemMeta[]) {
    return meta.tasks.map(({ task }) => {
      const scored = items.filter(({ record }) => record.task === task && (record.status === 'passed' || record.status === 'failed'))
      return { task, scored: scored.length, passed: scored.filter(({ record }) => record.status === 'passed').length }
    })
  }

  /** A run in which no benchmark got as far as its items: plain tests, or a suite that could not be planned. */
  #reportWithoutBenchmarks(reason: TestRunEndReason): void {
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
    const filters = this.#vitest ? (vitestInternals(this.#vitest).filenamePattern ?? []) : []
    const asked = filters.map((filter) => JSON.stringify(filter)).join(', ')
    const near = filters.map((filter) => nearest(filter.replace(/^.*suites\//, '').replace(/\/$/, ''), this.#suiteNames)).find(Boolean)
    const advice = near ? `Did you mean suites/${near}?` : `Suites: ${this.#suiteNames.map((name) => `suites/${name}`).join(', ')}.`
    this.#screen.print(
      '',
      ...wrap(`Failed to find a suite: no test file matches ${asked || 'the configuration'}. ${advice}`, screenWidth() - 1, 0).map(
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
    const width = screenWidth()
    for (const error of errors ?? []) {
      this.#otherCount += 1
      const message = redactSecrets(withCause(error))
      // A HoldfastError says all there is to say; anything else is a bug somewhere, and its stack is needed.
      const stack =
        error.name === 'HoldfastError' || !error.stacks
          ? []
          : error.stacks.slice(0, 5).map((frame) => `     at ${frame.file}:${frame.line}:${frame.column}`)
      this.#otherFailures.push(
        ...labelled('x', `${singleLine(name)}`, width, 3),
        ...message.split('\n').flatMap((line) => wrap(singleLine(line), width - 4, 0).map((wrapped) => `    ${wrapped}`)),
        ...stack,
      )
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
