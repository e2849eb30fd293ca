import { holdfast } from 'holdfast/plugin'
import { configDefaults, defineConfig } from 'vitest/config'

export default defineConfig({
  plugins: [holdfast()],
  test: { include: [...configDefaults.include, '**/*.eval.?(c|m)[jt]s?(x)'] },
})
