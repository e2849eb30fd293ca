import { describe, expect, test } from 'vitest'
import { HoldfastError } from '../../src/core/base/errors.ts'
import { Dialogue } from '../../src/judging/dialogue/dialogue.ts'
import { fence } from '../../src/judging/fence.ts'
import type { AskOptions, Model } from '../../src/models/model.ts'
import { contentText } from '../../src/models/transport.ts'
import type { Demand } from '../../suites/refutebench/demands.ts'
import { DECISION_FIELDS, readFields, validityRubric } from '../../suites/refutebench/refuter/judgedObjections.ts'

const FINE = '{"already_met": false, "contradicts": false}'
const MET = '{"already_met": true, "contradicts": false}'
const CONTRARY = '{"already_met": false, "contradicts": true}'
const BOTH = '{"already_met": true, "contradicts": true}'

/** A dialogue with as many objections as are given, and an answer to each. */
async function objectedTo(...objections: string[]): Promise<Dialogue> {
  let answers = 0
  const ask: Model['ask'] = async () => ({ content: `A${answers++}` })
  const dialogue = new Dialogue({ name: 'stub:model', simulated: false, ask })
  await dialogue.ask('QUERY')
  for (const objection of objections) await dialogue.refute(objection)
  return dialogue
}

/** A demand that only this answer meets. */
const metBy = (met: string): Demand => ({ text: '', standing: '', check: (answer) => answer === met })

type Asked = { readonly prompt: string; readonly options: AskOptions }

/** Checks a dialogue with a judge that replies by the name of the call; an error stands for itself. */
async function check(dialogue: Dialogue, replies: Readonly<Record<string, string | Error>>, demands: readonly Demand[] = []) {
  const asked: Asked[] = []
  const ask: Model['ask'] = async (prompt, options = {}) => {
    if (!Array.isArray(prompt)) return expect.unreachable('a judge is sent messages')
    asked.push({ prompt: prompt.map(({ content }) => contentText(content)).join('\n'), options })
    const reply = replies[options.call ?? ''] ?? expect.unreachable(`no reply to ${options.call}`)
    if (reply instanceof Error) throw reply
    return { content: reply }
  }
  const given = demands.length > 0 ? demands : dialogue.turns.map(() => metBy('nothing'))
  const rubric = validityRubric(dialogue, given)
  const grade = await rubric.judged({ conversation: [], answer: dialogue.content }, { name: 'stub:judge', simulated: false, ask }, 1)
  return { asked, rubric, grade, scores: { ...grade.points, ...grade.scores } }
}

