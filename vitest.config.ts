import { defineConfig } from 'vitest/config'
import { holdfast } from './src/plugin/plugin.ts'

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'unit', include: ['{src,suites,matchers,test}/**/*.test.ts'] } },
      { plugins: [holdfast()], test: { name: 'suites', include: ['suites/**/*.eval.ts'] } },
    ],
  },
})
