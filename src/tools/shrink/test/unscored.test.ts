import { describe, expect, test } from 'vitest'
import { UnscoredError } from '../../../core/base/errors.ts'
import { criterion, rubric } from '../../../judging/rubric/rubric.ts'
import { inlineSuite } from '../../../running/worker/suite.ts'
import { influenceHere, keptParts, shrinkHere } from './searchHere.ts'

const saysYes = rubric([criterion('says yes', { check: (text) => text === 'YES' })])

/** Eight turns and a last question, whose judge has no verdict in runs of these numbers, from 1. */
const talk = (temperature: number, unscored: (run: number) => boolean) => {
  let runs = 0
  return inlineSuite('talk', { items: [{ id: 'one' }] }, async (_item, { dialogue, expect }) => {
    runs += 1
    const run = runs
    for (let index = 0; index < 8; index += 1) await dialogue.ask(`Let us speak of topic ${index}.`, { temperature })
    await dialogue.ask('Well? demand C', { temperature })
    if (unscored(run)) throw new UnscoredError('Failed to judge: the judge gave no verdict.')
    await expect(dialogue).toPassRubric(saysYes)
  })
}

const SEARCH = ['one', { model: 'clashes' }] as const
/** None of its runs has a score. */
const never = talk(0, () => true)

describe('runs without a score say nothing of a case', () => {
  test('one of the whole item at temperature 0 is made again, and cases are still run once', async () => {
    const suite = talk(0, (run) => run === 2)
    const shrunk = await shrinkHere(suite, ...SEARCH)
    expect(keptParts(shrunk)).toEqual(['turn-6', 'turn-9'])
    expect(Math.max(...shrunk.tried.slice(1).map(({ runs }) => runs))).toBe(1)
  })

  test('one among those of an item whose answers may differ is made again', async () => {
    const suite = talk(1, (run) => run === 3)
    const shrunk = await shrinkHere(suite, ...SEARCH)
    expect(shrunk.outcome).toBe('shrunk')
    expect(shrunk.tried[0]).toMatchObject({ runs: 6, failed: 5, outcome: 'fails' })
  })

  test('an item whose runs have none is no item that fails by chance', async () => {
    await expect(shrinkHere(never, ...SEARCH)).rejects.toThrow(/3 of 3 runs of the whole item have no score \(.*no verdict/)
    const late = talk(1, (run) => run > 2)
    await expect(shrinkHere(late, ...SEARCH)).rejects.toThrow(/have no score/)
  })

  test('influence makes them again as well', async () => {
    const suite = talk(1, (run) => run === 2 || run === 8)
    const found = await influenceHere(suite, ...SEARCH)
    expect(found.whole.runs).toBe(6)
    expect(found.turns.map(({ changes }) => changes)).toEqual(['no', 'no', 'no', 'no', 'no', 'to-passed', 'no', 'no'])
    await expect(influenceHere(never, ...SEARCH)).rejects.toThrow(/have no score/)
  })
})
