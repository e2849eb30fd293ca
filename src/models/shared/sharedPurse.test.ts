import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { UnscoredError } from '../../core/base/errors.ts'
import { random as randomOf } from '../../core/base/random.ts'
import type { BudgetLimits } from '../../core/config/budgetLimits.ts'
import { Budget } from '../budget.ts'
import { SharedPurse } from './sharedPurse.ts'

const PRICE = { in: 1, out: 1 }

/** A job of parts that are all alive, with one budget. */
function newJob(limits: BudgetLimits, count: number) {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const alive = new Set<string>()
  const living = { count, isAlive: (id: string) => alive.has(id) }
  const part = (id: string) => {
    alive.add(id)
    return new Budget(limits, { purse: new SharedPurse(folder, id, limits, living) })
  }
  return {
    folder,
    part,
    kill: (id: string) => alive.delete(id),
    ledger: () => JSON.parse(readFileSync(join(folder, 'ledger.json'), 'utf8')).parts,
  }
}

/** Of so many tokens at most, all of them for the answer. */
const call = (maxTokens: number) => ({ messages: [], maxTokens: maxTokens - 16, price: PRICE, label: 'openai:m' })
const took = (tokens: number) => ({ promptTokens: 0, completionTokens: tokens })

/** Makes calls, a few at a time, until the budget is spent; gives what they took. */
async function spendAll(budget: Budget, atOnce: number, random: () => number): Promise<number> {
  let sum = 0
  const worker = async () => {
    for (;;) {
      const reserved = await budget.reserve(call(1000)).catch((error: unknown) => {
        expect(error).toBeInstanceOf(UnscoredError)
      })
      if (!reserved) return
      for (let turn = 0; turn < random() * 4; turn += 1) await new Promise((resolve) => setImmediate(resolve))
      if (random() < 0.1) {
        reserved.giveBack()
        continue
      }
      const tokens = Math.floor(200 + random() * 600)
      sum += tokens
      reserved.spend(took(tokens))
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  await budget.rest()
  return sum
}

test.each([
  ['dollars', { maxUsd: 0.04 }],
  ['tokens', { maxTokens: 40_000 }],
])('one budget in %s over four parts is never passed, and used but for what one call may take', async (_, limits) => {
  const job = newJob(limits, 4)
  const random = () => drawn.int(0, 999_999) / 1e6
  const drawn = randomOf('purse', 7)
  const sums = await Promise.all(['a', 'b', 'c', 'd'].map((id) => spendAll(job.part(id), 8, random)))
  const sum = sums.reduce((total, own) => total + own, 0)
  expect(sum).toBeLessThanOrEqual(40_000)
  expect(sum).toBeGreaterThan(40_000 - 4 * 1000)
  // None has been left without.
  expect(Math.min(...sums)).toBeGreaterThan(2_000)
})

test('a part waits for money that another may give back, and goes on with it', async () => {
  const job = newJob({ maxTokens: 1000 }, 2)
  const [one, other] = [job.part('a'), job.part('b')]
  const first = await one.reserve(call(900))
  let has = false
  const second = other.reserve(call(500)).then((reserved) => {
    has = true
    return reserved
  })
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(has).toBe(false)
  first.spend(took(100))
  await one.rest()
  ;(await second).spend(took(400))
  await other.rest()
  expect(job.ledger()).toMatchObject({ a: { leased: { tokens: 100 } }, b: { leased: { tokens: 400 } } })
})

test('what a part had leased that was killed counts as spent, until it is started again with what it really took', async () => {
  const job = newJob({ maxTokens: 1000 }, 1)
  await job.part('a').reserve(call(900))
  job.kill('a')
  await expect(job.part('b').reserve(call(500))).rejects.toThrow('the budget of 1,000 tokens does not cover another call')
  const again = job.part('a')
  again.charge({ usd: 0, tokens: 300 })
  again.after(Promise.resolve())
  ;(await again.reserve(call(50))).spend(took(50))
  await again.rest()
  expect(job.ledger().a.leased.tokens).toBe(350)
  ;(await job.part('c').reserve(call(500))).spend(took(500))
})

test('a part that comes late gets its share of what is left', async () => {
  const job = newJob({ maxTokens: 40_000 }, 2)
  const random = () => drawn.int(0, 999_999) / 1e6
  const drawn = randomOf('purse', 3)
  const greedy = spendAll(job.part('a'), 60, random)
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve))
  const [first, late] = await Promise.all([greedy, spendAll(job.part('b'), 5, random)])
  expect(first + late).toBeLessThanOrEqual(40_000)
  expect(late).toBeGreaterThan(0)
})

test('a ledger that is none is told', async () => {
  const job = newJob({ maxTokens: 1000 }, 1)
  writeFileSync(join(job.folder, 'ledger.json'), '{"parts":[]}')
  await expect(job.part('a').reserve(call(100))).rejects.toThrow(/Failed to read the shared budget .*ledger\.json: /)
})
