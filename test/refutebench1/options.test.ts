import { describe, expect, test } from 'vitest'
import { refutebench1Options } from '../../suites/refutebench1/names.ts'
import { openItems } from '../../suites/refutebench1/openItems.ts'

const parse = (given: Record<string, unknown>) => refutebench1Options.parse(given)
const idsOf = async (given: Record<string, unknown>) => (await openItems('bundled', parse(given), 0)).items.map(({ id }) => id)

test('without options everything is run', () => {
  expect(parse({})).toEqual({
    tasks: ['email', 'mt', 'qa'],
    kinds: ['memory', 'generalization', 'multi'],
    ncs: ['0', '1', '2', '3'],
    pairs: ['en-zh', 'en-he'],
    targets: 'translation',
  })
})

describe('an option', () => {
  test('narrows the items', async () => {
    const some = await idsOf({ tasks: 'qa', kinds: 'memory,multi', ncs: '0,3' })
    expect(some).toHaveLength(10 * 2 + 3)
    expect(new Set(some.map((id) => id.split('/').slice(0, 3).join('/')))).toEqual(
      new Set(['qa/memory/NC-0', 'qa/memory/NC-3', 'qa/multi/multi']),
    )
    expect(await idsOf({ ncs: '2', kinds: 'multi,generalization', tasks: 'mt' })).toHaveLength(10)
  })

  test('that leaves nothing is an error', async () => {
    await expect(idsOf({ kinds: 'multi', ncs: '3' })).rejects.toThrow(/nothing that its options ask for/)
    await expect(idsOf({ tasks: 'mt', pairs: 'en-he' })).rejects.toThrow(/nothing that its options ask for/)
  })

  test.each([
    ['tasks', 'poetry'],
    ['kinds', ''],
    ['ncs', '4'],
    ['pairs', 'he-en'],
    ['targets', 'any'],
    ['task', 'mt'],
  ])('%s is not %j', (name, value) => expect(refutebench1Options.safeParse({ [name]: value }).success).toBe(false))
})
