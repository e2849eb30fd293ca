import { defineConfig } from 'vitest/config'

export default defineConfig({ test: { include: ['*.eval.ts'], maxConcurrency: 50, testTimeout: 30_000 } })
