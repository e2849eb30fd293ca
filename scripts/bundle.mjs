// Bundles what the package is entered by, with most of the packages it uses: loading their hundreds of small files would take
// longer than all else that a process of ours does at its start, and much of what they bring along is not used.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const root = fileURLToPath(new URL('..', import.meta.url))

const WITHIN = ['d3-scale', 'd3-shape', 'get-east-asian-width', 'json5', 'openai', 'pure-rand', 'simple-statistics', 'zod']
/** What those use in turn. */
const OF_D3 = ['d3-array', 'd3-color', 'd3-format', 'd3-interpolate', 'd3-path', 'd3-time', 'd3-time-format', 'internmap']

/** Started by path: the setup file by Vitest, the suite's process by the command. */
const BY_PATH = ['dist/src/plugin/setup.js', 'dist/src/cli/suiteProcess.js']

/** Writes the modules that package.json names, and what they share, into a folder. */
export async function bundle(outDir) {
  const { bin, exports } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'))
  const entries = [...Object.values(exports).flatMap((entry) => entry.default ?? []), ...Object.values(bin), ...BY_PATH]
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    ssr: { noExternal: [...WITHIN, ...OF_D3] },
    build: {
      ssr: true,
      outDir,
      emptyOutDir: false,
      minify: false,
      target: 'node20',
      rolldownOptions: {
        input: Object.fromEntries(
          entries.map((path) => {
            const name = path.replace(/^(?:\.\/)?dist\/(.*)\.js$/, '$1')
            return [name, `${root}${name}.ts`]
          }),
        ),
        output: {
          entryFileNames: '[name].js',
          chunkFileNames: 'chunks/[name]-[hash].js',
          codeSplitting: { includeDependenciesRecursively: false, groups: [{ name: startChunks(), debugName: 'what runs start with' }] },
        },
      },
    },
  })
  const licences = [...WITHIN, ...OF_D3].map((name) => `${name}\n\n${licenceOf(name)}`)
  writeFileSync(
    `${outDir}/THIRD-PARTY-LICENSES.txt`,
    ['Parts of these packages are in the files beside this one.', ...licences].join('\n\n'),
  )
}

/**
 * Every run starts two processes: that of Vitest loads the plugin, those of the tests load the setup file and the library. What
 * they and the command start with is in few files, since dozens take a sixth longer; modules are in one file if the same
 * ones of the three need them, so that none loads what it has no use for.
 */
function startChunks() {
  let users
  return (id, context) => {
    const reach = (paths, kinds) => {
      const found = new Set()
      const visit = (module) => {
        if (found.has(module)) return
        found.add(module)
        const info = context.getModuleInfo(module)
        for (const kind of kinds) for (const next of info?.[kind] ?? []) visit(next)
      }
      for (const path of paths) visit(`${root}${path}`)
      return found
    }
    users ??= {
      plugin: reach(['src/plugin/plugin.ts'], ['importedIds']),
      tests: reach(['src/index.ts', 'src/plugin/setUpFile.ts'], ['importedIds']),
      command: reach(['src/cli/main.ts'], ['importedIds']),
      // Not at the start, and without Vitest.
      later: reach(['src/cli/main.ts', 'src/report/runPage.ts'], ['importedIds', 'dynamicallyImportedIds']),
    }
    if (!users.plugin.has(id) && !users.tests.has(id)) return null
    const names = Object.keys(users).filter((user) => users[user].has(id))
    return names.filter((name) => name !== 'later' || !names.includes('command')).join('-')
  }
}

function licenceOf(name) {
  const folder = `${root}node_modules/${name}`
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry))
  return readFileSync(`${folder}/${file}`, 'utf8').trim()
}
