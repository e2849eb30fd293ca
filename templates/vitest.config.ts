import { holdfast } from 'holdfast/plugin'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  plugins: [holdfast()],
  test: { include: ['suites/**/*.{eval,test}.ts'] },
})
