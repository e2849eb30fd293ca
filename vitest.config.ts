import { register } from 'node:module'
import { fileURLToPath } from 'node:url'
import { configDefaults, defineConfig } from 'vitest/config'
import { isBuilt } from './scripts/isBuilt.mjs'

// Suites run on the built engine where it is what the sources say: it is a few files in place of 300. Watch mode sees edits of sources.
const built = process.argv.includes('run') && isBuilt()
const ENGINE = /^(?:\.\.\/)+src\/(kit|index)\.ts$/

// An import that Vite sees is bundled into this file at each start, with all that it leads to. So Node loads the plugin, and of
// the rest what a run needs.
if (!built) register('./scripts/typescriptHooks.mjs', import.meta.url)
const plugin = new URL(built ? './dist/src/plugin.js' : './src/plugin.ts', import.meta.url).href
const { holdfast } = (await import(plugin)) as typeof import('./src/plugin.ts')

/**
 * Minutes of real processes and browsers: `npm run test:long` runs them all, and `.ci/run` a few, others with each commit. The
 * short run has the same ground in smaller runs.
 */
const LONG = [
  'test/e2e/{gateways,githubActions,init,otherProject,package,packageLint,packageManagers,page,pagePictures,pastedWorkflow,realApplications,shippedSuite,slurm,types,vitest5,vitestPackages,withoutTools,workspaces}.test.ts',
  'test/docs/site.test.ts',
  'src/tools/certify/e2e/*.test.ts',
  'src/tools/data/e2e/*.test.ts',
]
/** Tests of whole suites and of real processes that stand with their tool. */
const TOOL_LEVELS = ['src/tools/*/{test,e2e}/**']

/** A test that takes so long hangs. None fails because the machine has other things to do. */
const TIMEOUTS = { testTimeout: 600_000, hookTimeout: 600_000, expect: { poll: { timeout: 60_000 } } }

/** Vitest leaves one core free, which on two cores is half of the machine. */
const EVERY_CORE = { maxWorkers: '100%' }

/** Whole runs in one process leave much behind: with 16 MB for what is young, a sixth of the time went into collecting it. */
const YOUNG = { execArgv: ['--max-semi-space-size=32'] }

export default defineConfig({
  test: {
    // What was transformed once is not transformed again until it changes.
    experimental: { fsModuleCache: true },
    projects: [
      // Pure: no process, no network, modules shared between files.
      {
        test: {
          name: 'unit',
          include: ['{src,suites,matchers}/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...TOOL_LEVELS],
          globalSetup: ['test/pages.ts'],
          isolate: false,
          ...EVERY_CORE,
          ...YOUNG,
          ...TIMEOUTS,
        },
      },
      // The suites in one process, whole runs of them among it.
      {
        test: {
          name: 'suite',
          include: ['test/*/**/*.test.ts', 'src/tools/*/test/**/*.test.ts'],
          exclude: [...configDefaults.exclude, 'test/{e2e,docs}/**'],
          globalSetup: ['test/pages.ts'],
          setupFiles: ['test/matchers.ts'],
          isolate: false,
          ...EVERY_CORE,
          ...YOUNG,
          ...TIMEOUTS,
        },
      },
      // Real processes, servers, browsers, the built command, the packed tarball.
      {
        test: {
          name: 'e2e',
          include: ['test/{e2e,docs}/**/*.test.ts', 'src/tools/*/e2e/**/*.test.ts'],
          exclude: [...configDefaults.exclude, 'test/e2e/fixtures/**', ...LONG],
          globalSetup: ['test/build.ts'],
          ...EVERY_CORE,
          ...TIMEOUTS,
        },
      },
      { test: { name: 'long', include: LONG, globalSetup: ['test/build.ts'], ...EVERY_CORE, ...TIMEOUTS } },
      // The benchmarks.
      {
        plugins: [holdfast()],
        resolve: {
          alias: built ? [{ find: ENGINE, replacement: `${fileURLToPath(new URL('./dist/src/', import.meta.url))}$1.js` }] : [],
        },
        test: { name: 'suites', include: ['suites/**/*.eval.ts'] },
      },
    ],
  },
})
