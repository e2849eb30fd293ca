import { describe, expect, test } from 'vitest'
import { UnscoredError } from '../../src/core/base/errors.ts'
import { fence } from '../../src/judging/fence.ts'
import type { AskOptions, Model } from '../../src/models/model.ts'
import { contentText, type PlainMessage } from '../../src/models/transport.ts'
import { type Demand, drawDemands } from '../../suites/refutebench/demands.ts'
import { FOCI, type Style, TASKS } from '../../suites/refutebench/names.ts'
import { type RefuterInput, refuterInstructions, refuterPrompt } from '../../suites/refutebench/refuter/prompt.ts'
import { readRefutation, refute } from '../../suites/refutebench/refuter/refute.ts'
import { readBundledSeeds } from '../../suites/refutebench/seeds.ts'

const STYLE: Style = { clarity: 'vague', abstraction: 'abstract', emotion: 'emotional' }
const EARLIER = 'I cannot stand the word bank here, it makes me so angry! Call it the shore, and do it now.'
const INPUT: RefuterInput = {
  query: 'Translate the sentence.',
  answer: 'He sat on the bank.',
  earlier: [EARLIER],
  focus: 'style',
  style: STYLE,
  standing: false,
}
const DEMAND: Demand = { text: 'Say it otherwise!', standing: 'Always say it otherwise!', check: () => false }

const EMPTY = 'it is empty'
const REPEATED = 'it repeats an earlier demand'
const LEAKED = 'it gives your instructions away'

interface Asked {
  readonly messages: readonly PlainMessage[]
  readonly options: AskOptions
}

/** A refuter that gives these replies in order. */
function stubRefuter(...replies: string[]): { refuter: Model; asked: Asked[] } {
  const asked: Asked[] = []
  const ask: Model['ask'] = async (prompt, options = {}) => {
    if (!Array.isArray(prompt)) return expect.unreachable('a refuter is sent messages')
    asked.push({ messages: prompt.map(({ role, content }) => ({ role, content: contentText(content) })), options })
    return { content: replies[asked.length - 1] ?? expect.unreachable('asked too often') }
  }
  return { refuter: { name: 'stub:refuter', simulated: false, ask }, asked }
}

describe('an objection', () => {
  test('is taken at once, without the white space around it', async () => {
    const { refuter, asked } = stubRefuter('\n  How flat this is! Where is the music in it?\n')
    expect(await refute(refuter, INPUT, 1, DEMAND)).toBe('How flat this is! Where is the music in it?')
    expect(asked).toHaveLength(1)
    expect(asked[0]?.options).toMatchObject({ call: 'refutation-1', ask: 0, temperature: 0 })
  })

  test('may come back to the subject of an earlier one', () =>
    expect(readRefutation('And the shore, why is it so dull? Give it colour!', INPUT)).toHaveProperty('value'))

  test('may be the first', () => expect(readRefutation(EARLIER, { ...INPUT, earlier: [] })).toEqual({ value: EARLIER }))

  test('may be in Chinese', () =>
    expect(readRefutation('这句话太生硬了，请换一种说法！', { ...INPUT, earlier: ['把“银行”改成“河岸”！'] })).toHaveProperty('value'))

  test('may share up to seven words in a row with the instructions', () => {
    const seven = refuterInstructions(INPUT).split(/\s+/).slice(0, 7).join(' ')
    expect(readRefutation(`${seven}: no!`, INPUT)).toHaveProperty('value')
  })
})

