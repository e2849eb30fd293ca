// Bundles the script of each page into one file: it is put into its page whole.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { clients } from './clients.mjs'

const page = fileURLToPath(new URL('../src/reports/page/client/', import.meta.url))

/** Styles that a picture needs that stands alone. */

/** Writes a script and a style sheet of each page into a folder. */
export async function buildPage(outDir) {
  mkdirSync(outDir, { recursive: true })
  for (const { folder, name, shared, own } of clients()) {
    const entry = `${folder}/${name}.ts`
    // A page may have styles alone.
    if (existsSync(entry)) await bundle(entry, name, outDir)
    // Later styles override earlier ones.
    writeFileSync(`${outDir}/${name}.css`, stylesOf(page, shared) + stylesOf(`${folder}/`, own))
  }
}

/** A script without imports: a page that is opened from disk cannot load modules. */
async function bundle(entry, name, outDir) {
  await build({
    configFile: false,
    logLevel: 'warn',
    build: {
      lib: { entry, formats: ['iife'], name: `holdfast_${name}`, fileName: () => `${name}.js` },
      outDir,
      emptyOutDir: false,
    },
  })
}

function stylesOf(folder, names) {
  return names.map((name) => readFileSync(`${folder}styles/${name}.css`, 'utf8')).join('')
}
