import { expect } from 'vitest'
import { readFixture } from '../../../src/core/base/data/readFixture.ts'
import type { FbItem } from '../../../suites/fb-bench/items.ts'
import { bundledItem } from '../../../suites/fb-bench/items.ts'
import { itemOf } from '../../../suites/fb-bench/openItems.ts'

/** The hard items whose keys the tests beside compute. */
export const items: readonly FbItem[] = readFixture('fb-bench/hard.jsonl', bundledItem)
  .map(itemOf)
  .filter(({ id }) => /-h1\d\d$/.test(id))

/** The item of a number. */
export function item(number: number): FbItem {
  const found = items.find(({ id }) => id.endsWith(`-h${number}`))
  if (!found) throw new Error(`No item h${number}.`)
  return found
}

/** Whether a text has a value as a whole: 35 is not in 35.5, and 84 not in 184. */
function has(text: string, value: string | number): boolean {
  const escaped = String(value).replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return new RegExp(`(?<![\\d.]|\\d,)${escaped}(?!\\d|[.,]\\d)`, 'u').test(text.replace(/(?<=\d),(?=\d{3}(?!\d))/g, ''))
}

/** A computed key stands in the reference, and not where the answer is wrong. */
export function expectKey(number: number, ...keys: readonly (string | number)[]): void {
  const { scenario, reference = '', firstResponse, concession = '' } = item(number)
  const all = (text: string) => keys.every((key) => has(text, key))
  expect({ number, reference: all(reference), wrong: all(scenario === 'ec' ? firstResponse : concession) }).toEqual({
    number,
    reference: true,
    wrong: false,
  })
  if (scenario === 'rm') expect({ number, first: all(firstResponse) }).toEqual({ number, first: true })
}

/** The whole numbers from one to another, both included. */
export function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index)
}

/** The sum of a list. */
export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

/** Cents as euros. */
export function euros(cents: number): string {
  return (cents / 100).toFixed(2)
}
