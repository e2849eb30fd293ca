import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import type { Environment } from '../run.ts'
import { type ChatRequest, politely, startEndpoint } from './endpoint.ts'
import { once } from './fixtureRun.ts'
import { newPlace, runParcels } from './parcelRun.ts'

/** A question's way through the endpoint. */
interface Visit {
  readonly item: number
  readonly from: number
  to: number
}

/** Runs 48 parcels of so many prefixes; when each item's first question came and its last one was answered, in order. */
async function visits(prefixes: number, env: Environment = {}) {
  const began = performance.now()
  const items = new Map<string, Visit>()
  const endpoint = await startEndpoint(async (request: ChatRequest) => {
    const item = Number(/\d+/.exec(request.question)?.[0])
    const key = `${item} ${request.before}`
    const visit = items.get(key) ?? { item, from: performance.now() - began, to: 0 }
    items.set(key, visit)
    const reply = await politely(request)
    await delay(20)
    visit.to = performance.now() - began
    return reply
  })
  const run = await runParcels(endpoint, newPlace(), { PARCELS: '48', PREFIXES: String(prefixes), ...env })
  expect(run.code, run.text).toBe(0)
  const groups = Array.from({ length: prefixes }, (_, prefix) => [...items.values()].filter(({ item }) => item % prefixes === prefix))
  return { groups, order: [...items.values()].map(({ item }) => item % prefixes) }
}

/** How many spans overlap at most. */
function together(spans: readonly Visit[]): number {
  return Math.max(...spans.map(({ from }) => spans.filter((other) => other.from <= from && from < other.to).length))
}

describe.concurrent('items that share the beginning of their prompts', () => {
  const four = once(() => visits(4))

  test('wait for the first of them, which goes alone', async () => {
    for (const [first, ...rest] of (await four()).groups) {
      expect(rest).toHaveLength(11)
      expect(Math.min(...rest.map(({ from }) => from))).toBeGreaterThanOrEqual(first?.to ?? Number.NaN)
    }
  })

  test('run together: two beginnings are in use at once, not all', async () => {
    const { groups } = await four()
    // Eight places, twelve items a group: one group, and the first item of the next.
    const spans = groups.map((group) => ({ item: 0, from: group[1]?.from ?? 0, to: Math.max(...group.map(({ to }) => to)) }))
    expect(together(spans)).toBeLessThanOrEqual(2)
    expect(together(groups.map(([first]) => first as Visit))).toBe(1)
  })

  test('do not leave places empty where few share one: as many begin at once as it takes', async () => {
    // Groups of two in eight places.
    const { groups } = await visits(24)
    expect(together(groups.map(([first]) => first as Visit))).toBe(4)
  })

  test('run together in all trials', async () => {
    const { order } = await visits(4, { HOLDFAST_TRIALS: '2' })
    const changes = order.filter((prefix, index) => index > 0 && prefix !== order[index - 1]).length
    expect(order).toHaveLength(96)
    // Four groups, and the first item of each next one among the last of the one before.
    expect(changes).toBeLessThanOrEqual(12)
  })
})