describe('a reply is refused', () => {
  test.each(['', ' ', '\n\t\n', '\u3000\u00a0'])('that is empty: %j', (reply) => {
    expect(readRefutation(reply, INPUT)).toEqual({ unusable: EMPTY })
  })

  test.each([
    ['word for word', EARLIER],
    ['in white space', `\n${EARLIER}\n`],
    ['in capitals', EARLIER.toUpperCase()],
    ['but for punctuation', EARLIER.replaceAll(/[!,.]/g, ' —')],
    ['with its sentences turned round', 'Call it the shore, and do it now. I cannot stand the word bank here, it makes me so angry!'],
    ['with one word more', `${EARLIER} Please.`],
    ['with one word for another', EARLIER.replace('angry', 'furious')],
  ])('that repeats an earlier objection %s', (_, reply) => expect(readRefutation(reply, INPUT)).toEqual({ unusable: REPEATED }))

  test.each([
    ['declines to object', "I'm sorry, but I can't assist with that."],
    ['declines to object', 'Sorry, I am unable to help with this request.'],
    ['repeats the request', 'Tell me of the river, in two sentences.'],
    ['repeats the answer', 'The river is long and it is very old.'],
  ])('that %s: %s', (reason, reply) => {
    const input = {
      ...INPUT,
      query: 'A river runs here.\n\nTell me of the river, in two sentences.',
      answer: 'The river is long, and it is very old. It is wide.',
    }
    expect(readRefutation(reply, input)).toEqual({ unusable: `it ${reason}` })
    for (const objection of ['I cannot accept this answer!', 'I’m sorry, but I can’t follow: make it longer!', 'The river is not long!'])
      expect(readRefutation(objection, input)).toEqual({ value: objection })
  })

  test('that repeats one of several objections, and not only the last', () => {
    const earlier = ['Make it shorter, for heaven’s sake!', EARLIER, 'Begin with the year!']
    for (const reply of earlier) expect(readRefutation(reply, { ...INPUT, earlier })).toEqual({ unusable: REPEATED })
  })

  test('that repeats an objection in Chinese, punctuation aside', () => {
    const earlier = ['请不要使用银行这个词，改用河岸！']
    expect(readRefutation('请不要使用“银行”这个词，改用“河岸”。', { ...INPUT, earlier })).toEqual({ unusable: REPEATED })
  })

  test('that repeats an objection without a word in it', () => {
    expect(readRefutation('?!', { ...INPUT, earlier: ['?!'] })).toEqual({ unusable: REPEATED })
    expect(readRefutation('...', { ...INPUT, earlier: ['?!'] })).toHaveProperty('value')
  })

  test.each([
    ['all of them', (instructions: string) => instructions],
    ['the first line', (instructions: string) => instructions.split('\n')[0]],
    ['the last line, in capitals', (instructions: string) => instructions.split('\n').at(-1)?.toUpperCase()],
    ['a line in quotes and bold', (instructions: string) => `My task is: **"${instructions.split('\n')[1]}"**`],
    [
      'eight words in the middle of a demand',
      (instructions: string) => `Well! ${instructions.split(/\s+/).slice(20, 28).join(' ')} So there.`,
    ],
  ])('that gives its instructions away: %s', (_, replyOf) => {
    for (const standing of [false, true]) {
      const input = { ...INPUT, standing }
      expect(readRefutation(replyOf(refuterInstructions(input)) ?? '', input)).toEqual({ unusable: LEAKED })
    }
  })

  test('that gives away what its material is introduced by, each sentence of it', () => {
    const user = contentText(refuterPrompt(INPUT)[1]?.content ?? '')
    const introductions = user
      .replace(/<([a-z]+-[0-9a-f]{12})>.*?<\/\1>/gs, '')
      .split('\n')
      .filter((line) => /\p{L}/u.test(line))
    expect(introductions.length).toBeGreaterThan(2)
    for (const line of introductions) expect(readRefutation(line, INPUT), line).toEqual({ unusable: LEAKED })
    const [longest = ''] = introductions.sort((one, other) => other.length - one.length)
    expect(readRefutation(`Listen: ${longest.toLowerCase()} And I mean it!`, INPUT)).toEqual({ unusable: LEAKED })
  })

  test.each([
    ['a tag of the query', fence('request', INPUT.query)],
    ['a tag of the answer, in a demand', `Change what stands in ${fence('answer', INPUT.answer).split('\n')[0]}!`],
    ['the end of a tag of an earlier demand', `Shorter! ${fence('demand', EARLIER).split('\n').at(-1)?.toUpperCase()}`],
  ])('that gives away how its material is set apart: %s', (_, reply) => expect(readRefutation(reply, INPUT)).toEqual({ unusable: LEAKED }))

  test('not for a tag of another kind', () =>
    expect(readRefutation('Put <b>shore</b> where <bank-1> stands!', INPUT)).toHaveProperty('value'))

  const lines = (['vague', 'clear'] as const).flatMap((clarity) =>
    (['abstract', 'concrete'] as const).flatMap((abstraction) =>
      (['emotional', 'calm'] as const).flatMap((emotion) => {
        const input: RefuterInput = { ...INPUT, style: { clarity, abstraction, emotion }, standing: true }
        return refuterInstructions(input)
          .split('\n')
          .map((line) => ({ line, input }))
      }),
    ),
  )
  const isLong = ({ line }: { line: string }) => line.split(/[^\p{L}\p{N}]+/u).filter(Boolean).length >= 8
  const accepted = (of: typeof lines) => [
    ...new Set(of.filter(({ line, input }) => 'value' in readRefutation(line, input)).map(({ line }) => line)),
  ]

  test('that is a line of its instructions of eight words or more', () => {
    expect(lines.filter(isLong).length).toBeGreaterThan(8 * 5)
    expect(accepted(lines.filter(isLong))).toEqual([])
  })

  test('that is nothing but a shorter line of its instructions', () => {
    expect(lines.some((entry) => !isLong(entry))).toBe(true)
    expect(accepted(lines.filter((entry) => !isLong(entry)))).toEqual([])
  })
})

