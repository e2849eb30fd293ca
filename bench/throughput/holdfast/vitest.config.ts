import { holdfast } from 'holdfast/plugin'
import { defineConfig } from 'vitest/config'

// Greedy requests alone are cached.
const models = { bench: { uri: 'openai:bench', temperature: 0 } }

export default defineConfig({ plugins: [holdfast({ models, model: 'bench', concurrency: 50 })], test: { include: ['*.eval.ts'] } })
