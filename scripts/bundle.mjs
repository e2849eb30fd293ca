// Bundles what the package is entered by. Of the packages we use, those that fall into hundreds of small files go in with it:
// loading these takes longer than all else that a process of ours does at its start.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const root = fileURLToPath(new URL('..', import.meta.url))

const WITHIN = ['openai', 'zod']

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
    ssr: { noExternal: WITHIN },
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
        output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
      },
    },
  })
  const licence = (name) => `${name}\n\n${readFileSync(`${root}node_modules/${name}/LICENSE`, 'utf8')}`
  writeFileSync(
    `${outDir}/THIRD-PARTY-LICENSES.txt`,
    `Parts of these packages are in the files beside this one.\n\n${WITHIN.map(licence).join('\n\n')}`,
  )
}
