import { defineConfig } from 'vitest/config'
import { holdfast } from '../../../dist/src/plugin/plugin.js'

export default defineConfig({ plugins: [holdfast({ model: 'openai:bench', concurrency: 50 })], test: { include: ['*.eval.ts'] } })
