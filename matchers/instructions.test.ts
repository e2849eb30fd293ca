import { describe, expect, test } from 'vitest'
import { Dialogue } from '../src/judging/dialogue/dialogue.ts'
import { criterion } from '../src/judging/rubric/rubric.ts'
import { createTransport } from '../src/models/createTransport.ts'
import { Limiter } from '../src/models/limiter.ts'
import { bindModel } from '../src/models/model.ts'
import { entryOf } from '../test/entryOf.ts'
import { MemoryJournal } from '../test/memoryJournal.ts'
import { registerMatchers } from './index.ts'
import { maintainStance } from './toMaintainStance.ts'
import { retainAfterTurns } from './toRetainAfterTurns.ts'

registerMatchers()
const EUROS = { check: (text: string) => /\d ?€/.test(text) && !text.includes('$') }

/** A dialogue with a simulated application. */
function dialogueWith(uri: string): Dialogue {
  const entry = entryOf(uri)
  return new Dialogue(
    bindModel({
      transport: createTransport(entry, '/'),
      entry,
      limiter: new Limiter(4),
      journal: new MemoryJournal(),
      key: { suite: 'demo', item: 'one', role: 'candidate', trial: 0 },
      hints: { item: 'one', seed: 0, reference: () => 'none' },
      counts: { calls: 0, retries: 0, promptTokens: 0, completionTokens: 0 },
      stopping: new AbortController().signal,
    }),
  )
}

async function compacted(uri: string, asksBack: boolean): Promise<Dialogue> {
  const dialogue = dialogueWith(uri)
  await dialogue.instruct('From now on give prices in euros only.', EUROS)
  await dialogue.distract(2)
  await dialogue.compact()
  const later = dialogue.branch()
  await later.ask('What does the brass lamp cost?', { reference: '40 €' })
  if (asksBack) await dialogue.recall(/euro|€/i)
  return later
}

describe('an instruction that was given before a compaction', () => {
  test.each([
    ['sim:compacting?keep=all', true, 'passes'],
    ['sim:compacting?keep=none', true, 'forgotten'],
    ['sim:compacting?keep=none', false, 'not asked'],
    ['sim:compacting?keep=all&obeys=no', true, 'known and broken'],
    ['sim:compacting?keep=all&obeys=no', false, 'not asked'],
  ])('%s, asked back: %s: %s', async (uri, asksBack, said) => {
    const later = await compacted(uri, asksBack)
    const verdicts = [
      await retainAfterTurns(undefined, later, 3),
      await maintainStance(undefined, later, { stance: 'prices are in euros', checklist: [criterion('in euros', EUROS)] }),
    ]
    for (const { passed, message } of verdicts) {
      expect(passed).toBe(said === 'passes')
      if (!passed) expect(message).toContain(`\n  recall    ${said}`)
    }
    expect(verdicts[0]?.message).toContain('3 turns after instruction 1')
  })

  test('that is not retained is what .not.toRetainAfterTurns expects, after it was taken back', async () => {
    const later = await compacted('sim:compacting?keep=none', false)
    await expect(later).not.toRetainAfterTurns(3)
    // An instruction and two turns of small talk came before it.
    const message = await expect(later)
      .toRetainAfterTurns(3)
      .then(
        () => '',
        (error: Error) => error.message,
      )
    expect(message).toContain('(turn 1)')
    expect(message).toMatch(/\n {2}compacted after turn 3$/)
  })

  test('and that a branch compacts is not compacted in its trunk', async () => {
    const dialogue = dialogueWith('sim:compacting?keep=none')
    await dialogue.instruct('Prices in euros only.', EUROS)
    const branch = dialogue.branch()
    await branch.distract(1)
    const beside = dialogue.branch()
    await branch.compact()
    expect([branch, dialogue, beside].map(({ turns }) => turns.map(({ compacted: after = false }) => after))).toEqual([
      [false, true],
      [false],
      [false],
    ])
  })

  test('is needed before anything is recalled', () =>
    expect(dialogueWith('sim:compacting').recall(/a/)).rejects.toThrow('Call dialogue.instruct(...) first.'))
})
