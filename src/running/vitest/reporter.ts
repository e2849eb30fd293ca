import { existsSync, rmSync } from 'node:fs'
import { basename } from 'node:path'
import type { SerializedError, UserConsoleLog } from 'vitest'
import type { Reporter, TestCase, TestModule, TestRunEndReason, TestSpecification, TestSuite, Vitest } from 'vitest/node'
import { HoldfastError } from '../../core/base/errors.ts'
import { redactSecrets } from '../../core/base/secrets.ts'
import { isNamedFolder, type ResolvedConfig, withNewRun } from '../../core/config/resolve.ts'
import { EXIT_INCOMPLETE } from '../../core/format/exitIncomplete.ts'
import { type RunFolder, runFolder } from '../../core/format/runFolder.ts'
import { isScored } from '../../core/stats/summary/combineTrials.ts'
import { Screen, screenWidth, wrapWords } from '../../reports/layout.ts'
import { isEndedWorker, onStop } from './onStop.ts'
import type { RunKind } from './runKind.ts'
import type { RunReport } from './runReport.ts'
import { separateFiles } from './separateFiles.ts'
import { takeRunFolder } from './takeRunFolder.ts'

/** Lets the run go on when nobody reads its output any more (`| head`): what the models answer is paid for. Vitest prints to the same streams. */
function outliveReaders(): void {
  for (const stream of [process.stdout, process.stderr]) {
    if (!stream.listeners('error').includes(passOverClosedPipe)) stream.on('error', passOverClosedPipe)
  }
}

function passOverClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error
}

/** What a run that watch mode made is of, and where. */
interface WatchedRun {
  readonly folder: RunFolder
  /** By file how many of its tests have a score. */
  readonly scored: ReadonlyMap<string, number>
}

/** Runs of each Vitest that are still there; an edited configuration makes another reporter, and no other Vitest. */
const watched = new WeakMap<Vitest, readonly WatchedRun[]>()

/** The Vitest reporter of scored items: terminal, items.jsonl, scores.json and the exit code. */
export class HoldfastReporter implements Reporter {
  #config: ResolvedConfig
  readonly #kind: RunKind
  readonly #stream: NodeJS.WriteStream
  #screen: Screen
  #vitest: Vitest | undefined
  #files: ReturnType<typeof separateFiles> | undefined
  /** Folder of the run that is under way. */
  #folder: Awaited<ReturnType<typeof takeRunFolder>> | undefined
  /** The run that is under way, or the last one: in watch mode there are many. */
  #run: Promise<RunReport> | undefined
  /** Whether a run has begun: in watch mode there are many. */
  #hasBegun = false
  /** Whether the run has been told to stop. */
  #stops = false
  /** The user's own setting of coverage. */
  #reportOnFailure: boolean | undefined

  /** @param stream where to write: stderr, where another reporter has a document for stdout. */
  constructor(config: ResolvedConfig, kind: RunKind, stream: NodeJS.WriteStream) {
    this.#config = config
    this.#kind = kind
    this.#stream = stream
    this.#screen = new Screen(stream, false)
  }

  onInit(vitest: Vitest): void {
    this.#vitest = vitest
    this.#screen = new Screen(this.#stream, Boolean(this.#stream.isTTY) && !process.env.CI)
    this.#stopOnInterrupt(vitest)
  }

  /** Ctrl-C and SIGTERM stop the run, not the process: what was scored is written and reported, marked partial. A second one ends it at once. */
  #stopOnInterrupt(vitest: Vitest): void {
    onStop(() => {
      if (this.#stops) return
      this.#stops = true
      const { graceSeconds } = this.#config
      const grace = graceSeconds > 0 ? `, calls under way have ${graceSeconds} s` : ''
      const told = `stopping: what is done is kept${grace}. Again to end at once.`
      this.#screen.print(...wrapWords(told, screenWidth() - 1, 2).map((line) => ` ${line}`))
      // Vitest has no ear for a worker that the same signal ends before it is up, and would end with an exception.
      process.on('uncaughtException', (error) => {
        if (!isEndedWorker(error.message)) throw error
        this.#screen.print(` exit ${EXIT_INCOMPLETE}: interrupted while a worker was starting.`)
        process.exit(EXIT_INCOMPLETE)
      })
      const { runningPromise } = vitest as { readonly runningPromise?: Promise<unknown> }
      const stopped = vitest.cancelCurrentRun('keyboard-input').then(() => runningPromise)
      // A watcher would wait for the next change, and run again.
      if (vitest.config.watch) void stopped.finally(() => vitest.exit(true))
    })
  }