describe('the objections of a dialogue', () => {
  test.each([
    ['are valid where none is void', [FINE, FINE, FINE], { valid: 1, already_met: 0, contradicts: 0 }],
    ['are not where one is met already', [FINE, MET, FINE], { valid: 0, already_met: 1, contradicts: 0 }],
    ['are not where one contradicts another', [FINE, FINE, CONTRARY], { valid: 0, already_met: 0, contradicts: 1 }],
    ['are counted by what is wrong with them', [MET, BOTH, CONTRARY], { valid: 0, already_met: 2, contradicts: 2 }],
  ] as const)('%s', async (_, [one, two, three], scores) => {
    const dialogue = await objectedTo('r0', 'r1', 'r2')
    const checked = await check(dialogue, { 'validity-0': one, 'validity-1': two, 'validity-2': three })
    expect(checked.scores).toEqual(scores)
    // A figure beside the item's score: it cannot fail the item.
    expect(checked.rubric).toMatchObject({ recordOnly: true, threshold: 0 })
  })

  test('are each shown with the answer before them and the objections before them, and nothing else of the dialogue', async () => {
    const { asked } = await check(await objectedTo('r0', 'r1', 'r2'), { 'validity-0': FINE, 'validity-1': FINE, 'validity-2': FINE })
    expect(asked.map(({ options }) => options.call)).toEqual(['validity-0', 'validity-1', 'validity-2'])
    for (const [index, { prompt }] of asked.entries()) {
      const shown = ['QUERY', 'A0', 'A1', 'A2', 'A3', 'r0', 'r1', 'r2'].filter((text) => prompt.includes(`\n${text}\n`))
      expect(shown, prompt).toEqual([`A${index}`, ...['r0', 'r1', 'r2'].slice(0, index + 1)])
      expect(prompt).toContain(fence('answer', `A${index}`))
      expect(prompt).toContain(fence('objection', `r${index}`))
      for (let earlier = 0; earlier < index; earlier += 1) expect(prompt).toContain(fence('earlier', `r${earlier}`))
    }
  })

  test('are decided by a simulated judge as the demand’s check says of the answer before', async () => {
    const { asked } = await check(await objectedTo('r0', 'r1'), { 'validity-0': FINE, 'validity-1': FINE }, [metBy('A1'), metBy('A1')])
    const say = (index: number, flipped: (at: number) => boolean) =>
      JSON.parse(asked[index]?.options.simulation?.verdict?.(flipped) ?? '{}')
    expect(say(0, () => false)).toEqual({ already_met: false, contradicts: false })
    expect(say(1, () => false)).toEqual({ already_met: true, contradicts: false })
    expect(say(0, (at) => at === 0)).toEqual({ already_met: true, contradicts: false })
    expect(say(0, (at) => at === 1)).toEqual({ already_met: false, contradicts: true })
  })
})

describe('a judge without a usable reply', () => {
  const unusable = 'I would say it is fine.'

  test('is asked three times', async () => {
    const dialogue = await objectedTo('r0')
    await expect(check(dialogue, { 'validity-0': unusable })).rejects.toMatchObject({ code: 'UNSCORED' })
    for (const reply of ['[]', 'null', '{"already_met": "perhaps", "contradicts": false}', '{"already_met": false}']) {
      await expect(check(dialogue, { 'validity-0': reply }), reply).rejects.toMatchObject({ code: 'UNSCORED' })
    }
  })

  test('to one objection leaves open whether all are valid', async () => {
    const dialogue = await objectedTo('r0', 'r1', 'r2')
    await expect(check(dialogue, { 'validity-0': FINE, 'validity-1': unusable, 'validity-2': FINE })).rejects.toMatchObject({
      code: 'UNSCORED',
    })
  })

  test('to one objection changes nothing where another is void', async () => {
    const dialogue = await objectedTo('r0', 'r1', 'r2')
    const { scores, asked } = await check(dialogue, { 'validity-0': unusable, 'validity-1': FINE, 'validity-2': MET })
    expect(scores).toEqual({ valid: 0, already_met: 1, contradicts: 0 })
    expect(asked).toHaveLength(3 + 1 + 1)
  })

  test('that cannot be reached breaks the item, whatever else is found', async () => {
    const broken = new HoldfastError('ENDPOINT', 'out of order')
    const dialogue = await objectedTo('r0', 'r1', 'r2')
    await expect(check(dialogue, { 'validity-0': unusable, 'validity-1': MET, 'validity-2': broken })).rejects.toBe(broken)
  })
})

describe('a decision', () => {
  const plain = ['A', 'B']
  const holding = ['{"already_met": false, "contradicts": true}', 'B']
  const read = (content: string, shown: readonly string[]) => readFields(DECISION_FIELDS, { content }, shown)

  test('with a key twice is unusable', () => {
    expect(read('{"already_met": true, "already_met": false, "contradicts": false}', plain)).toHaveProperty('unusable')
  })

  test('may have other fields, but not where what it is about has such fields too', () => {
    const content = '{"already_met": true, "contradicts": false, "reason": "so"}'
    expect(read(content, plain)).toEqual({ value: { already_met: true, contradicts: false } })
    expect(read(content, holding)).toHaveProperty('unusable')
    expect(read(MET, holding)).toEqual({ value: { already_met: true, contradicts: false } })
  })
})
