import { appendFileSync } from 'node:fs'
import { dirname, relative } from 'node:path'
import type { SerializedError } from 'vitest'
import type { TestCase, TestModule, TestRunEndReason, TestSuite, Vitest } from 'vitest/node'
import { messageOf } from '../../core/base/errors.ts'
import { redact, redactSecrets } from '../../core/base/secrets.ts'
import { counted } from '../../core/base/text/counted.ts'
import { holdfastCommand, shellWord } from '../../core/base/text/shellWord.ts'
import { singleLine } from '../../core/base/text/singleLine.ts'
import { otherFolder, typedPath } from '../../core/base/typedFolder.ts'
import { writeRunSettings } from '../../core/config/beginRun.ts'
import { weakSecrets } from '../../core/config/registerSecrets.ts'
import type { ResolvedConfig } from '../../core/config/resolve.ts'
import { readRunSettings, type TestFile } from '../../core/config/runSettings.ts'
import { KEEPS_LATEST } from '../../core/config/settingOrigins.ts'
import { EXIT_INCOMPLETE } from '../../core/format/exitIncomplete.ts'
import type { ItemResult } from '../../core/format/itemResult.ts'
import { hasSimulated } from '../../core/format/modelEntry.ts'
import { modelLabel } from '../../core/format/modelUri.ts'
import { type ItemRecord, latestRecords, stoppedByBudget, stoppedWithRun } from '../../core/format/records.ts'
import { spendReserve } from '../../core/format/reserve.ts'
import { linkLatest, type RunFolder, runFolder } from '../../core/format/runFolder.ts'
import { SCORE_FAILURE } from '../../core/format/scoreFailure.ts'
import type { SuitePlan } from '../../core/format/suitePlan.ts'
import { baselineOrWhy } from '../../deciding/baseline/baseline.ts'
import { earlierGated } from '../../deciding/baseline/runsOfCandidate.ts'
import { type ConcludedRun, conclude, type EndedRun } from '../../deciding/conclude.ts'
import { figuresBy, type SuiteResult } from '../../deciding/figures.ts'
import { liveRun } from '../../deciding/liveRun.ts'
import { type FoundCertificate, findCertificates, judgeStanding } from '../../judging/certificate/certificate.ts'
import { batches } from '../../models/batches.ts'
import { runPath } from '../../reports/decision/nextStep.ts'
import { headerLines } from '../../reports/header.ts'
import { bannerLines, labelled, type Screen, screenWidth, wrapWords } from '../../reports/layout.ts'
import { writePage } from '../../reports/page/writePage.ts'
import { type ItemAhead, Progress, progressOf } from '../../reports/progress.ts'
import { resultLines, simulatedBanner } from '../../reports/resultLines.ts'
import { type ReportedRun, writeReports } from '../../reports/writeReports.ts'
import { loadSuiteViews, noTestFile, suiteNames } from '../catalogue.ts'
import { AnsweredCalls } from '../newLines.ts'
import { askSuite } from './askSuite.ts'
import { EarlierRecords } from './earlierRecords.ts'
import { ItemsFile } from './itemsFile.ts'
import { isEndedWorker } from './onStop.ts'
import { OtherFailures } from './otherFailures.ts'
import { concludePlainTests, gatesOnPlainTests, plainTestResult } from './plainTests.ts'
import type { RunKind } from './runKind.ts'
import { partLine, SuitePlans } from './suitePlans.ts'

/** Milliseconds between two looks at how many calls were answered. */
const BEAT_MS = 2000

/** What one run has shown so far, and how it is told of: header, progress, verdict and files. */
export class RunReport {
  readonly #vitest: Vitest
  readonly #config: ResolvedConfig
  /** Certificates of the configured judge. */
  #certificates: readonly FoundCertificate[] = []
  readonly #screen: Screen
  readonly #progress: Progress
  readonly #folder: RunFolder
  /** Shows between two items that calls are under way. */
  #heart: NodeJS.Timeout | undefined
  readonly #itemsFile: ItemsFile
  /** Of each suite that began. */
  readonly #plans = new SuitePlans()
  /** As the processes that ran the items told them. */
  readonly #figures = new Map<string, SuiteResult>()
  /** The one store of what was scored, mirrored by items.jsonl. */
  readonly #results: ItemResult[] = []
  readonly #others: OtherFailures
  /** Tests that were taken in. Those of merged parts have the same ids. */
  readonly #told = new WeakSet<TestCase>()
  readonly #earlier = new EarlierRecords()
  /** Ordinary tests that called models. */
  readonly #plain: ItemResult[] = []
  /** The files of these, by suite. */
  readonly #plainFiles = new Map<string, TestFile>()
  /** Tests that are no scored items and passed. */
  #plainPassed = 0

