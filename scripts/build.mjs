// Builds dist/ and makes `npx holdfast` work in this checkout.
import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync, utimesSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { dropInnerTypes } from './dropInnerTypes.mjs'
import { BUILT } from './isBuilt.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
// npm pack builds too, in a fresh checkout as well.
if (!existsSync(`${root}node_modules/typescript7`) || !existsSync(`${root}node_modules/vite`)) {
  process.stderr.write('Failed to build dist: the packages it is built with are not installed. Run npm ci first.\n')
  process.exit(1)
}
const { buildPage } = await import('./buildPage.mjs')
const { bundleModules } = await import('./bundleModules.mjs')

/** What the package exports, as modules of the built folder without their ending; a pattern stands for every file that fits. */
function exported() {
  const { exports } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'))
  const paths = Object.values(exports).flatMap((entry) => entry.default?.replace(/^\.\/dist\/|\.js$/g, '') ?? [])
  const suites = readdirSync(`${root}suites`, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  return (
    paths
      .flatMap((path) => (path.includes('*') ? suites.map(({ name }) => path.replaceAll('*', name)) : [path]))
      // A tool may be deleted: then its entry goes nowhere.
      .filter((path) => existsSync(`${root}${path}.ts`) || !/^(?:src\/tools|suites)\//.test(path))
  )
}

/** Modules that processes of the package begin with, suites that they run for a command, and what the checkout's own suites import. */
function begun() {
  const processes = readdirSync(`${root}src`, { recursive: true }).filter((path) => /(?:Process|\.run)\.ts$/.test(path))
  return [
    'src/cli/main',
    'src/kit',
    'src/running/worker/setup',
    'src/running/worker/freshFile',
    ...processes.map((path) => `src/${path.replaceAll('\\', '/').slice(0, -3)}`),
  ]
}
const began = new Date()
const [fresh, old] = [`${root}dist-${process.pid}`, `${root}dist-${process.pid}-old`]
try {
  // Built aside and swapped in, so that a command that runs meanwhile finds the old files or the new ones.
  const tsc = `${root}node_modules/typescript7/bin/tsc`
  const compile = (...options) =>
    execFileSync(process.execPath, [tsc, '-p', `${root}tsconfig.build.json`, '--outDir', fresh, ...options], { stdio: 'inherit' })
  compile()
  // Editors read the comments of the types. Those of the code would be a sixth of the package.
  compile('--noCheck', '--declaration', 'false', '--removeComments')
  dropInnerTypes(
    fresh,
    exported().map((path) => `${path}.d.ts`),
  )
  await bundleModules(
    fresh,
    [...exported(), ...begun()].map((path) => `${path}.js`),
  )
  // npm links a bin as it is, and tsc writes files without the bit.
  chmodSync(`${fresh}/src/cli/main.js`, 0o755)
  await buildPage(`${fresh}/page`)
  if (existsSync(`${root}dist`)) renameSync(`${root}dist`, old)
  renameSync(fresh, `${root}dist`)
  // A source that was edited meanwhile is newer.
  utimesSync(BUILT, began, began)
} finally {
  for (const folder of [fresh, old]) rmSync(folder, { recursive: true, force: true })
}
// npm links every package's bin except the checkout's own; without a link, npx would install the checkout into its cache.
const bin = `${root}node_modules/.bin`
if (existsSync(bin) && process.platform !== 'win32') {
  rmSync(`${bin}/holdfast`, { force: true })
  symlinkSync('../../dist/src/cli/main.js', `${bin}/holdfast`)
}
