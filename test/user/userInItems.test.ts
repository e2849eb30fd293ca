import { describe, expect, test } from 'vitest'
import { inlineSuite } from '../../src/running/worker/suite.ts'
import { runSuite } from '../runSuite.ts'

const items = Array.from({ length: 20 }, (_, index) => ({ id: `order-${index}` }))

/** Each item: a customer who is asked for the order number, and served when it is told. */
const served = inlineSuite('served', { items, roles: ['candidate', 'user'] }, async (item, { dialogue, user, expect: own }) => {
  const customer = user({
    goal: 'You want to know where your parcel is.',
    facts: {
      number: { text: `It is ${item.id}.`, value: item.id, asked: /number/ },
      name: { text: 'My name is Ada Lind.', value: 'Ada Lind', asked: /name/ },
    },
    done: ({ content }) => content.includes('Monday'),
    solved: 'It comes on Monday.',
  })
  const reference = (message: string) => (message.includes(item.id) ? 'It comes on Monday.' : 'What is the order number?')
  const talk = await dialogue.with(customer, { turns: 5, reference })
  await own(dialogue).toHoldEveryTurn({ 'asks once': ({ turn }) => turn <= 2 })
  own(talk.ended).toBe('done')
})

const metricsOf = async (environment: Record<string, string>) => {
  const { concluded, records, calls } = await runSuite(served, {}, environment)
  return { metrics: concluded.document.suites.served?.metrics ?? {}, records, calls }
}

describe('a benchmark with simulated users', () => {
  test('runs without a key, its calls filed under the role of the user', async () => {
    const { metrics, calls, records } = await metricsOf({})
    expect(metrics.score?.value).toBe(1)
    expect(Object.keys(metrics).filter((key) => key.startsWith('user.'))).toEqual([])
    expect(records.every(({ status }) => status === 'passed')).toBe(true)
    const first = calls.filter(({ key }) => key.item === 'order-0').map(({ key }) => `${key.role} ${key.call}`)
    expect(first).toEqual(['user user-1', 'candidate answer-0', 'user user-2', 'candidate answer-1'])
  })

  test('holds the users against known situations where controls are on', async () => {
    const { metrics } = await metricsOf({ HOLDFAST_CONTROLS: '1' })
    const user = Object.fromEntries(
      Object.entries(metrics).flatMap(([key, { value, n }]) => (key.startsWith('user.') ? [[key, [value, n]]] : [])),
    )
    // Each of 20 items has seven situations: one for each of two facts, three questions, an answer that serves, and no help.
    expect(user).toEqual({
      'user.tells': [1, 40],
      'user.keeps': [1, 140],
      'user.invents': [1, 20],
      'user.rules': [1, 20],
      'user.role': [1, 20],
      'user.ends': [1, 20],
      'user.gives-up': [1, 20],
      'user.unusable': [0, 140],
    })
    // As much as 20 profiles tell, whatever the number of their situations.
    // Clopper and Pearson's for twenty of twenty.
    expect(metrics['user.keeps']?.ci95).toEqual([expect.closeTo(0.025 ** (1 / 20), 9), 1])
  })

  test('counts the situations in which a user gives no usable reply', async () => {
    const { metrics, records } = await metricsOf({ HOLDFAST_CONTROLS: '1', HOLDFAST_USER: 'sim:judge?garbage=0.2' })
    const scored = records.filter(({ status }) => status === 'passed' || status === 'failed')
    const unusable = scored.reduce((sum, { scores }) => sum + (scores.user_unusable ?? 0), 0)
    expect(metrics['user.unusable']).toMatchObject({ n: 7 * scored.length, value: expect.closeTo(unusable / (7 * scored.length), 12) })
    expect(unusable).toBeGreaterThan(0)
  })

  test('finds the share of messages in which a noisy user blurts something out', async () => {
    const { metrics } = await metricsOf({ HOLDFAST_CONTROLS: '1', HOLDFAST_USER: 'sim:judge?noise=0.3' })
    const keeps = metrics['user.keeps']
    expect(keeps?.value).toBeLessThan(1)
    // In one of seven situations the fact that would be blurted out is the one asked for, and in two the user says goodbye: 0.3 of
    // the other four.
    expect(keeps?.ci95?.[0]).toBeLessThan(1 - (0.3 * 4) / 7)
    expect(keeps?.ci95?.[1]).toBeGreaterThan(1 - (0.3 * 4) / 7)
    expect(metrics['user.tells']?.value).toBe(1)
  })
})