  /** Finds the certificates of the configured judge. @param files how many test files there are that may hold suites. */
  static async open(vitest: Vitest, config: ResolvedConfig, kind: RunKind, screen: Screen, files: number): Promise<RunReport> {
    const { root, votes, roles } = config
    const report = new RunReport(vitest, config, kind, screen, files)
    if (roles.judge) report.#certificates = await findCertificates(root, modelLabel(roles.judge.uri), votes, new Date())
    return report
  }

  private constructor(vitest: Vitest, config: ResolvedConfig, kind: RunKind, screen: Screen, files: number) {
    this.#vitest = vitest
    this.#config = config
    this.#others = new OtherFailures(vitest, kind)
    this.#screen = screen
    this.#progress = new Progress(screen, files)
    this.#folder = runFolder(config.out)
    this.#itemsFile = new ItemsFile(this.#folder)
  }

  /** How many failures there are so far that are not scores. */
  get otherCount(): number {
    return this.#others.count
  }

  /** Takes in a module that is about to run: a suite among it has its header printed, and the run its folder. */
  collected(module: TestModule): void {
    // Where a file could not be loaded its tests are not known.
    if (this.#config.resume && module.errors().length === 0) this.#earlier.loaded(module, this.#fileOf(module))
    for (const suite of module.children.allSuites()) this.#begin(suite)
    // Vitest's own reporter tells of what holds no suite.
    if (this.#plans.size === 0) this.#screen.endStatus()
  }

  #fileOf({ moduleId, project }: TestModule): TestFile {
    return { file: relative(this.#config.root, moduleId), project: project.name }
  }

  /** The run as commands take it. */
  get #name(): string {
    const { root } = this.#config
    return process.env[KEEPS_LATEST] === undefined ? 'latest' : runPath(this.#folder.path, root)
  }

  #linkLatest(): void {
    if (process.env[KEEPS_LATEST] === undefined) linkLatest(this.#config.root, this.#folder)
  }

  #begin(suite: TestSuite): void {
    const plan = suite.meta().holdfastPlan
    if (!plan) return
    let isPart: boolean
    try {
      isPart = this.#plans.add(plan, this.#fileOf(suite.module))
    } catch (error) {
      this.#others.add(suite.fullName, [{ name: 'HoldfastError', message: messageOf(error) }])
      return
    }
    writeRunSettings(this.#folder, this.#config, this.#plans.all)
    // From here on it can be finished by that name, however it ends.
    this.#linkLatest()
    const calls = this.#heart ? undefined : new AnsweredCalls(this.#folder.calls)
    if (calls) this.#heart = setInterval(() => this.#progress.beat(calls.since(), performance.now()), BEAT_MS).unref()
    this.#progress.begin(plan.suite, [...suite.children.allTests()].map(aheadOf), performance.now())
    this.#screen.endStatus()
    const isFirst = !isPart && this.#plans.size === 1
    // Once, before the first suite that asks one: a model that no suite asks says nothing of the figures.
    const simulated = this.#plans.all.filter(({ roles }) => roles.some((role) => hasSimulated(this.#config.roles[role])))
    const banner = !isPart && simulated.length === 1 && simulated[0]?.suite === plan.suite ? ['', ...bannerLines(screenWidth())] : []
    const header = () => headerLines(plan, this.#config, this.#certificates, screenWidth())
    this.#screen.print(...(isPart ? [partLine(plan)] : [...banner, '', ...header()]))
    if (isFirst) this.#tellWeakSecrets()
  }

  /** Names what is not redacted, though its name says that it should be. */
  #tellWeakSecrets(): void {
    const names = weakSecrets()
    const text = `too short or too common to redact: ${names.join(', ')}`
    if (names.length > 0) this.#screen.print(...labelled('secrets', text, screenWidth()), '')
  }

  /** Takes in a test that ended. */
  tested(test: TestCase): void {
    // Vitest tells of a test that was cut off once when it ends, and again when the run does.
    if (this.#told.has(test)) return
    this.#told.add(test)
    const { holdfastItem } = test.meta()
    const result = test.result()
    if (!holdfastItem) {
      if (result.state === 'failed') this.#others.add(`${test.module.relativeModuleId} > ${test.fullName}`, result.errors, test.module)
      else if (result.state === 'passed') this.#plainPassed += 1
      const plain = plainTestResult(test)
      if (plain) {
        this.#plain.push(plain)
        this.#plainFiles.set(plain.record.suite, this.#fileOf(test.module))
      } else if (result.state !== 'skipped') this.#earlier.silent(test.id)
      return
    }
    this.#results.push(holdfastItem)
    this.#plans.ran(holdfastItem.record.suite, test)
    this.#itemsFile.add(holdfastItem.record)
    // What was stopped before it was answered is no progress.
    if (!stoppedWithRun(holdfastItem.record) && !stoppedByBudget(holdfastItem.record))
      this.#progress.done(holdfastItem.record.suite, { ...aheadOf(test), ...progressOf(holdfastItem) }, performance.now())
    // What is neither the score nor the recorded error: a hook, a plain assertion beside the matchers.
    const recorded = holdfastItem.record.error ?? holdfastItem.record.reason
    const others = (result.errors ?? []).filter((error) => error.name !== SCORE_FAILURE && redact(error.message) !== recorded)
    if (result.state === 'failed') this.#others.add(test.fullName, others, test.module)
  }

  /** Takes in a group of tests that ended. */
  grouped(suite: TestSuite): void {
    const figures = suite.meta().holdfastFigures
    if (figures) this.#figures.set(figures.suite, figures)
    this.#others.add(suite.fullName, suite.errors(), suite.module)
  }

  /** Takes in a module that ended. */
  ended(module: TestModule): void {
    this.#others.add(module.relativeModuleId, module.errors(), module)
  }

  /** Tells of the run's end. */
  async finish(modules: number, unhandled: readonly SerializedError[], reason: TestRunEndReason): Promise<void> {
    clearInterval(this.#heart)
    // The room was kept for this.
    spendReserve(this.#folder.path)
    const isStopped = reason === 'interrupted'
    // A scheduler's signal reaches the worker too, perhaps before it has loaded what makes it wait.
    const failures = unhandled.filter(({ message }) => !(isStopped && isEndedWorker(message ?? '')))
    for (const error of failures) this.#others.addUnhandled(error)
    const benchmarks = this.#plans.all.map(({ suite }) => suite)
    for (const message of gatesOnPlainTests(this.#config.gates, this.#plainFiles.keys(), benchmarks))
      this.#others.add('gates', [{ name: 'HoldfastError', message }])
    if (this.#plans.size === 0 && !(isStopped && this.#others.count === 0))
      for (const { record } of this.#plain) this.#itemsFile.add(record)
    await this.#closeItems(isStopped)
    this.#screen.endStatus()
    if (modules === 0 && unhandled.length === 0) this.#reportNoFiles()
    else if (this.#plans.size > 0) await this.#reportSuites(reason, this.#vitest.config.testNamePattern?.source)
    else if (isStopped && this.#others.count === 0) this.#reportStopped()
    else if (this.#plain.length > 0) await this.#reportPlainTests()
    else this.#reportWithoutSuites()
  }

  async #closeItems(isStopped: boolean): Promise<void> {
    try {
      await this.#itemsFile.close()
      if (this.#config.resume) this.#dropUnplanned(isStopped)
    } catch (error) {
      this.#others.add('items.jsonl', [{ name: 'HoldfastError', message: `${messageOf(error)} ${this.#howToFinish()}` }])
    }
  }

  /** Takes out of the run what it no longer plans: its readers count every record. */
  #dropUnplanned(isStopped: boolean): void {
    const { config, projects } = this.#vitest
    const all = config.project.length > 0 ? undefined : new Set(projects.map(({ name }) => name))
    const gone = this.#earlier.gone(readRunSettings(this.#folder).declaredIn, this.#config.root, all)
    // Beside suites ordinary tests are no part of a run.
    if (this.#plans.size > 0) for (const suite of this.#plainFiles.keys()) gone.add(suite)
    if (gone.size > 0) writeRunSettings(this.#folder, this.#config, this.#plans.all, gone)
    this.#itemsFile.keep(this.#earlier.counting(gone, isStopped))
  }

  /** What is left to do where the files of the run could not be written: the answers are in its journal. */
  #howToFinish(): string {
    return `Then finish the run with HOLDFAST_RESUME=${relative(this.#config.root, this.#folder.path) || this.#folder.path}; no answer is paid for again.`
  }

  async #reportSuites(reason: TestRunEndReason, nameFilter: string | undefined): Promise<void> {
    const [config, plans] = [this.#config, this.#plans.all]
    const records = latestRecords(this.#results.map(({ record }) => record))
    const figures = await this.#figuresOf(plans, records)
    const live = liveRun({ config, plans, results: this.#results, figures, finishedAt: new Date(), times: this.#plans.times })
    // Blobs of parts are the whole where all of them are there.
    const missing = config.shard ? [] : this.#plans.missing()
    const ended: EndedRun = { ...live, plan: live.plan && { ...live.plan, missing } }
    // A text where it cannot be read, for the gate to say.
    const name = config.gates?.baseline
    const baseline = name === undefined ? undefined : baselineOrWhy(config.root, name, shellWord(this.#name))
    const earlier = name && typeof baseline === 'object' ? earlierGated(dirname(config.out), name, baseline, ended.run) : undefined
    const awaits = config.exportsBatch === true && records.some(stoppedWithRun)
    const concludeWith = (failures: readonly string[]) =>
      conclude(ended, {
        gates: config.gates,
        baseline,
        earlier,
        certificates: this.#certificates,
        known: suiteNames(),
        flags: {
          strict: config.strict,
          interrupted: reason === 'interrupted' || awaits,
          awaitsBatch: awaits,
          sharded: config.shard !== undefined,
          otherFailures: [...(this.#others.count > 0 ? [this.#others.summary] : []), ...this.#plans.gatesNotSet(config.gates), ...failures],
          nameFilter,
        },
      })
    let concluded = concludeWith([])
    let unwritten: string | undefined
    try {
      await this.#writeReports({ ...concluded, figures, certificates: this.#certificates })
    } catch (error) {
      unwritten = messageOf(error)
      concluded = concludeWith(['the scores could not be written'])
    }
    const lines = resultLines({
      config,
      ...concluded,
      stopped: records.length - concluded.records.length,
      figures,
      otherFailures: this.#others.lines,
      plainPassed: this.#plainPassed,
      width: screenWidth(),
      standing: judgeStanding(concluded.document, this.#certificates),
      run: this.#name,
    })
    const files = unwritten
      ? [` ${singleLine(unwritten)} ${this.#howToFinish()}`]
      : [` scores ${typedPath(this.#folder.scores)}`, ...(await this.#writePage(concluded))]
    const pending = config.exportsBatch ? await (await batches.open())?.pending(this.#folder, config.root) : []
    this.#screen.print(...lines, ...files, ...(pending ?? []), '')
    process.exitCode = concluded.document.exitCode
  }

  async #writeReports(run: ReportedRun): Promise<void> {
    const markdown = await writeReports(this.#folder, run, this.#config.root)
    const { GITHUB_STEP_SUMMARY: summary } = process.env
    if (!summary) return
    try {
      appendFileSync(summary, markdown)
    } catch (error) {
      this.#screen.print(` no summary of the job: ${singleLine(messageOf(error))}`)
    }
  }

  /** The figures of each suite, as the process that ran its items told them if it held all our records; else computed from the records. */
  async #figuresOf(plans: readonly SuitePlan[], records: readonly ItemRecord[]): Promise<SuiteResult[]> {
    const { root } = this.#config
    return Promise.all(
      plans.map((plan) => {
        const { suite } = plan
        const own = records.filter((record) => record.suite === suite)
        const told = this.#figures.get(suite)
        if (told?.records === own.length) return told
        return askSuite(suite, 'figures', { records: own, ...figuresBy(plan, this.#config) }, { root, files: this.#plans.files })
      }),
    )
  }

  /** Writes the page; lines that say where it is, or why there is none, which is no reason to fail the run, and where commands on the run are typed. */
  async #writePage({ document }: ConcludedRun): Promise<string[]> {
    try {
      const { root, gates } = this.#config
      const views = await loadSuiteViews(Object.keys(document.suites))
      await writePage(this.#folder, { root, baseline: gates?.baseline, views })
      const folder = otherFolder(root)
      return [
        ` open ${typedPath(this.#folder.page)}`,
        ...(folder === undefined ? [] : [` in   cd ${shellWord(folder)}, for the commands above`]),
      ]
    } catch (error) {
      return [` no index.html: ${singleLine(redactSecrets(messageOf(error)))}`]
    }
  }

  /** A run of ordinary tests that called models: Vitest tells how they ended; their conversations are kept to be looked at. */
  async #reportPlainTests(): Promise<void> {
    const config = this.#config
    const failed = this.#plain.filter(({ record }) => record.status === 'failed')
    const said = failed.length > 0 ? `${failed.length} of ${counted(this.#plain.length, 'test')} failed` : this.#others.summary
    const failures = this.#others.count > 0 ? [said] : []
    const { plans, figures, concluded } = await concludePlainTests(this.#plain, config, this.#certificates, failures)
    const inFiles = plans.map((plan) => ({ ...plan, declaredIn: this.#plainFiles.get(plan.suite) }))
    writeRunSettings(this.#folder, config, inFiles)
    await writeReports(this.#folder, { ...concluded, figures, certificates: this.#certificates }, config.root)
    this.#linkLatest()
    const page = await this.#writePage(concluded)
    // Vitest knows of its tests alone.
    if (this.#others.count > 0) process.exitCode = 1
    const shown = failed.slice(0, 3).map(({ record }) => ` show ${holdfastCommand('show', this.#name, record.item)}`)
    if (failed.length > shown.length)
      shown.push(` and ${failed.length - shown.length} more: ${holdfastCommand('show', this.#name, '--below')}`)
    this.#tellWeakSecrets()
    // A pass of a model that gives the reference answers says nothing about anybody's application.
    const banner = simulatedBanner([concluded], screenWidth())
    this.#screen.print(...this.#others.lines, ...shown, ...banner, ...page, '')
  }

  /** A run in which no suite got as far as its items: ordinary tests, which Vitest tells of, or a suite that could not be planned. */
  #reportWithoutSuites(): void {
    if (this.#others.lines.length === 0) return
    this.#screen.print('', ...this.#others.lines, ` exit 1: ${counted(this.#others.count, 'failure')} in tests or their files.`, '')
    process.exitCode = 1
  }

  /** A run that was stopped before its first suite began: there is nothing to keep, and the same command begins it. */
  #reportStopped(): void {
    this.#screen.print('', ` exit ${EXIT_INCOMPLETE}: interrupted before a suite had begun.`, '')
    process.exitCode = EXIT_INCOMPLETE
  }

  #reportNoFiles(): void {
    // As with --changed and related: this is well, and Vitest's own reporter would say so.
    if (this.#vitest.config.passWithNoTests) {
      this.#screen.print('', ' No test files found, exiting with code 0', '')
      return
    }
    const filters = (this.#vitest as { filenamePattern?: string[] }).filenamePattern ?? []
    const ours = this.#vitest.projects.filter((project) => project.getProvidedContext().holdfast !== undefined)
    const include = ours.flatMap(({ config }) => config.include)
    this.#screen.print('', ...wrapWords(noTestFile(filters, include), screenWidth() - 1, 0).map((line) => ` ${line}`), '')
    process.exitCode = 1
  }
}

/** What the time that an item takes goes by. */
function aheadOf(test: TestCase): ItemAhead {
  return { weight: test.meta().holdfastWeight ?? 0 }
}
