import { describe, expect, test } from 'vitest'
import { decideRepeats, FEWEST_RUNS, failureEvidence, runsToTell } from './beyondChance.ts'

/** Probability, by adding up all paths, that runs that fail with a probability are said to fail beyond chance. */
function claimed(share: number, most: number): number {
  let open = new Map([[0, 1]])
  let sum = 0
  for (let runs = 1; runs <= most && open.size > 0; runs += 1) {
    const next = new Map<number, number>()
    for (const [failed, probability] of open) {
      for (const [now, part] of [
        [failed + 1, probability * share],
        [failed, probability * (1 - share)],
      ] as const) {
        const decision = decideRepeats(now, runs, most)
        if (decision === 'fails') sum += part
        else if (decision === undefined) next.set(now, (next.get(now) ?? 0) + part)
      }
    }
    open = next
  }
  return sum
}

describe('evidence of failures', () => {
  test('is on average 1 where half of the runs fail, and less where fewer do', () => {
    const mean = (share: number, runs: number) => {
      let sum = 0
      let ways = 1
      for (let failed = 0; failed <= runs; failed += 1) {
        sum += ways * share ** failed * (1 - share) ** (runs - failed) * failureEvidence(failed, runs)
        ways = (ways * (runs - failed)) / (failed + 1)
      }
      return sum
    }
    for (const runs of [1, 2, 5, 20, 50]) {
      expect(mean(0.5, runs)).toBeCloseTo(1, 10)
      expect(mean(0.3, runs)).toBeLessThan(1)
    }
  })

  test('is that of the two likelihood ratios', () => {
    expect(failureEvidence(0, 0)).toBe(1)
    expect(failureEvidence(5, 5)).toBeCloseTo(0.2 * 32 + 0.8 * 1.8 ** 5, 10)
    expect(failureEvidence(9, 10)).toBeCloseTo(0.8 * 1.8 ** 9 * 0.2, 10)
  })
})

describe('runs of a case', () => {
  test.each([5, 8, 10, 20, 50, 200])('of %i at most: half of them failing is said to be beyond chance in at most 5 %%', (most) => {
    expect(claimed(0.5, most)).toBeLessThanOrEqual(0.05)
    expect(claimed(0.3, most)).toBeLessThan(0.005)
    expect(claimed(1, most)).toBe(1)
  })

  test('that fail in 90 % are found more often, the more there may be', () => {
    const found = [5, 10, 20, 50].map((most) => claimed(0.9, most))
    expect(found).toEqual(found.toSorted((one, other) => one - other))
    expect(found[0]).toBeCloseTo(0.9 ** 5, 10)
    expect(found.at(-1)).toBeGreaterThan(0.99)
  })

  test('end as soon as nothing can change', () => {
    expect(decideRepeats(4, 4, 5)).toBeUndefined()
    expect(decideRepeats(5, 5, 5)).toBe('fails')
    expect(decideRepeats(0, 1, 5)).toBe('passes')
    expect(decideRepeats(0, 1, 10)).toBeUndefined()
    expect(decideRepeats(FEWEST_RUNS - 1, FEWEST_RUNS - 1, FEWEST_RUNS - 1)).toBe('passes')
  })

  test.each([
    [0, 0, 5],
    [0, 1, 10],
    [1, 2, 10],
    [9, 10, 10],
  ])('%i failures in %i runs: %i runs are the fewest that can tell', (failed, runs, most) => expect(runsToTell(failed, runs)).toBe(most))
})
