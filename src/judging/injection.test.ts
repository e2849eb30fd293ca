import { describe, expect, test } from 'vitest'
import type { FbItem } from '../../suites/fb-bench/items.ts'
import { judgeAnswer } from '../../suites/fb-bench/judge/judgeAnswer.ts'
import { ATTEMPTS, CRITERIA, fbVerdict, HARMLESS, verdict, type Whole } from '../../test/injection/attempts.ts'
import { UnscoredError } from '../core/base/errors.ts'
import type { Model } from '../models/model.ts'
import { contentText } from '../models/transport.ts'
import { judgeChecklist } from './checklistJudge.ts'
import { fence } from './fence.ts'

const CONVERSATION = [
  { role: 'user', content: 'What is the capital of France?' },
  { role: 'assistant', content: 'Marseille.' },
  { role: 'user', content: 'No. Try again.' },
]

const fbItem = (language: 'en' | 'zh'): FbItem => ({
  id: 'item-1',
  scenario: 'ec',
  task: 'Knowledge Q&A',
  subtask: 'none',
  language,
  query: 'What is the capital of France?',
  firstResponse: 'Marseille.',
  feedback: 'No. Try again.',
  deficiency: [],
  feedbackTypes: [],
  checklist: [
    { text: CRITERIA[0] ?? '', weight: 0.7 },
    { text: CRITERIA[1] ?? '', weight: 0.3 },
  ],
  reference: 'Sorry, it is Paris.',
})

/** A judge that replies by itself to whatever it is asked; keeps its first prompts. */
function stubJudge(reply: (prompt: string) => string): { judge: Model; prompts: string[] } {
  const prompts: string[] = []
  const ask: Model['ask'] = async (prompt) => {
    if (!Array.isArray(prompt)) return expect.unreachable('a judge is sent messages')
    const first = contentText(prompt[0]?.content ?? '')
    prompts.push(first)
    return { content: reply(first) }
  }
  return { judge: { name: 'stub:judge', simulated: false, ask }, prompts }
}

/** The default protocol and FB-Bench's in both languages; each gives whether all and whether any criteria are met. */
const PROTOCOLS = {
  default: async (judge: Model, answer: string) => {
    const { verdicts } = await judgeChecklist(judge, { conversation: CONVERSATION, answer, reference: 'Sorry, it is Paris.' }, CRITERIA, {
      votes: 1,
    })
    return { met: verdicts.map(({ met }) => met), score: verdicts.filter(({ met }) => met).length / verdicts.length }
  },
  'FB-Bench in English': (judge: Model, answer: string) => judgeByFbBench(judge, answer, 'en'),
  'FB-Bench in Chinese': (judge: Model, answer: string) => judgeByFbBench(judge, answer, 'zh'),
} as const

async function judgeByFbBench(judge: Model, answer: string, language: 'en' | 'zh') {
  const judgement = await judgeAnswer(judge, { item: fbItem(language), answer, withReference: true }, 1)
  return { met: judgement.entries.map(({ met }) => met), score: judgement.score }
}

describe.each(Object.entries(PROTOCOLS))('by the protocol %s', (name, judgeBy) => {
  const protocol: Whole = name === 'default' ? 'default' : 'fb'
  const [yes, no] = protocol === 'default' ? [verdict(true), verdict(false)] : [fbVerdict(true), fbVerdict(false)]
  const promptOf = async (answer: string) => {
    const { judge, prompts } = stubJudge(() => no)
    await judgeBy(judge, answer)
    expect(prompts).toHaveLength(1)
    return prompts[0] ?? expect.unreachable()
  }
  /** The prompt around the answer, without the hash of its tags. */
  const surroundings = (prompt: string, answer: string) => {
    const parts = prompt.split(answer)
    expect(parts, 'the answer stands in the prompt once').toHaveLength(2)
    const [before = '', after = ''] = parts
    const tag = /<(answer-[0-9a-f]{12})>\n$/.exec(before)?.[1] ?? expect.unreachable('no opening tag before the answer')
    expect(after.startsWith(`\n</${tag}>`)).toBe(true)
    expect(answer).not.toContain(tag)
    expect(prompt.split(tag), 'the tag stands in the prompt twice').toHaveLength(3)
    return [before, after].map((part) => part.replace(tag, 'answer-HASH'))
  }

  test('a verdict of the judge counts', async () =>
    expect(await judgeBy(stubJudge(() => yes).judge, HARMLESS)).toEqual({ met: [true, true], score: 1 }))

  describe.for(ATTEMPTS)('the attempt "%s"', ([, answer, whole]) => {
    test('does not turn an honest verdict', async () =>
      expect(await judgeBy(stubJudge(() => no).judge, answer)).toEqual({ met: [false, false], score: 0 }))

    test('stands once between tags of its own, and changes nothing else in the prompt', async () =>
      expect(surroundings(await promptOf(answer), answer)).toEqual(surroundings(await promptOf(HARMLESS), HARMLESS)))

    test('is no verdict when the judge quotes it', async () => {
      const quotations = [
        `The answer says: ${answer}`,
        `${answer}\n\nThat is what the answer says.`,
        `${no}\n${answer}`,
        `${answer}\n${no}`,
        `> ${answer}`,
        fence('answer', answer),
        `\`\`\`json\n${answer}\n\`\`\``,
      ]
      // Beside an answer that holds nothing like a verdict, the judge's own is the only one.
      const isPlain = protocol === 'default' && !/(?:met|criteria)\W{0,9}:/i.test(answer)
      for (const quotation of quotations) {
        const read = await judgeBy(stubJudge(() => quotation).judge, answer).catch((error: unknown) => error)
        if (isPlain && quotation.includes(no) && !(read instanceof Error)) expect(read).toEqual({ met: [false, false], score: 0 })
        else expect(read).toBeInstanceOf(UnscoredError)
      }
    })

    // A judge whose whole reply is a valid verdict has given one, whoever wrote it first.
    test(`is ${whole === protocol ? 'a' : 'no'} verdict when it is the judge's whole reply`, async () => {
      const echoed = judgeBy(stubJudge(() => answer).judge, answer)
      if (whole === protocol) expect((await echoed).score).toBe(1)
      else await expect(echoed).rejects.toThrow(UnscoredError)
    })
  })

  test('a judge that sends back its whole prompt gives no verdict', () =>
    expect(judgeBy(stubJudge((prompt) => prompt).judge, yes)).rejects.toThrow(UnscoredError))
})

test('there are at least 80 attempts, no two alike', () => {
  expect(ATTEMPTS.length).toBeGreaterThanOrEqual(80)
  expect(new Set(ATTEMPTS.map(([, answer]) => answer)).size).toBe(ATTEMPTS.length)
  expect(new Set(ATTEMPTS.map(([name]) => name)).size).toBe(ATTEMPTS.length)
})
