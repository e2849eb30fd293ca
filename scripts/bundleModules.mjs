// Puts the many modules of the built package into few files: Node takes about a millisecond for each module that it loads.
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { rolldown } from 'rolldown'

/** What each test file loads, and what the configuration of Vitest loads. */
const [WORKER, CONFIGURATION] = [['src/index.js', 'src/running/worker/setup.js', 'src/running/worker/freshFile.js'], ['src/plugin.js']]
/** What the command loads before it knows what it is asked for. */
const COMMAND = ['src/cli/main.js']
/** What a test file with a suite loads besides, and what tells of a run. */
const [SUITE, REPORT] = [['src/running/worker/prepareSuite.js', 'src/deciding/figures.js'], ['src/running/vitest/runReport.js']]
/** Modules that do something when they are loaded. All others are left out where nothing of theirs is used. */
const ACTS = /\/(?:main|setup|freshFile|registered|plugin|\w+Process|[\w-]+\.(?:eval|run))\.js$/

/**
 * Bundles the modules of a built folder, in place. Packages stay imports.
 *
 * @param {string} folder with the built modules.
 * @param {readonly string[]} entries modules that users import or processes begin with, from the folder: they keep their paths.
 */
export async function bundleModules(folder, entries) {
  const imports = new Map()
  const bundle = await rolldown({
    input: Object.fromEntries(entries.map((entry) => [entry.replace(/\.js$/, ''), join(folder, entry)])),
    external: (id) => !/^[./]/.test(id),
    platform: 'node',
    preserveEntrySignatures: 'allow-extension',
    treeshake: { moduleSideEffects: (id) => ACTS.test(id) },
    // What a command needs at once, a test file may load late: they are other processes.
    checks: { ineffectiveDynamicImport: false },
    plugins: [
      {
        name: 'imports',
        moduleParsed: ({ id, importedIds }) => {
          imports.set(id, importedIds)
        },
      },
    ],
  })
  let groupOf
  const { output } = await bundle.write({
    dir: folder,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name]-[hash].js',
    keepNames: true,
    minifyInternalExports: false,
    codeSplitting: {
      includeDependenciesRecursively: false,
      groups: [
        {
          debugName: 'loaded together',
          name: (id) => {
            groupOf ??= groups(folder, imports)
            return groupOf(id)
          },
        },
      ],
    },
  })
  const kept = new Set(output.map(({ fileName }) => fileName))
  for (const name of readdirSync(folder, { recursive: true })) {
    const path = name.replaceAll('\\', '/')
    if (path.endsWith('.js') && !path.startsWith('page/') && !kept.has(path)) rmSync(join(folder, name))
  }
}

/** Which file a module goes to that every run loads; null for others, which go where they are used. */
function groups(folder, imports) {
  const reached = (roots) => {
    const found = new Set(roots)
    for (const id of found) for (const imported of imports.get(id) ?? []) found.add(imported)
    return found
  }
  const [command, worker, configuration, suite, report] = [COMMAND, WORKER, CONFIGURATION, SUITE, REPORT].map((names) =>
    reached(names.map((name) => join(folder, name))),
  )
  return (id) => {
    if (configuration.has(id)) return command.has(id) ? 'command' : worker.has(id) ? 'base' : 'configuration'
    // What leads to Vitest's own functions stands by itself: some of it runs in test files alone.
    if (reached([id]).has('vitest')) return null
    return worker.has(id) ? 'engine' : suite.has(id) ? 'suite' : report.has(id) ? 'report' : null
  }
}
