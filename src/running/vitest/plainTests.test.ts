import { expect, test } from 'vitest'
import { gatesOnPlainTests } from './plainTests.ts'

const rule = { pass_rate: { min: 0.5 } }

test('a gate is on a file of ordinary tests by its whole name, or as benchmarks are named', () => {
  const files = ['src/bot/shop.eval.ts (bot)', 'bank.test.ts']
  expect(gatesOnPlainTests({ 'bank.test.ts': rule, shop: rule, bank: rule, lifbench: rule }, files)).toEqual([
    expect.stringMatching(/^Failed to check the gate on bank\.test\.ts: bank\.test\.ts holds ordinary tests/),
    expect.stringMatching(
      /^Failed to check the gate on shop: src\/bot\/shop\.eval\.ts \(bot\) .*: npx holdfast init suites\/shop-benchmark\.$/,
    ),
  ])
  // A file beside the benchmark of that name.
  expect(gatesOnPlainTests({ shop: rule }, files, ['shop'])).toEqual([])
  expect(gatesOnPlainTests(undefined, files)).toEqual([])
})
