import { holdfast } from 'holdfast/plugin'
import { defineConfig } from 'vitest/config'

const { CANDIDATE = '', JUDGE = '', STATED } = process.env
const [candidate, judge] = STATED?.split(',').map((requestsPerMinute) => ({ requestsPerMinute: Number(requestsPerMinute) })) ?? []

export default defineConfig({
  plugins: [
    holdfast({
      model: 'candidate',
      judge: 'judge',
      models: { candidate: { uri: `openai:m@${CANDIDATE}`, ...candidate }, judge: { uri: `openai:m@${JUDGE}`, ...judge } },
    }),
  ],
  test: { include: ['*.eval.ts'] },
})
