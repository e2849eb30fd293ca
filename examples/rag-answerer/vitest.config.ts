import { holdfast } from 'holdfast/plugin'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  plugins: [
    holdfast({
      model: 'module:./answerer.ts#ask',
      // Simulated, so that the example runs without a key: HOLDFAST_JUDGE='openai:<judge>' puts a real one in its place.
      judge: 'sim:judge',
      gates: {
        allowSimulated: true,
        library: { answered: { min: 0.9 }, cited: { min: 0.9 }, unknown: { min: 1 } },
      },
    }),
  ],
  test: { include: ['*.eval.ts'] },
})
