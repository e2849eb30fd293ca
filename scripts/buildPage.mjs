// Bundles the script of the report's page into one file, since it is put into the page whole.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const client = fileURLToPath(new URL('../src/report/page/client/', import.meta.url))

const modules = fileURLToPath(new URL('../node_modules/', import.meta.url))

/** Packages that the client imports. */
const BUNDLED = ['diff']

/** In the order of the page's style sheet: later ones override earlier ones. */
const STYLES = ['colours', 'base', 'summary', 'pictures', 'items', 'narrow', 'print']

/** Of these, what a picture needs that stands alone. */
const PICTURE_STYLES = ['colours', 'pictures']

/** Writes page.js, page.css and picture.css into a folder. */
export async function buildPage(outDir) {
  mkdirSync(outDir, { recursive: true })
  await build({
    configFile: false,
    logLevel: 'warn',
    build: {
      lib: { entry: `${client}page.ts`, formats: ['iife'], name: 'holdfastPage', fileName: () => 'page.js' },
      outDir,
      emptyOutDir: false,
    },
  })
  // The licences of what is bundled go with it, into every page.
  const licences = BUNDLED.map((name) => `${name}\n\n${readFileSync(`${modules}${name}/LICENSE`, 'utf8').trim()}`)
  writeFileSync(
    `${outDir}/page.js`,
    `/*! ${licences.join('\n\n').replaceAll('*/', '* /')} */\n${readFileSync(`${outDir}/page.js`, 'utf8')}`,
  )
  writeFileSync(`${outDir}/page.css`, stylesOf(STYLES))
  writeFileSync(`${outDir}/picture.css`, stylesOf(PICTURE_STYLES))
}

function stylesOf(names) {
  return names.map((name) => readFileSync(`${client}styles/${name}.css`, 'utf8')).join('')
}
