// Bundles the scripts of the report's page, of the rating page and of a board's page into one file each: they are put into their pages whole.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const client = fileURLToPath(new URL('../src/reports/page/client/', import.meta.url))

const ratingClient = fileURLToPath(new URL('../src/tools/people/ratingPage/client/', import.meta.url))

const boardClient = fileURLToPath(new URL('../src/tools/board/page/client/', import.meta.url))

const modules = fileURLToPath(new URL('../node_modules/', import.meta.url))

/** Packages that the report's client imports. */
const BUNDLED = ['diff']

/** In the order of the page's style sheet: later ones override earlier ones. */
const STYLES = ['colours', 'base', 'summary', 'pictures', 'items', 'cases', 'narrow', 'print']

/** Of these, what a picture needs that stands alone. */
const PICTURE_STYLES = ['colours', 'pictures']

/** What the rating page shares with the report's. */
const RATING_STYLES = ['colours', 'base', 'items']

/** Writes page.js, page.css, picture.css, and a script and a style sheet of the rating page and of boards into a folder. */
export async function buildPage(outDir) {
  mkdirSync(outDir, { recursive: true })
  await bundle(`${client}page.ts`, 'page', outDir)
  await bundle(`${ratingClient}rating.ts`, 'rating', outDir)
  await bundle(`${boardClient}board.ts`, 'board', outDir)
  // The licences of what is bundled go with it, into every page.
  const licences = BUNDLED.map((name) => `${name}\n\n${readFileSync(`${modules}${name}/LICENSE`, 'utf8').trim()}`)
  writeFileSync(
    `${outDir}/page.js`,
    `/*! ${licences.join('\n\n').replaceAll('*/', '* /')} */\n${readFileSync(`${outDir}/page.js`, 'utf8')}`,
  )
  writeFileSync(`${outDir}/page.css`, stylesOf(STYLES))
  writeFileSync(`${outDir}/picture.css`, stylesOf(PICTURE_STYLES))
  writeFileSync(`${outDir}/board.css`, stylesOf(STYLES) + readFileSync(`${boardClient}styles/board.css`, 'utf8'))
  writeFileSync(`${outDir}/rating.css`, stylesOf(RATING_STYLES) + readFileSync(`${ratingClient}styles/rating.css`, 'utf8'))
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

function stylesOf(names) {
  return names.map((name) => readFileSync(`${client}styles/${name}.css`, 'utf8')).join('')
}
