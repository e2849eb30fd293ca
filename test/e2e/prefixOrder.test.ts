import { describe, expect, test } from 'vitest'
import type { Environment } from '../run.ts'
import { type ChatRequest, politely, startEndpoint } from './endpoint.ts'
import { once } from './fixtureRun.ts'
import { parcelsHere } from './parcelsHere.ts'

// How many beginnings are in use at once is in src/running/worker/prefixGroups.test.ts. Here: that a run asks in that order.

/** When an item's first question came and its last one was answered, in places of the order of all of these. */
interface Visit {
  readonly item: number
  readonly from: number
  to: number
}

/** Runs 48 parcels of four prefixes; the visits of each prefix, and the prefixes in the order in which they were asked. */
async function visits(env: Environment = {}) {
  const PREFIXES = 4
  let place = 0
  const items = new Map<string, Visit>()
  const endpoint = await startEndpoint(async (request: ChatRequest) => {
    const item = Number(/\d+/.exec(request.question)?.[0])
    const key = `${item} ${request.before}`
    place += 1
    const visit = items.get(key) ?? { item, from: place, to: 0 }
    items.set(key, visit)
    const reply = await politely(request)
    place += 1
    visit.to = place
    return reply
  })
  const { concluded } = await parcelsHere(endpoint, { PARCELS: '48', PREFIXES: String(PREFIXES), ...env })
  expect(concluded.reasons).toEqual([])
  const groups = Array.from({ length: PREFIXES }, (_, prefix) => [...items.values()].filter(({ item }) => item % PREFIXES === prefix))
  return { groups, order: [...items.values()].map(({ item }) => item % PREFIXES) }
}

describe('items that share the beginning of their prompts', () => {
  const four = once(() => visits())

  test('wait for the first of them, which goes alone', async () => {
    for (const [first, ...rest] of (await four()).groups) {
      expect(rest).toHaveLength(11)
      expect(Math.min(...rest.map(({ from }) => from))).toBeGreaterThan(first?.to ?? Number.NaN)
    }
  })

  test('run together in all trials', async () => {
    const { order } = await visits({ HOLDFAST_TRIALS: '2' })
    const changes = order.filter((prefix, index) => index > 0 && prefix !== order[index - 1]).length
    expect(order).toHaveLength(96)
    // Four groups, and the first item of each next one among the last of the one before.
    expect(changes).toBeLessThanOrEqual(12)
  })
})
