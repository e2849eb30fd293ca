import { expect, test } from 'vitest'
import type { CallCounts } from '../../../core/format/itemResult.ts'
import { CaseCalls } from './caseCalls.ts'

test.each<[string, Partial<CallCounts>, object | undefined, number | null]>([
  ['an application says', { usd: 0.25 }, undefined, 0.25],
  ['an application says, whatever its price', { usd: 0.25 }, { in: 1, out: 1 }, 0.25],
  ['the tokens are priced at', {}, { in: 1e6, out: 0 }, 3],
  ['nobody knows', {}, undefined, null],
])('calls of a search cost what %s', (_, told, price, usd) => {
  const calls = new CaseCalls(10)
  const candidate = { uri: 'module:./agent.ts#ask', price }
  const runtime = { config: { roles: { candidate } }, model: () => ({ name: 'agent', simulated: false }) }
  const counts: CallCounts = { calls: 1, retries: 0, promptTokens: 3, completionTokens: 0, ...told }
  const seen = { candidate: [], judge: [], byChance: false, refused: false }
  calls.runtimeFor(runtime as never, undefined, seen).model('candidate', { counts } as never)
  expect(calls.usd).toBe(usd)
})
