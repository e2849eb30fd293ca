import { configDefaults, defineConfig } from 'vitest/config'
import { holdfast } from './src/vitest/plugin.ts'

/** Minutes of real processes: `npm run test:long` runs them. The short run has the same ground in units and smaller runs. */
const LONG = [
  'test/e2e/{certify,data,exitCodeMatrix,githubActions,init,otherProject,package,packageLint,page,pagePictures,vitest5}.test.ts',
  'test/refutebench1/calibration.test.ts',
  'test/stats/simulation.test.ts',
]

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{src,suites,matchers,test}/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...(process.env.TEST_LONG === '1' ? [] : LONG)],
          globalSetup: ['test/build.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      { plugins: [holdfast()], test: { name: 'suites', include: ['suites/**/*.eval.ts'] } },
    ],
  },
})
