import { expect, test, vi } from 'vitest'
import { modelEntry } from '../../core/format/modelEntry.ts'
import { unitPrices } from './decideEarly.ts'

/** Prices of two units, of which the second one's prefix goes on after the first one's. */
function pricesOf(batch: object | undefined, at = '@https://models.example/v1') {
  const candidate = modelEntry.parse({ uri: `openai:m${at}`, price: { in: 2, cachedIn: 0.2, out: 8 }, batch })
  const lengths = new Map([
    ['short', 10],
    ['long', 30],
  ])
  const opened = { tokens: (item: string) => ({ total: (lengths.get(item) ?? 0) + 1, prefix: lengths.get(item) ?? 0, of: 'long' }) }
  const units = [...lengths.keys()].map((id) => [{ item: id, task: 't', tags: {}, prefix: id, entry: { item: id } }])
  return unitPrices({ roles: { candidate } } as never, opened as never, units as never)
}

test('a wave is priced by what the endpoint has cached of it, and of the waves before where it keeps that for long', () => {
  const [plain, kept] = [pricesOf({ share: 0.4 }), pricesOf({ share: 0.4, keepsPrefixes: true })]
  vi.stubEnv('OPENAI_BASE_URL', '')
  // OpenAI's cache lasts up to a day, unless the organization wants no data kept.
  expect(pricesOf(undefined, '').priceOf(1, 2)).toBe(kept.priceOf(1, 2))
  expect(pricesOf({ keepsPrefixes: false }, '').priceOf(1, 2)).toBe(plain.priceOf(1, 2))
  expect([plain.share, kept.share, pricesOf(undefined).share]).toEqual([0.4, 0.4, 0.5])
  // By hand, a cached token being a tenth: 11 and 1 + 1 + 20 in one wave; 31 in a wave of its own.
  for (const { priceOf } of [plain, kept]) expect(priceOf(0, 2)).toBeCloseTo(33, 9)
  expect(plain.priceOf(1, 2)).toBeCloseTo(31, 9)
  expect(kept.priceOf(1, 2)).toBeCloseTo(22, 9)
})
