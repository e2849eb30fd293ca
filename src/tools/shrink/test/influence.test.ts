import { describe, expect, test } from 'vitest'
import { criterion, rubric } from '../../../judging/rubric/rubric.ts'
import { inlineSuite } from '../../../running/worker/suite.ts'
import { influenceConclusion } from '../caseLines.ts'
import { influenceHere } from './searchHere.ts'

const saysYes = rubric([criterion('says yes', { check: (text) => text === 'YES' })])

/** Eight turns about topics, and a last question with a demand. */
const talk = (options: object, demand = 'demand C', ids: readonly string[] = ['one']) =>
  inlineSuite('talk', { items: ids.map((id) => ({ id })) }, async (_item, { dialogue, expect }) => {
    for (let index = 0; index < 8; index += 1) await dialogue.ask(`Let us speak of topic ${index}.`, options)
    await dialogue.ask(`Well? ${demand}`, options)
    await expect(dialogue).toPassRubric(saysYes)
  })

describe('influence of a turn', () => {
  test('that alone makes the item fail is seen when it is left out, and that of no other', async () => {
    const { whole, turns, calls } = await influenceHere(talk({ temperature: 0 }), 'one', { model: 'clashes' })
    expect(whole).toEqual({ runs: 1, total: 0, passed: 0, outcome: 'failed' })
    expect(turns.map(({ part, turn, changes }) => [part, turn, changes])).toEqual(
      Array.from({ length: 8 }, (_, index) => [`turn-${index + 1}`, index, index === 5 ? 'to-passed' : 'no']),
    )
    expect(turns[5]).toMatchObject({ title: 'Let us speak of topic 5.', total: 1, passed: 1, runs: 1 })
    // The whole item, and eight cases of one turn less.
    expect(calls).toBe(9 + 8 * 8)
  })

  test('is looked for five times where answers may differ', async () => {
    const { whole, turns } = await influenceHere(talk({ temperature: 1 }), 'one', { model: 'clashes' })
    expect(whole.runs).toBe(5)
    expect(turns.filter(({ changes }) => changes === 'to-passed').map(({ turn, runs }) => [turn, runs])).toEqual([[5, 5]])
  })

  test('that makes the item pass is seen as well', async () => {
    const { turns } = await influenceHere(needing, 'one', { model: 'otherReason' })
    expect(turns.map(({ changes }) => changes)).toEqual(['to-failed', 'no'])
  })

  test('is not claimed of failures by chance', async () => {
    const ids = Array.from({ length: 40 }, (_, index) => `seed-${index}`)
    const suite = talk({ temperature: 1 }, 'nothing', ids)
    const found = await Promise.all(ids.map((id) => influenceHere(suite, id, { model: 'byChance' })))
    const claimed = found.flatMap(({ turns }) => turns).filter(({ changes }) => changes !== 'no')
    expect(claimed.length / (40 * 8)).toBeLessThanOrEqual(0.05)
  })

  test('is not looked for where the item itself neither fails nor passes beyond chance', async () => {
    let runs = 0
    const suite = inlineSuite('coin', { items: [{ id: 'one' }] }, async (_item, { dialogue, expect }) => {
      runs += 1
      await dialogue.ask('topic 0', { temperature: 1 })
      await dialogue.ask(runs % 2 === 0 ? 'topic 5 demand C' : 'Well?', { temperature: 1 })
      await expect(dialogue).toPassRubric(saysYes)
    })
    const found = await influenceHere(suite, 'one', { model: 'clashes' })
    expect([found.whole.outcome, found.turns]).toEqual(['open', []])
    expect(runs).toBeLessThanOrEqual(5)
    expect(influenceConclusion(found)).toContain('neither fails nor passes beyond chance: it passed 1 of 2 runs')
    // Nine of ten tell, and eight of nine do not (docs/statistics.md).
    expect(influenceConclusion(found)).toContain('More runs (--repeats 10 or more) can tell.')
  })

  test('is told of the turns that were left out before the calls ended', async () => {
    const found = await influenceHere(talk({ temperature: 0 }), 'one', { model: 'clashes', maxCalls: 30 })
    // 9 calls of the whole item, and two cases of 8.
    expect(found).toMatchObject({ calls: 30, left: 6 })
    expect(found.turns.map(({ part, changes }) => [part, changes])).toEqual([
      ['turn-1', 'no'],
      ['turn-2', 'no'],
    ])
    expect(influenceConclusion(found)).toContain('6 turns were not left out')
    await expect(influenceHere(talk({ temperature: 0 }), 'one', { model: 'clashes', maxCalls: 5 })).rejects.toThrow(/5 calls were made/)
  })

  test('of one without which nothing can be scored is not known', async () => {
    const suite = inlineSuite('objection', { items: [{ id: 'one' }] }, async (_item, { dialogue, expect }) => {
      await dialogue.ask('topic 5', { temperature: 0 })
      await dialogue.refute('No. demand C', { temperature: 0 })
      await expect(dialogue).toPassRubric(saysYes)
    })
    const { turns } = await influenceHere(suite, 'one', { model: 'clashes' })
    expect(turns.map(({ part, changes, total }) => [part, changes, total])).toEqual([['turn-1', 'unknown', null]])
  })
})

/** Needs its first turn, without which the planted model answers in small letters. */
const needing = inlineSuite('needing', { items: [{ id: 'one' }] }, async (_item, { dialogue, expect }) => {
  await dialogue.ask('topic 0', { temperature: 0 })
  await dialogue.ask('topic 1', { temperature: 0 })
  await dialogue.ask('Well?', { temperature: 0 })
  await expect(dialogue).toPassRubric(saysYes)
})
