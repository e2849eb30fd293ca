import { expect, test } from 'vitest'
import { gateLines } from './gateTable.ts'

test('a gate that held says below the table why its metric misleads', () => {
  const note = 'what was never done is not forgotten'
  const lines = gateLines([{ metric: 'demo forgetting', rule: 'max 0.5', value: 0, verdict: 'held', note }], false, 80)
  expect(lines.join('\n')).toContain(` ! note  demo forgetting: ${note}`)
})
