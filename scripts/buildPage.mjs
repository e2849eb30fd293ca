// Bundles the script of the report's page into one file, since it is put into the page whole.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const client = fileURLToPath(new URL('../src/report/page/client/', import.meta.url))

/** In the order of the page's style sheet: later ones override earlier ones. */
const STYLES = ['base', 'summary', 'pictures', 'items', 'narrow', 'print']

/** Writes page.js and page.css into a folder. */
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
  writeFileSync(`${outDir}/page.css`, STYLES.map((name) => readFileSync(`${client}styles/${name}.css`, 'utf8')).join(''))
}
