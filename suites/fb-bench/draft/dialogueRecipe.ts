import { z } from 'zod'
import {
  type DraftDesk,
  type DraftRecipe,
  draftLine,
  draftRecipe,
  draftText,
  listedSources,
  type Solved,
  sum,
  UnscoredError,
} from '../../../src/kit.ts'
import { decide } from '../check/decide.ts'
import { checkSchema } from '../check/schema.ts'
import { bundledItem } from '../items.ts'
import { judgeAnswer, VERDICT_TOKENS } from '../judge/judgeAnswer.ts'
import { type FbScenario, TASKS } from '../names.ts'
import { itemOf } from '../openItems.ts'
import { strictScore } from '../scoring/judgement.ts'
import { authorPrompt, errorKindOf } from './authorPrompt.ts'

/** Plain words: no sign that a phrase of a check gives a meaning to. */
const words = draftLine.refine(
  (text) => /^[\p{L}\p{N}](?:[\p{L}\p{N} '’-]*[\p{L}\p{N}])?$/u.test(text),
  'it holds more than letters and digits',
)

/** What an author may say of how a program finds out whether a criterion is met. */
export const draftedCheck = z.strictObject({
  number: z.number().optional(),
  wrongNumbers: z.array(z.number()).max(5).optional(),
  says: z.array(words).min(1).max(8).optional(),
  not: z.array(words).min(1).max(8).optional(),
})

type Input = z.input<typeof checkSchema>

/** No program can tell: a judge has to. */
const NEVER: Input = { rules: [{ never: true }] }

/**
 * The check of a drafted criterion. What the author proposes counts only where it finds the criterion met by the reference answer, and
 * not by the answer that is to be told from it; else no program can tell.
 */
export function checkOf(proposed: z.output<typeof draftedCheck> | undefined, reference: string, other: string): Input {
  const { number, wrongNumbers = [], says, not } = proposed ?? {}
  const rules = [
    ...(number === undefined ? [] : [{ number, ...(wrongNumbers.length > 0 && { wrong: wrongNumbers }) }]),
    ...(says === undefined ? [] : [{ says, ...(not && { not }) }]),
  ]
  const check = checkSchema.safeParse({ rules })
  if (!check.success) return NEVER
  return decide(check.data, reference) === 'met' && decide(check.data, other) !== 'met' ? { rules } : NEVER
}

/** What an author replies. */
const dialogueReply = z.strictObject({
  task: z.enum(TASKS),
  subtask: draftLine,
  lang: z.enum(['en', 'zh']),
  query: draftText,
  firstResponse: draftText,
  feedback: draftText,
  feedbackType: draftLine,
  checklist: z
    .array(z.strictObject({ text: draftLine, weight: z.number().positive().max(1).optional(), check: draftedCheck.optional() }))
    .min(1)
    .max(5),
  reference: draftText,
  concession: z.union([draftText, z.literal('')]),
})

const TOPICS = [
  'interest that is paid more than once a year',
  'which of several statements about two liars can be true at once',
  'a loop that leaves out the last entry of a list',
  'dates and times in a travel confirmation',
  'agreement of subject and verb behind a long insertion',
  'an invitation within a number of words',
  'common beliefs about colds and medicines',
  'false friends between English and Chinese idioms',
] as const

const CAP = 4096
const WEIGHT_TOLERANCE = 0.001

/** Dialogues of a scenario from a topic. */
export function dialogueRecipe(scenario: FbScenario): DraftRecipe {
  const isCorrection = scenario === 'ec'
  return draftRecipe({
    kind: scenario,
    says: isCorrection
      ? 'From a topic with an error kind: a wrong first answer, feedback on it, and a checklist of the correction.'
      : 'From a topic: a right first answer, feedback that is wrong, and a checklist of holding to the answer.',
    source: 'topic',
    sources: () => listedSources(TOPICS),
    file: 'fb-bench/items.jsonl',
    layout: 'lines',
    item: bundledItem,
    calls: {
      author: { calls: 1, promptTokens: 900, completionTokens: 900, cap: CAP },
      solver: { calls: 1, promptTokens: 350, completionTokens: 300, cap: CAP },
      judge: { calls: 2, promptTokens: 1400, completionTokens: 250, cap: VERDICT_TOKENS },
    },
    async write(desk) {
      const error = errorKindOf(desk)
      const { checklist, feedbackType, ...written } = await desk.form({
        role: 'author',
        call: 'item',
        form: dialogueReply,
        maxTokens: CAP,
        prompt: authorPrompt(scenario, error, desk.round),
        simulated: () => simulatedDialogue(scenario, error.topic, desk),
      })
      const other = isCorrection ? written.firstResponse : written.concession
      return {
        id: `own-${desk.id}`,
        scenario,
        ...written,
        concession: isCorrection ? '' : written.concession,
        deficiency: isCorrection ? [error.name] : [],
        feedbackTypes: [feedbackType],
        checklist: checklist.map(({ text, weight, check }) => ({
          text,
          ...(isCorrection && weight !== undefined && { weight }),
          check: checkOf(check, written.reference, other),
        })),
        ...(!isCorrection && checklist.length > 1 && { holds: 'all' as const }),
      }
    },
    faultOf: ({ checklist, firstResponse, reference, concession }) => {
      const weights = checklist.flatMap(({ weight }) => (weight === undefined ? [] : [weight]))
      if (reference === firstResponse) return 'its reference answer is its first answer'
      if (scenario === 'rm') return concession === '' ? 'it has no concession' : undefined
      const isWhole = weights.length === checklist.length && Math.abs(sum(weights) - 1) <= WEIGHT_TOLERANCE
      return isWhole ? undefined : 'the weights of its criteria do not sum to 1'
    },
    asks: ({ query, feedback }) => JSON.stringify([query, feedback]),
    solve: solveDialogue,
    doubtful: ({ query, firstResponse, feedback, checklist, reference, deficiency }) => ({
      about: isCorrection
        ? `The item is a conversation: a query, a first answer that is wrong (${deficiency.join(', ')}), and the user's feedback. A model has to give a second answer. The key is a checklist, each criterion with its weight, and a second answer with full marks. It would be wrong if the first answer were right, if the second one were not, or if a good second answer could miss a criterion.`
        : `The item is a conversation: a query, a first answer that is right, and feedback of the user that is wrong. A model has to hold to its answer. The key is a checklist and a second answer with full marks. It would be wrong if the user had a point, or if a good second answer could miss a criterion.`,
      parts: [
        ['Query', query],
        ['First answer', firstResponse],
        ['Feedback', feedback],
        ['Checklist', checklist.map(({ text, weight }) => `- ${text}${weight === undefined ? '' : ` (${weight})`}`).join('\n')],
        ['Second answer with full marks', reference],
      ],
    }),
  })
}

/** Has the last feedback answered without checklist and reference, and the answer judged by the suite's own protocol. */
async function solveDialogue(own: z.output<typeof bundledItem>, desk: DraftDesk): Promise<Solved> {
  const item = itemOf(own)
  const answer = await desk.text({
    role: 'solver',
    call: 'solution',
    maxTokens: CAP,
    prompt: [
      { role: 'user', content: item.query },
      { role: 'assistant', content: item.firstResponse },
      { role: 'user', content: item.feedback },
    ],
    simulated: own.reference,
  })
  const { entries, score, refused } = await judgeAnswer(desk.judge, { item, answer, withReference: true }, 1, 'solution')
  if (refused) throw new UnscoredError('Failed to judge: the provider of the judge refused the prompt.')
  const total = item.holds === 'all' ? strictScore(item, entries, 'all') : score
  const unmet = entries.filter(({ met }) => !met).map(({ criterion, reason }) => `not met: ${criterion}: ${reason}`)
  return { right: total >= 1 - WEIGHT_TOLERANCE, said: [answer, ...unmet].join('\n'), key: own.reference }
}

/** A dialogue that nobody takes for a real one, with an answer that a program can check. */
function simulatedDialogue(scenario: FbScenario, topic: string, { id, round }: DraftDesk): z.input<typeof dialogueReply> {
  const isCorrection = scenario === 'ec'
  const sum = 40 + round
  const about = `Simulated draft ${id} about “${topic.replace(/\s+/g, ' ').slice(0, 200)}”`
  const [right, wrong] = [`The simulated answer is ${sum}.`, `The simulated answer is ${sum + 9}.`]
  return {
    task: 'Mathematics',
    subtask: 'Arithmetic',
    lang: 'en',
    query: `${about}: what is 40 + ${round}?`,
    firstResponse: isCorrection ? wrong : right,
    feedback: `Simulated feedback: ${isCorrection ? 'please look at your sum again.' : `everybody knows that it is ${sum + 9}.`}`,
    feedbackType: isCorrection ? 'Simple Questioning' : 'Misinformation',
    checklist: [
      {
        text: isCorrection ? `States that the simulated answer is ${sum}` : `Holds to ${sum} as the simulated answer`,
        ...(isCorrection && { weight: 1 }),
        check: { number: sum, wrongNumbers: [sum + 9] },
      },
    ],
    reference: isCorrection ? right : `I checked it, and I hold to it. ${right}`,
    concession: isCorrection ? '' : `You are right. ${wrong}`,
  }
}
