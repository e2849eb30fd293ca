// The suites with the models of REAL_MODELS: what `npm run real` starts, and nobody else.
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { optionsOf } from './models.ts'

const dist = new URL('../../dist/src/', import.meta.url)
const { holdfast } = (await import(new URL('plugin.js', dist).href)) as typeof import('../../src/plugin.ts')

export default defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  plugins: [holdfast(optionsOf(process.env.REAL_MODELS, process.env.REAL_SUITE))],
  resolve: { alias: [{ find: /^(?:\.\.\/)+src\/(kit|index)\.ts$/, replacement: `${fileURLToPath(dist)}$1.js` }] },
  test: { include: ['suites/**/*.eval.ts'] },
})
