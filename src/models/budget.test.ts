import fc from 'fast-check'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { HoldfastError, UnscoredError } from '../core/base/errors.ts'
import { STARTED_BY } from '../core/config/settingOrigins.ts'
import { stoppedByBudget } from '../core/format/records.ts'
import { Budget, cost, type Purchase } from './budget.ts'

/** A call with a prompt of so many characters. */
function purchase(characters: number, maxTokens: number | undefined = 100, price?: Purchase['price']): Purchase {
  return { messages: [{ content: 'x'.repeat(characters) }], maxTokens, price, label: 'openai:m' }
}

const settle = () => new Promise<void>((resolve) => setImmediate(resolve))

describe('a budget in tokens', () => {
  test('is never exceeded, however calls overlap, fail and end', async () => {
    const calls = fc.array(
      fc.record({
        bytes: fc.integer({ min: 0, max: 400 }),
        // A token is a byte or more.
        share: fc.double({ min: 0, max: 1, noNaN: true }),
        answer: fc.integer({ min: 0, max: 50 }),
        turns: fc.integer({ min: 0, max: 4 }),
        outcome: fc.constantFrom('answered', 'failed', 'silent'),
      }),
      { minLength: 1, maxLength: 40 },
    )
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 3000 }), calls, async (maxTokens, plan) => {
        const budget = new Budget({ maxTokens })
        let taken = 0
        await Promise.all(
          plan.map(async ({ bytes, share, answer, turns, outcome }) => {
            const reserved = await budget.reserve(purchase(bytes, 50)).catch((error: unknown) => {
              expect(error).toBeInstanceOf(UnscoredError)
            })
            if (!reserved) return
            for (let turn = 0; turn < turns; turn += 1) await settle()
            if (outcome === 'failed') return reserved.giveBack()
            const usage = { promptTokens: Math.floor(bytes * share), completionTokens: answer }
            taken += usage.promptTokens + usage.completionTokens
            reserved.spend(outcome === 'silent' ? undefined : usage)
          }),
        )
        expect(taken).toBeLessThanOrEqual(maxTokens)
      }),
    )
  })

  test('is used up before it stops: a call that does not fit waits for those in flight', async () => {
    const budget = new Budget({ maxTokens: 400 })
    const first = await budget.reserve(purchase(100))
    let second = false
    const waiting = budget.reserve(purchase(100)).then((reserved) => {
      second = true
      return reserved
    })
    await settle()
    expect(second).toBe(false)
    first.spend({ promptTokens: 25, completionTokens: 10 })
    ;(await waiting).giveBack()
  })

  test('says so when a call does not fit and none is in flight, and from then on', async () => {
    const budget = new Budget({ maxTokens: 1_000_000 })
    const said =
      'Failed to go on: the budget of 1,000,000 tokens does not cover another call. Finish the run with HOLDFAST_RESUME=latest and a larger budget.'
    await expect(budget.reserve(purchase(0, 2_000_000))).rejects.toThrow(said)
    // A run that has stopped stays so: which small calls still fit would depend on their order.
    await expect(budget.reserve(purchase(1))).rejects.toThrow(said)
    expect(() => budget.check(undefined, 'openai:m')).toThrow(UnscoredError)
    // A command has an option of its own for the folder.
    vi.stubEnv(STARTED_BY, '1')
    onTestFinished(() => void vi.unstubAllEnvs())
    await expect(new Budget({ maxTokens: 1 }).reserve(purchase(0, 2))).rejects.toThrow(
      'Finish the run with the same command, its folder and a larger budget.',
    )
  })

  test('takes a call that does not tell its usage for the most it can be', async () => {
    const budget = new Budget({ maxTokens: 400 })
    ;(await budget.reserve(purchase(100))).spend(undefined)
    await expect(budget.reserve(purchase(200))).rejects.toBeInstanceOf(UnscoredError)
  })

  test('sets aside 1,024 tokens for an answer without a cap, or as many as the longest answer so far', async () => {
    const fits = (budget: Budget) =>
      budget.reserve({ messages: [], maxTokens: undefined, price: undefined, label: 'openai:m' }).then(
        (reserved) => reserved,
        () => undefined,
      )
    expect(await fits(new Budget({ maxTokens: 1000 }))).toBeUndefined()
    const budget = new Budget({ maxTokens: 6000 })
    ;(await fits(budget))?.spend({ promptTokens: 1, completionTokens: 3500 })
    expect(await fits(budget)).toBeUndefined()
  })

  test('counts what was paid before', async () => {
    const budget = new Budget({ maxTokens: 1000 })
    budget.spend({ promptTokens: 500, completionTokens: 400 }, undefined)
    budget.spend(undefined, undefined)
    await expect(budget.reserve(purchase(0))).rejects.toBeInstanceOf(UnscoredError)
  })

  test('counts bytes, not characters: Chinese takes more tokens', async () => {
    const budget = new Budget({ maxTokens: 1000 })
    await expect(
      budget.reserve({ messages: [{ content: '法国的首都'.repeat(80) }], maxTokens: 1, price: undefined, label: 'openai:m' }),
    ).rejects.toBeInstanceOf(UnscoredError)
  })
})

