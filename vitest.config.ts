import { defineConfig } from 'vitest/config'
import { holdfast } from './src/plugin/plugin.ts'

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{src,suites,matchers,test}/**/*.test.ts'],
          globalSetup: ['test/build.ts'],
          testTimeout: 60_000,
        },
      },
      { plugins: [holdfast()], test: { name: 'suites', include: ['suites/**/*.eval.ts'] } },
    ],
  },
})
