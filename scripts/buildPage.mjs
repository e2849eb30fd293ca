// Bundles the script of each page into one file: it is put into its page whole.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { clients } from './clients.mjs'

const page = fileURLToPath(new URL('../src/reports/page/client/', import.meta.url))

const modules = fileURLToPath(new URL('../node_modules/', import.meta.url))

/** Packages that the report's client imports. */
const BUNDLED = ['diff']

/** Styles that a picture needs that stands alone. */
const PICTURE_STYLES = ['colours', 'pictures']

/** Writes a script and a style sheet of each page, and the styles of pictures, into a folder. */
export async function buildPage(outDir) {
  mkdirSync(outDir, { recursive: true })
  for (const { folder, name, shared, own } of clients()) {
    await bundle(`${folder}/${name}.ts`, name, outDir)
    // Later styles override earlier ones.
    writeFileSync(`${outDir}/${name}.css`, stylesOf(page, shared) + stylesOf(`${folder}/`, own))
  }
  // The licences of what is bundled go with it, into every page.
  const licences = BUNDLED.map((name) => `${name}\n\n${readFileSync(`${modules}${name}/LICENSE`, 'utf8').trim()}`)
  writeFileSync(
    `${outDir}/page.js`,
    `/*! ${licences.join('\n\n').replaceAll('*/', '* /')} */\n${readFileSync(`${outDir}/page.js`, 'utf8')}`,
  )
  writeFileSync(`${outDir}/picture.css`, stylesOf(page, PICTURE_STYLES))
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
