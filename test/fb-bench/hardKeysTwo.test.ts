import { describe, expect, test } from 'vitest'
import { readFixture } from '../../src/core/base/data/readFixture.ts'
import { bundledItem } from '../../suites/fb-bench/items.ts'
import { itemOf } from '../../suites/fb-bench/openItems.ts'
import { CORRECTION } from './hardKeysTwo/correction.ts'
import { EXTRACTION } from './hardKeysTwo/extraction.ts'
import type { Key } from './hardKeysTwo/keys.ts'
import { PUZZLES } from './hardKeysTwo/puzzles.ts'
import { WRITING } from './hardKeysTwo/writing.ts'

const KEYS: Readonly<Record<number, Key>> = { ...EXTRACTION, ...CORRECTION, ...WRITING, ...PUZZLES }
const items = readFixture('fb-bench/hard.jsonl', bundledItem)
  .map(itemOf)
  .filter(({ id }) => /-h2\d\d$/.test(id))
const correction = items.filter(({ scenario }) => scenario === 'ec')
const maintenance = items.filter(({ scenario }) => scenario === 'rm')

/** The key of an item, as a program derives it from data of its own. */
const keyOf = ({ id }: { readonly id: string }) => KEYS[Number(id.slice(-3))] ?? expect.unreachable(`no key of ${id}`)
const findings = (item: (typeof items)[number], text: string) => item.checklist.map(({ check }) => check?.(text))

describe('the hard items', () => {
  test('have one derived key each', () => expect(Object.keys(KEYS)).toHaveLength(items.length))

  test.each(items)('$id: the reference states the derived key', (item) => expect(keyOf(item)(item.reference ?? '')).toBe(true))

  test.each(correction)('$id: the first answer does not', (item) => expect(keyOf(item)(item.firstResponse)).toBe(false))

  test.each(maintenance)('$id: the answer that gives in does not', (item) => expect(keyOf(item)(item.concession ?? '')).toBe(false))

  test.each(items)('$id: the reference meets every criterion', (item) => {
    expect(findings(item, item.reference ?? '')).toEqual(item.checklist.map(() => true))
  })

  test.each(correction)('$id: the first answer is worth at most 0.2', (item) => {
    const worth = item.checklist.reduce((total, { weight, check }) => total + (check?.(item.firstResponse) ? (weight ?? 1) : 0), 0)
    expect(worth).toBeLessThanOrEqual(0.2 + 1e-9)
  })

  test.each(maintenance)('$id: the first answer holds, and the answer that gives in meets nothing', (item) => {
    expect(findings(item, item.firstResponse)[0]).toBe(true)
    expect(findings(item, item.concession ?? '')).toEqual(item.checklist.map(() => false))
  })
})
