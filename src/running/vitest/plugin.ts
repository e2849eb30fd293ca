import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
// Vitest's name for Vite's type: package managers that are strict hide Vite itself. It declares `test` and `configureVitest` too.
import type { Plugin } from 'vitest/config'
import type { Vitest, VitestPluginContext } from 'vitest/node'
import { configError } from '../../core/base/errors.ts'
import { packageRoot } from '../../core/base/packageRoot.ts'
import { withCleanTexts } from '../../core/base/secrets/withCleanTexts.ts'
import { redact } from '../../core/base/secrets.ts'
import { assertSameRun } from '../../core/config/beginRun.ts'
import { registerEnvironment, registerSecrets } from '../../core/config/registerSecrets.ts'
import { type ResolvedConfig, resolveConfig, withNewRun } from '../../core/config/resolve.ts'
import type { HoldfastOptions } from '../../core/config/schema.ts'
import { settingOrigins } from '../../core/config/settingOrigins.ts'
import { assertFreshFolder, runFolder } from '../../core/format/runFolder.ts'
import { configuredSuites } from '../commands/commandConfig.ts'
import { jobNow } from '../toolJob.ts'
import type {} from '../worker/declareSuite.ts'
import { askingNow } from './askSuite.ts'
import { withOrdinaryReporters } from './ordinaryReporter.ts'
import { relateApplication } from './relateApplication.ts'
import { HoldfastReporter } from './reporter.ts'
import { RunKind } from './runKind.ts'
import { freshFile, setupFile } from './separateFiles.ts'

export type { HoldfastOptions } from '../../core/config/schema.ts'

/** The run of each configuration of Vitest's, which all its projects share. In watch mode an edited configuration makes another. */
const runs = new WeakMap<object, { readonly config: ResolvedConfig; readonly options: HoldfastOptions }>()

/** Vitest instances that have begun a run. */
const begun = new WeakSet<object>()

/** Paths that begin so. */
const beginsWith = (path: string) => new RegExp(`^${path.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`)

/** Our own built files, wherever the package is. */
const BUILT_FILES = beginsWith(join(packageRoot, 'dist'))

/**
 * The Vite plugin that turns a Vitest project into one for benchmarks: settings, setup file, reporter and the run's
 * configuration. Put it into the plugins of the project that holds the benchmarks.
 *
 * @throws HoldfastError when the options or the environment are wrong.
 * @example
 * export default defineConfig({ plugins: [holdfast({ model: 'openai:gpt-5-mini' })], test: { include: ['suites/**' + '/*.eval.ts'] } })
 */
export function holdfast(options: HoldfastOptions = {}): Plugin {
  let config: ResolvedConfig | undefined
  let failure: unknown
  let namesReporters = false
  return {
    name: 'holdfast',
    api: { options },
    async config(user) {
      // Vitest has put nothing of its own there yet.
      namesReporters = user.test?.reporters !== undefined
      try {
        // Before anything can be wrong, and be told.
        registerEnvironment()
        const root = user.root ?? process.cwd()
        const suites = await configuredSuites(options, process.env)
        config = { ...resolveConfig(options, process.env, root, suites), origins: settingOrigins(options, process.env, suites) }
        registerSecrets(config)
        return { test: testSettings() }
      } catch (error) {
        // Vitest also asks projects that a filter leaves out, and buries what is thrown here under stacks of its own.
        failure = error
        return {}
      }
    },
    configureVitest(context: VitestPluginContext) {
      if (!config) throw withCleanTexts(failure, redact)
      registerEnvironment(context.project.config.env)
      const [asked, job] = [askingNow(), jobNow()]
      if (asked || job) {
        // Nothing is run: no folder is begun, and no reporter tells of it. A job has a folder of its own.
        context.project.provide('holdfast', config)
        // A question may be a tool's, which the setup file makes known.
        if (asked) context.project.config.setupFiles.push(setupFile)
        if (asked) context.project.provide('holdfastQuestions', asked)
        else if (job) context.project.provide('holdfastJob', job)
        return
      }
      const { vitest } = context
      const started = runs.get(vitest.config)
      if (started && !isDeepStrictEqual(started.options, options)) {
        throw configError(
          'Failed to set up the run: two projects give holdfast() different options. Give both the same; one run has one configuration.',
        )
      }
      const shared = started ?? { config: beginRun(vitest, config), options }
      if (!started) {
        installReporter(vitest, shared.config, namesReporters)
        runs.set(vitest.config, shared)
      }
      context.project.provide('holdfast', shared.config)
    },
  }
}

/** Makes sure that the folder of a run may be used, and gives the run's configuration. */
function beginRun(vitest: Vitest, config: ResolvedConfig): ResolvedConfig {
  // The folder was for the first configuration.
  if (begun.has(vitest)) return withNewRun(config)
  begun.add(vitest)
  if (config.resume) assertSameRun(runFolder(config.out), config)
  else assertFreshFolder(config.out)
  return config
}

function testSettings() {
  return {
    // A linked checkout is built code like any package; transforming its 70 files would take longer than loading them.
    // Vitest runs the setup file again for each test file; a package's it would load once for all of them.
    server: { deps: { external: [BUILT_FILES], inline: [beginsWith(setupFile), beginsWith(freshFile)] } },
  }
}

function installReporter(vitest: Vitest, config: ResolvedConfig, namesReporters: boolean): void {
  const { reporters } = vitest.config
  if (reporters.some((reporter) => reporter instanceof HoldfastReporter)) return
  const kind = new RunKind()
  const stream = ownsStdout(reporters, vitest.config.outputFile) ? process.stderr : process.stdout
  const ours = new HoldfastReporter(config, kind, stream)
  relateApplication(vitest, config, kind)
  reporters.splice(0, reporters.length, ...withOrdinaryReporters(vitest, namesReporters, kind, ours))
}

/** Reporters that write a document for a machine to stdout, unless they are given a file. */
const DOCUMENTS = ['json', 'junit', 'tap', 'tap-flat']

function ownsStdout(reporters: readonly unknown[], outputFile: string | Record<string, string | undefined> | undefined): boolean {
  if (typeof outputFile === 'string') return false
  return reporters.some((reporter) => {
    const [name, options] = Array.isArray(reporter) ? (reporter as [unknown, { outputFile?: unknown }?]) : []
    return DOCUMENTS.includes(String(name)) && !outputFile?.[String(name)] && options?.outputFile === undefined
  })
}
