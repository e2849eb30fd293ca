import { describe, expect, test } from 'vitest'
import { metricsOf } from '../outcome.ts'
import { run, SLICE, TASKS } from './suiteRun.ts'

// By figures alone: `forgetting` is 0 for who never complies and for who never forgets.
const MODELS = {
  nonComplier: 'sim:stubborn',
  forgetsAfter1: 'sim:forgetful?after=1',
  forgetsAfter3: 'sim:forgetful?after=3',
  keeper: 'sim:oracle',
} as const
type Name = keyof typeof MODELS

/** Six seeds a task are enough: Wilson's intervals of 0 and of 6 in 6 do not touch. */
const figuresOf = async (name: Name) => metricsOf(await run(MODELS[name], SLICE))

/** The 95 % interval of a share, or that there is none. */
const interval = async (name: Name, key: string) => {
  const metric = (await figuresOf(name))[key]
  return metric === undefined ? undefined : (metric.ci95 ?? expect.unreachable(`${key} of ${name} has no interval`))
}

/** Whether the models are told apart by a share: no interval of the low ones touches one of the high ones, and some have none. */
async function apart(key: string, { low = [], high = [], none = [] }: { low?: Name[]; high?: Name[]; none?: Name[] }) {
  for (const name of none) expect(await interval(name, key), `${key} of ${name}`).toBeUndefined()
  const ends = async (names: Name[], end: 0 | 1) => Promise.all(names.map(async (name) => (await interval(name, key))?.[end] ?? Number.NaN))
  expect(Math.max(...(await ends(low, 1))), key).toBeLessThan(Math.min(...(await ends(high, 0))))
}

describe.each([...TASKS.map((task) => `.${task}`), ''])('in the figures%s', (task) => {
  const last = task === '' ? 'persistent.retained_given_satisfied' : `persistent${task}.retained_given_satisfied.c3`

  test('one who never complies is told from all who do', async () => {
    for (const protocol of ['transient', 'persistent'])
      await apart(`${protocol}${task}.satisfied`, { low: ['nonComplier'], high: ['forgetsAfter1', 'forgetsAfter3', 'keeper'] })
    await apart(`transient${task}.retained_given_satisfied`, { none: ['nonComplier'] })
    await apart(last, { none: ['nonComplier'] })
  })

  test('one who forgets at once is told from those who keep a demand longer', () =>
    apart(`transient${task}.retained_given_satisfied`, { low: ['forgetsAfter1'], high: ['forgetsAfter3', 'keeper'] }))

  test('one who forgets later is told from the one who never does', () =>
    apart(last, { low: ['forgetsAfter1', 'forgetsAfter3'], high: ['keeper'] }))
})

test.each(TASKS)('the persistent curve of %s says when a demand was forgotten', async (task) => {
  const after = (count: number) => `persistent.${task}.retained_given_satisfied.c${count}`
  for (const count of [1, 2]) await apart(after(count), { low: ['forgetsAfter1'], high: ['forgetsAfter3', 'keeper'] })
  await apart(after(3), { low: ['forgetsAfter1', 'forgetsAfter3'], high: ['keeper'] })
})

test('forgetting alone does not tell them, and says so', async () => {
  for (const key of ['transient.forgetting', 'persistent.forgetting']) {
    const [none, kept] = [(await figuresOf('nonComplier'))[key], (await figuresOf('keeper'))[key]]
    expect([none?.value, kept?.value]).toEqual([0, 0])
    expect(none?.note).toMatch(/there is little to forget/)
    expect(kept?.note).toBeUndefined()
  }
})
