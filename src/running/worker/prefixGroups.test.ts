import { describe, expect, test } from 'vitest'
import { resolveConfig } from '../../core/config/resolve.ts'
import { Limiter } from '../../models/limiter.ts'
import { groupByPrefix, inTrials, prefixWarmUp } from './selectItems.ts'

/** Items of so many prefixes, as many of each, neighbours of different ones. */
const itemsOf = (prefixes: number, each: number) =>
  Array.from({ length: prefixes * each }, (_, index) => ({ id: index, prefix: `street ${index % prefixes}` }))

/** Begins all items under a warm-up, as far as there are places; they end when they are told to. */
function begin(prefixes: number, each: number, { model = 'openai:m', places = Number.POSITIVE_INFINITY } = {}) {
  const groups = groupByPrefix(itemsOf(prefixes, each))
  const warmUp = prefixWarmUp(resolveConfig({ model, concurrency: 8 }, {}, '/project', []), groups)
  const limiter = new Limiter(places)
  /** Items that are under way, with what ends them. */
  const running = new Map<number, { prefix: string; end: (error?: Error) => void }>()
  const all = groups.flat().map(({ id, prefix }) =>
    warmUp(prefix, () =>
      limiter.run(
        () =>
          new Promise<void>((resolve, reject) => {
            const end = (error?: Error) => {
              running.delete(id)
              if (error) reject(error)
              else resolve()
            }
            running.set(id, { prefix, end })
          }),
      ),
    ),
  )
  const settled = Promise.allSettled(all)
  /** Lets everything that can begin do so. */
  const settle = () => new Promise((resolve) => setImmediate(resolve))
  return { running, settle, settled }
}

describe('items that share the beginning of their prompts', () => {
  test('wait for the first of them, which goes alone', async () => {
    const { running, settle } = begin(4, 12)
    await settle()
    expect([...running.keys()]).toEqual([0])
    running.get(0)?.end()
    await settle()
    // The rest of its group, and the first of the next one.
    expect([...running.keys()].sort((one, other) => one - other)).toEqual([1, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44])
  })

  test('run together: two beginnings are in use at once, not all', async () => {
    const { running, settle, settled } = begin(4, 12, { places: 8 })
    await settle()
    // Twelve items a group for eight places: one group, the next one, and the first item of another.
    while (running.size > 0) {
      const [leaders, others] = [[...running.keys()].filter((id) => id < 4), [...running].filter(([id]) => id >= 4)]
      expect(leaders.length).toBeLessThanOrEqual(1)
      expect(new Set(others.map(([, { prefix }]) => prefix)).size).toBeLessThanOrEqual(2)
      const [oldest] = running.values()
      oldest?.end()
      await settle()
    }
    expect(await settled).toHaveLength(48)
  })

  test('do not leave places empty where few share one: as many begin at once as it takes', async () => {
    // Groups of two in eight places.
    const { running, settle } = begin(24, 2)
    await settle()
    expect([...running.keys()]).toEqual([0, 1, 2, 3])
  })

  test('do not wait longer where the first of them fails, which is its own affair', async () => {
    const { running, settle, settled } = begin(1, 3)
    await settle()
    running.get(0)?.end(new Error('no luck'))
    await settle()
    expect([...running.keys()]).toEqual([1, 2])
    for (const { end } of running.values()) end()
    expect((await settled).map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled'])
  })

  test.each(['sim:oracle', 'module:./agent.js#ask', 'replay:calls.jsonl'])(
    'do not wait for %s, which has nothing to warm',
    async (model) => {
      const { running, settle } = begin(4, 12, { model })
      await settle()
      expect(running.size).toBe(48)
    },
  )

  test('run together in all trials', () => {
    const groups = groupByPrefix(itemsOf(2, 2))
    expect([...inTrials(groups, 2)].map(({ entry, trial }) => [entry.id, trial])).toEqual([
      [0, 0],
      [2, 0],
      [0, 1],
      [2, 1],
      [1, 0],
      [3, 0],
      [1, 1],
      [3, 1],
    ])
  })
})
