import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Limiter } from './limiter.ts'

const settle = () => new Promise<void>((resolve) => setImmediate(resolve))

test('never runs more than its size at once, and ends with every result', async () => {
  const tasks = fc.array(fc.record({ turns: fc.integer({ min: 0, max: 3 }), fails: fc.boolean() }), { maxLength: 40 })
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 8 }), tasks, async (size, plan) => {
      const limiter = new Limiter(size)
      let running = 0
      let most = 0
      const results = await Promise.allSettled(
        plan.map(({ turns, fails }, index) =>
          limiter.run(async () => {
            running += 1
            most = Math.max(most, running)
            for (let turn = 0; turn < turns; turn += 1) await Promise.resolve()
            running -= 1
            if (fails) throw index
            return index
          }),
        ),
      )
      expect(most).toBeLessThanOrEqual(size)
      expect(results).toEqual(
        plan.map(({ fails }, index) => (fails ? { status: 'rejected', reason: index } : { status: 'fulfilled', value: index })),
      )
    }),
  )
})

test('starts tasks in the order they came, also those that came while others waited', async () => {
  const limiter = new Limiter(2)
  const started: string[] = []
  const ends: (() => void)[] = []
  const task = (name: string) =>
    limiter.run(() => {
      started.push(name)
      return new Promise<void>((resolve) => ends.push(resolve))
    })
  const all = ['a', 'b', 'c', 'd'].map(task)
  expect(started).toEqual(['a', 'b'])
  ends[1]?.()
  await settle()
  expect(started).toEqual(['a', 'b', 'c'])
  all.push(task('e'))
  ends[0]?.()
  await settle()
  expect(started).toEqual(['a', 'b', 'c', 'd'])
  ends[2]?.()
  await settle()
  expect(started).toEqual(['a', 'b', 'c', 'd', 'e'])
  for (const end of ends) end()
  await Promise.all(all)
})

test('lets the urgent go before the rest, both in their order', async () => {
  const limiter = new Limiter(1)
  const order: string[] = []
  const task = (name: string, urgent?: boolean) => limiter.run(async () => void order.push(name), urgent)
  await Promise.all([task('first'), task('a'), task('b', true), task('c', false), task('d', true)])
  expect(order).toEqual(['first', 'b', 'd', 'a', 'c'])
})

test.each(['rejects', 'throws'])('a task that %s frees its slot', async (how) => {
  const limiter = new Limiter(1)
  const failing = limiter.run(() => {
    if (how === 'throws') throw new Error('no')
    return Promise.reject(new Error('no'))
  })
  const next = limiter.run(async () => 'next')
  await expect(failing).rejects.toThrow('no')
  expect(await next).toBe('next')
  expect(await limiter.run(async () => 'later')).toBe('later')
})

test('holds 50,000 waiting tasks and keeps their order', async () => {
  const limiter = new Limiter(64)
  const order: number[] = []
  await Promise.all(Array.from({ length: 50_000 }, (_, index) => limiter.run(async () => order.push(index))))
  expect(order).toEqual(Array.from({ length: 50_000 }, (_, index) => index))
})

test('has all its slots again after its queue ran empty', async () => {
  const limiter = new Limiter(3)
  for (let round = 0; round < 3; round += 1) {
    let running = 0
    let most = 0
    const task = async () => {
      running += 1
      most = Math.max(most, running)
      await settle()
      running -= 1
    }
    await Promise.all(Array.from({ length: 7 }, () => limiter.run(task)))
    expect(most).toBe(3)
  }
})
