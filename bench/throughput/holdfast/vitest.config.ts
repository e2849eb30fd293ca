import { holdfast } from 'holdfast/plugin'
import { defineConfig } from 'vitest/config'

export default defineConfig({ plugins: [holdfast({ model: 'openai:bench', concurrency: 50 })], test: { include: ['*.eval.ts'] } })