  async onTestRunStart(specifications: readonly TestSpecification[]): Promise<void> {
    const vitest = this.#vitest as Vitest
    if (this.#hasBegun) this.#beginAgain(specifications)
    this.#hasBegun = true
    this.#files = separateFiles(specifications)
    const { paths } = this.#files
    this.#kind.begin(vitest, paths, specifications.length)
    this.#run = undefined
    // Vitest's own reporter tells of ordinary tests.
    if (paths.size === 0 && this.#kind.alone) return
    const config = this.#config
    // Not waited for: it loads while Vitest starts the worker.
    this.#run = import('./runReport.ts').then(({ RunReport }) => RunReport.open(vitest, config, this.#kind, this.#screen, paths.size))
    if (paths.size === 0) return
    this.#folder = await takeRunFolder(this.#config).catch((error: unknown) => {
      // Vitest prints causes with their stacks, and the message says it all.
      throw error instanceof HoldfastError ? new HoldfastError(error.code, error.message) : error
    })
    outliveReaders()
    this.#screen.status(' collecting tests and items')
  }

  /** Another run in watch mode has a folder of its own, and nothing of the one before. */
  #beginAgain(specifications: readonly TestSpecification[]): void {
    this.#config = withNewRun(this.#config)
    for (const { project } of specifications) {
      if (project.getProvidedContext().holdfast !== undefined) project.provide('holdfast', this.#config)
    }
  }

  onTestModuleCollected = async (module: TestModule): Promise<void> => (await this.#run)?.collected(module)
  onTestCaseResult = async (test: TestCase): Promise<void> => (await this.#run)?.tested(test)
  onTestSuiteResult = async (suite: TestSuite): Promise<void> => (await this.#run)?.grouped(suite)
  onTestModuleEnd = async (module: TestModule): Promise<void> => (await this.#run)?.ended(module)

  onUserConsoleLog(log: UserConsoleLog): void {
    if (this.#kind.printsLog(log)) this.#screen.print(redactSecrets(log.content.trimEnd()))
  }

  async onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[], reason: TestRunEndReason): Promise<void> {
    const { paths = new Set<string>() } = this.#files ?? {}
    this.#files?.restore()
    const run = await this.#run
    this.#allowCoverage(run)
    if (!this.#kind.alone) await run?.finish(modules.length, unhandled, reason)
    this.#folder?.release()
    if (this.#folder && reason !== 'interrupted') this.#replaceEarlier(modules.filter(({ moduleId }) => paths.has(moduleId)))
    this.#folder = undefined
  }

  /**
   * In watch mode a run takes the place of those before it whose files it has run again, so that folders do not pile up with each edit.
   * One with fewer scores, of a file that does not load or an endpoint that is down, does not: what was paid for stays.
   */
  #replaceEarlier(modules: readonly TestModule[]): void {
    const vitest = this.#vitest as Vitest
    const { out, resume } = this.#config
    // What was there before this process or was named stays, and a run of a part of the tests takes no place.
    if (!vitest.config.watch || resume || isNamedFolder(this.#config) || vitest.getGlobalTestNamePattern()) return
    const scored = new Map(modules.map((module) => [module.moduleId, [...module.children.allTests()].filter(hasScore).length]))
    const isReplaced = (run: WatchedRun) =>
      [...run.scored].every(([file, count]) => (scored.get(file) ?? -1) >= count) &&
      // What a command found and wrote there is of no edit.
      ![run.folder.shrunk, run.folder.influence].some((path) => existsSync(path))
    const [replaced = [], kept = []] = [true, false].map((is) => (watched.get(vitest) ?? []).filter((run) => isReplaced(run) === is))
    for (const { folder } of replaced) rmSync(folder.path, { recursive: true, force: true })
    watched.set(vitest, [...kept, { folder: runFolder(out), scored }])
  }

  /** Vitest reports no coverage where a test failed, unless it is told to. An item that fails is a score. */
  #allowCoverage(run: RunReport | undefined): void {
    const { coverage } = (this.#vitest as Vitest).config
    this.#reportOnFailure ??= coverage.reportOnFailure
    coverage.reportOnFailure = this.#reportOnFailure || run?.otherCount === 0
  }

  onWatcherRerun(files: readonly string[], trigger?: string): void {
    this.#kind.foresee(files)
    if (this.#kind.alone) return
    this.#vitest?.logger.clearFullScreen()
    this.#screen.print('', ` again${trigger ? ` after ${trigger}` : ''}: ${files.map((file) => basename(file)).join(', ')}`)
  }

  onWatcherStart(): void {
    if (!this.#kind.alone) this.#screen.print(' Waiting for file changes. Press h for help, q to quit.', '')
  }
}

/** Whether a test ended with a score, or is an ordinary one that ended. */
function hasScore(test: TestCase): boolean {
  const { holdfastItem } = test.meta()
  return holdfastItem ? isScored(holdfastItem.record) : ['passed', 'failed'].includes(test.result().state)
}