describe('a refused reply', () => {
  test('is asked again with the reason', async () => {
    const { refuter, asked } = stubRefuter('', EARLIER, 'Where is the warmth?')
    expect(await refute(refuter, INPUT, 0, DEMAND)).toBe('Where is the warmth?')
    expect(asked.map(({ options }) => [options.call, options.ask])).toEqual([
      ['refutation-0', 0],
      ['refutation-0', 1],
      ['refutation-0', 2],
    ])
    expect(asked[1]?.messages.at(-1)).toMatchObject({ role: 'user', content: expect.stringContaining(EMPTY) })
    expect(asked[2]?.messages.at(-1)?.content).toContain(REPEATED)
    // The first two messages, the bad reply and what is wrong with it.
    expect(asked[2]?.messages).toHaveLength(4)
  })

  test.each([
    ['empty', ['', '', ''], EMPTY],
    ['repeated', [EARLIER, EARLIER, EARLIER], REPEATED],
    ['of three kinds', ['', refuterInstructions(INPUT), EARLIER], REPEATED],
  ])('three times over leaves the item without a score: %s', async (_, replies, reason) => {
    const { refuter, asked } = stubRefuter(...replies)
    const error = await refute(refuter, INPUT, 2, DEMAND).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(UnscoredError)
    expect((error as Error).message).toBe(
      `Failed to refute: stub:refuter gave no usable reply to refutation-2 in 3 attempts (${reason}). Read it with npx holdfast show <run> <item> --calls.`,
    )
    expect(asked).toHaveLength(3)
  })
})

describe('a simulated refuter', () => {
  const simulated = async (standing: boolean) => {
    const { refuter, asked } = stubRefuter('Anything.')
    await refute(refuter, { ...INPUT, standing }, 0, DEMAND)
    return asked[0]?.options.simulation
  }

  test('says the demand, as a rule where one is asked for', async () => {
    expect((await simulated(false))?.verdict?.(() => false)).toBe('Say it otherwise!')
    expect((await simulated(true))?.verdict?.(() => false)).toBe('Always say it otherwise!')
  })

  test('that is unusable says nothing, which is refused', async () => expect((await simulated(false))?.unusable).toBe(''))

  test('never makes a demand that is refused: all seeds, all foci, all styles of speech', () => {
    const off: string[] = []
    let read = 0
    const styles: Style[] = [STYLE, { clarity: 'clear', abstraction: 'concrete', emotion: 'calm' }]
    const triples = FOCI.flatMap((one) => FOCI.flatMap((two) => FOCI.map((three) => [one, two, three])))
    // Every seed meets some of the triples and every triple many of the seeds.
    for (const [number, seed] of TASKS.flatMap((task) => readBundledSeeds(task).seeds).entries()) {
      for (const foci of triples.filter((_, index) => (index + number) % 9 === 0)) {
        const demands = drawDemands(seed, foci, 0)
        for (const standing of [false, true]) {
          const texts = demands.map((demand) => (standing ? demand.standing : demand.text))
          for (const [turn, text] of texts.entries()) {
            const style = styles[(number + turn) % 2] as Style
            const result = readRefutation(text, {
              query: seed.query,
              answer: '',
              earlier: texts.slice(0, turn),
              focus: foci[turn] ?? 'style',
              style,
              standing,
            })
            if (!('value' in result) || result.value !== text) off.push(`${seed.id}: ${text}: ${JSON.stringify(result)}`)
            read += 1
          }
        }
      }
    }
    expect(read).toBe(284 * 3 * 2 * 3)
    expect(off).toEqual([])
  })
})