describe('a budget in dollars', () => {
  const price = { in: 2, out: 10 }

  test('counts prompts and answers by their prices', async () => {
    const budget = new Budget({ maxUsd: 0.01 })
    // 1,000 prompt tokens and 700 answer tokens are $0.009.
    ;(await budget.reserve(purchase(1000, 700, price))).spend({ promptTokens: 1000, completionTokens: 700 })
    await expect(budget.reserve(purchase(0, 200, price))).rejects.toThrow('the budget of $0.01 does not cover another call')
  })

  test('needs prices', async () => {
    const budget = new Budget({ maxUsd: 1 })
    const said =
      'Failed to keep the budget: openai:m has no price. Give its entry in models a price: { in, out }, in US dollars per million tokens, or set HOLDFAST_MAX_TOKENS in place of HOLDFAST_MAX_USD.'
    await expect(budget.reserve(purchase(1))).rejects.toThrow(said)
    await expect(budget.reserve(purchase(1))).rejects.not.toBeInstanceOf(UnscoredError)
    expect(() => budget.check(undefined, 'openai:m')).toThrow(HoldfastError)
    expect(() => budget.check(price, 'openai:m')).not.toThrow()
  })
})

test.each([
  [{ in: 2, out: 8 }, 2 * 1000 + 8 * 100],
  [{ in: 2, out: 8, cachedIn: 0.5 }, 2 * 200 + 0.5 * 800 + 8 * 100],
])("tokens from the endpoint's cache cost what the price says of them, else the price of others: %j", (price, micros) =>
  expect(cost({ promptTokens: 1000, cachedTokens: 800, completionTokens: 100 }, price)).toBeCloseTo(micros / 1e6, 12),
)

test('who says that more was cached than was asked pays for what was asked', () =>
  expect(cost({ promptTokens: 10, cachedTokens: 1e9, completionTokens: 0 }, { in: 2, out: 8, cachedIn: 1 })).toBeCloseTo(10e-6, 12))

test('no budget holds nothing up', async () => {
  const budget = new Budget({})
  for (let count = 0; count < 100; count += 1) await budget.reserve(purchase(1_000_000, undefined))
  expect(() => budget.check(undefined, 'openai:m')).not.toThrow()
})

test('an item stopped by the budget is told from one whose judge was unusable', async () => {
  const { message } = (await new Budget({ maxTokens: 1 }).reserve(purchase(10)).catch((error: unknown) => error as Error)) as Error
  expect(stoppedByBudget({ status: 'unscored', reason: message })).toBe(true)
  expect(stoppedByBudget({ status: 'failed', reason: message })).toBe(false)
  expect(stoppedByBudget({ status: 'unscored', reason: 'the judge gave no usable verdict' })).toBe(false)
  expect(stoppedByBudget({ status: 'unscored' })).toBe(false)
})
