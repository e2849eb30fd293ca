import { describe, expect, test } from 'vitest'
import { once } from '../outcome.ts'
import { hasShared } from '../shared.ts'
import { converse, oracle, share } from './converse.ts'
import { data, open, rawRows, setOf } from './officialRows.ts'

describe.skipIf(!hasShared)('what is demanded (skipped without the shared folder)', () => {
  const seeds = [0, 1].map((seed) => once(() => open(data, { tasks: 'email,mt', pairs: 'en-zh', kinds: 'memory,generalization' }, seed)))
  const demandsOf = async (set: string, seed: 0 | 1) =>
    ((await seeds[seed]?.())?.items ?? []).filter((item) => setOf(item) === set).map(({ script }) => converse(script, oracle).feedbacks)

  test('is the same for one seed, whatever comes between, and another for another', async () => {
    for (const [task, base] of [
      ['email', 'email'],
      ['mt', 'en-zh'],
    ] as const) {
      const first = await demandsOf(`${task}/memory/${base}.memory.NC-0`, 0)
      expect(first).toHaveLength(task === 'email' ? 100 : 250)
      expect(await demandsOf(`${task}/memory/${base}.memory.NC-3`, 0)).toEqual(first)
      expect(await demandsOf(`${task}/generalization/${base}.generalization.NC-0`, 0)).toEqual(first)
      const other = await demandsOf(`${task}/memory/${base}.memory.NC-0`, 1)
      expect(other.filter((feedbacks, row) => JSON.stringify(feedbacks) !== JSON.stringify(first[row])).length).toBeGreaterThan(
        first.length / 4,
      )
    }
  })

  test('may be what is no translation of the word', async () => {
    const random = await open(data, { tasks: 'mt', kinds: 'memory', ncs: '0', targets: 'random' })
    const [row] = rawRows('mt/single/en-he.memory.NC-0.jsonl.gz')
    const [word, { random: target }] = Object.entries(row?.feedbacks ?? {})[0] as [string, { random: string }]
    const item = random.items.find(({ id }) => id === 'mt/memory/en-he.memory.NC-0/0')
    expect(item && converse(item.script, oracle).feedbacks).toEqual([
      row?.feedback_mapping_prompt.replace('{src}', word).replace('{tgt}', target),
    ])
    for (const { script } of random.items) expect(share(converse(script, oracle).RR)).toBe(1)
  })
})
