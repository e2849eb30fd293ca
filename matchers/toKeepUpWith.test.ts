import { describe, expect, test } from 'vitest'
import { CHECKLIST_FORMS } from '../src/judging/checklistJudge.ts'
import { Dialogue } from '../src/judging/dialogue/dialogue.ts'
import { fencedText } from '../src/judging/fence.ts'
import { criterion, rubric } from '../src/judging/rubric/rubric.ts'
import type { Model } from '../src/models/model.ts'
import { newScope } from '../src/running/worker/itemScope.ts'
import { keepUpWith } from './toKeepUpWith.ts'
import { passRubric } from './toPassRubric.ts'

const both = rubric([criterion('says red', { check: /red/ }), criterion('says blue', { weight: 3, check: /blue/ })])
const conversation = (last: string) => new Dialogue().given('Two colours.', 'Which?').given('Red and blue.', last)

describe('toKeepUpWith', () => {
  test('passes a conversation that ends as well as one turn does', async () => {
    const verdict = await keepUpWith(undefined, conversation('red, blue'), 'blue and red', both)
    expect(verdict).toMatchObject({ passed: true, scores: { total: 1, single: 1, loss: 0 }, lost: {} })
  })

  test('fails one that loses more than the margin, and says what', async () => {
    // Of weights 1 and 3 the second is lost: three quarters.
    const verdict = await keepUpWith(undefined, conversation('red'), 'blue and red', both)
    expect(verdict).toMatchObject({
      passed: false,
      threshold: 0.95,
      scores: { total: 0.25, single: 1, loss: 0.75 },
      lost: { 'says blue': 0.75 },
    })
    expect(verdict.message).toBe(
      'Expected it to keep up with its one-turn form: total 0.250 in the conversation, 1.000 in one turn, margin 0.05.\n  lost      says blue: met in one turn, not at the end of the conversation',
    )
  })

  test('lets it lose the margin, to the last digit', async () => {
    expect(await keepUpWith(undefined, conversation('red'), 'blue, red', both, { margin: 0.75 })).toMatchObject({ passed: true })
    expect(await keepUpWith(undefined, conversation('red'), 'blue, red', both, { margin: 0.74 })).toMatchObject({ passed: false })
  })

  test('holds nothing against a conversation whose one-turn form is as bad', async () =>
    expect(await keepUpWith(undefined, conversation('red'), 'red', both)).toMatchObject({ passed: true, scores: { total: 0.25 } }))

  test('refuses what is no conversation, and a margin off the scale', async () => {
    await expect(keepUpWith(undefined, 'red', 'red', both)).rejects.toThrow('Failed to apply toKeepUpWith: expected a dialogue.')
    await expect(keepUpWith(undefined, conversation('red'), 'red', both, { margin: 2 })).rejects.toThrow('the margin is 2')
  })

  test('measures a judge by answers that are known to pass and to fail, though no total fails by itself', async () => {
    const calls: string[] = []
    const ask: Model['ask'] = async (prompt, { call = '' } = {}) => {
      calls.push(call)
      const met = fencedText(String((prompt as readonly { content: string }[])[0]?.content), 'answer')?.includes('sorry') === true
      return { content: CHECKLIST_FORMS.en.write([{ reason: 'Simulated.', met }]) }
    }
    const judging = {
      judge: (): Model => ({ name: 'judge', simulated: false, ask }),
      votes: 1,
      controlled: 'few',
      knownAnswers: { right: () => 'I am sorry.', wrong: () => 'So what?' },
    } as const
    const apology = rubric([criterion('apologises')])
    const verdict = await keepUpWith(newScope(true, judging), conversation('We are sorry.'), 'So sorry.', apology)
    expect(verdict).toMatchObject({ passed: true, scores: { 'control_tp.rubric': 1, 'control_tn.rubric': 1 } })
    expect(verdict.scores).not.toHaveProperty('control_fp.rubric')
    // What is told of the judge counts once, so it is asked once.
    expect(calls).toEqual(['verdict', 'verdict', 'control-right-verdict', 'control-wrong-verdict'])
    const passed = await passRubric(newScope(true, judging), 'No.', apology, { threshold: 0 })
    expect(passed).toMatchObject({ passed: true, scores: { 'control_tn.rubric': 1 } })
  })
})
