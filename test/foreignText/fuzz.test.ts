import { inspect, isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hostileText } from './hostileText.ts'
import { isExpected, type Reader } from './reader.ts'
import { READERS } from './readers.ts'

/** Texts for each reader: `FUZZ_CASES=10000 npx vitest run --project suite test/foreignText/fuzz` tries others each time. */
const CASES = Number(process.env.FUZZ_CASES ?? 50)
const runs = { numRuns: CASES, ...(process.env.FUZZ_CASES === undefined && { seed: 1 }) }

/** What reading comes to: a result, or an error by its text. */
async function outcomeOf(read: Reader['read'], text: string): Promise<{ readonly result: unknown } | { readonly error: string }> {
  try {
    return { result: await read(text) }
  } catch (error) {
    if (!isExpected(error)) throw error
    return { error: (error as Error).message }
  }
}

/** Whether two outcomes are equal. What is nested too deep to be compared is taken to be. */
function isSame(one: unknown, other: unknown): boolean {
  try {
    return isDeepStrictEqual(one, other)
  } catch (error) {
    if (error instanceof RangeError) return true
    throw error
  }
}

describe.each(READERS)('$name', ({ read, samples = [], isFine = () => true }) => {
  test('takes any text: it gives what is of its range, or an error that says what to do, and the same each time', async () => {
    const property = fc.asyncProperty(hostileText(samples), async (text) => {
      const outcome = await outcomeOf(read, text)
      // Asserted only where it fails: words for each of thousands of texts take longer than reading them.
      if ('result' in outcome ? !isFine(outcome.result) : outcome.error === '') expect.fail(inspect(outcome).slice(0, 500))
      if (!isSame(await outcomeOf(read, text), outcome)) expect.fail(`another outcome than ${inspect(outcome).slice(0, 500)}`)
    })
    await fc.assert(property, runs)
  })
})

test('nothing that was read has changed what every object inherits', () => {
  const plain: Record<string, unknown> = {}
  const names: string[] = []
  for (const name in plain) names.push(name)
  expect(names).toEqual([])
  expect(Object.getPrototypeOf(plain)).toBe(Object.prototype)
})
