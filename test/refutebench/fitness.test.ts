import { describe, expect, test } from 'vitest'
import { HoldfastError } from '../../src/core/base/errors.ts'
import { fence } from '../../src/judging/fence.ts'
import type { Model } from '../../src/models/model.ts'
import { contentText } from '../../src/models/transport.ts'
import type { Style } from '../../suites/refutebench/names.ts'
import { fitnessRubric, mannerOf } from '../../suites/refutebench/refuter/judgedObjections.ts'
import { callsOf, metricsOf, values } from '../outcome.ts'
import { run } from './suiteRun.ts'

const PAPER: Style = { clarity: 'vague', abstraction: 'abstract', emotion: 'emotional' }
const said = (clarity: string, abstraction: string, emotion: string, demands = true) =>
  JSON.stringify({ clarity, abstraction, emotion, demands })

/** Checks objections with a judge that replies in their order; an error stands for itself. */
async function check(replies: readonly (string | Error)[], style = PAPER) {
  const prompts: string[] = []
  const ask: Model['ask'] = async (prompt, { call = '' } = {}) => {
    if (!Array.isArray(prompt)) return expect.unreachable('a judge is sent messages')
    prompts.push(prompt.map(({ content }) => contentText(content)).join('\n'))
    const reply = replies[Number(call.replace('fitness-', ''))] ?? expect.unreachable(`no reply to ${call}`)
    if (reply instanceof Error) throw reply
    return { content: reply }
  }
  const rubric = fitnessRubric(
    replies.map((_, index) => `objection ${index}`),
    style,
  )
  const grade = await rubric.judged({ conversation: [], answer: '' }, { name: 'stub:judge', simulated: false, ask }, 1)
  return { prompts, rubric, grade }
}

describe('whether objections speak as they were to', () => {
  test('is counted by part of the style, all parts together, and whether they demand anything', async () => {
    const { grade, rubric } = await check([
      said('vague', 'abstract', 'emotional'),
      said('vague', 'concrete', 'calm'),
      said('clear', 'concrete', 'calm', false),
    ])
    expect(grade.scores).toEqual({
      fit_objections: 3,
      fit_clarity: 2,
      fit_abstraction: 1,
      fit_emotion: 1,
      fit_style: 1,
      fit_demands: 2,
    })
    // A figure beside the item's score: it cannot fail the item.
    expect(rubric).toMatchObject({ recordOnly: true, threshold: 0 })
  })

  test('is held against the style of the item', async () => {
    const { grade } = await check([said('clear', 'concrete', 'calm')], { clarity: 'clear', abstraction: 'concrete', emotion: 'calm' })
    expect(grade.scores).toMatchObject({ fit_style: 1 })
  })

  test('is asked of each objection alone, without the style it was to have', async () => {
    const { prompts } = await check([said('clear', 'concrete', 'calm'), said('clear', 'concrete', 'calm')])
    expect(prompts).toHaveLength(2)
    expect(prompts[1]).toContain(fence('objection', 'objection 1'))
    expect(prompts[1]).not.toContain('objection 0')
    const other = await check([said('clear', 'concrete', 'calm')], { clarity: 'clear', abstraction: 'concrete', emotion: 'calm' })
    expect(other.prompts[0]).toBe(prompts[0])
  })

  test('is told of those that the judge did read, and of none where it read none', async () => {
    expect((await check(['Hm.', said('vague', 'abstract', 'emotional')])).grade.scores).toMatchObject({ fit_objections: 1, fit_style: 1 })
    await expect(check(['Hm.', '{"clarity": "vague"}'])).rejects.toMatchObject({ code: 'UNSCORED' })
    await expect(check([new HoldfastError('ENDPOINT', 'down'), said('vague', 'abstract', 'calm')])).rejects.toMatchObject({
      code: 'ENDPOINT',
    })
  })
})

test('words of courtesy and the length of objections are told without a judge', () => {
  expect(mannerOf(['This is unbearable! Change it!', 'Could you change it, if you don’t mind?'])).toEqual({
    refuter_words: (5 + 8) / 2,
    refuter_courteous: 1 / 2,
  })
  for (const polite of ['Please.', 'Thank you for this!', 'I’d appreciate it', 'if you do not mind']) {
    expect(mannerOf([polite]).refuter_courteous, polite).toBe(1)
  }
  for (const rude of ['How unpleasing!', 'I could scream', 'My mind is made up']) expect(mannerOf([rude]).refuter_courteous, rude).toBe(0)
})

describe('in a run', () => {
  const LITTLE = { HOLDFAST_LIMIT: '2', HOLDFAST_REFUTEBENCH_TASKS: 'writing' }

  test('the judge is asked of every objection, and figures are shares of them', async () => {
    const outcome = await run('sim:oracle', { ...LITTLE, HOLDFAST_REFUTEBENCH_FITNESS: '1' })
    const objections = 2 * 3 + 2
    expect(callsOf(outcome, 'judge').filter(({ key }) => key.call.startsWith('fitness-'))).toHaveLength(objections)
    // The simulated refuter makes plain demands, whatever style it is told.
    expect(values(outcome, 'refuter.in_style', 'refuter.clarity', 'refuter.demands')).toEqual([0, 0, 1])
    expect(metricsOf(outcome)['refuter.in_style']?.n).toBe(outcome.records.length)
  })

  test('nothing is asked by default, and what a program tells is there', async () => {
    const outcome = await run('sim:oracle', LITTLE)
    expect(callsOf(outcome, 'judge').filter(({ key }) => key.call.startsWith('fitness-'))).toEqual([])
    expect(Object.keys(metricsOf(outcome)).filter((key) => key.startsWith('refuter.'))).toEqual(['refuter.words', 'refuter.courteous'])
    const texts = callsOf(outcome, 'refuter').map(({ content }) => content ?? '')
    const words = texts.map((text) => text.split(' ').length)
    expect(values(outcome, 'refuter.words')[0]).toBeCloseTo(words.reduce((sum, own) => sum + own, 0) / words.length, 10)
  })
})
