// Bundles the script of the report's page into one file, since it is put into the page whole.
import { copyFileSync, mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const client = fileURLToPath(new URL('../src/page/client/', import.meta.url))

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
  copyFileSync(`${client}page.css`, `${outDir}/page.css`)
}
