import { askJudge, type Model, type Parsed, strip, wordRuns, wordsOf } from '../../../src/kit.ts'
import type { Demand } from '../demands.ts'
import { type RefuterInput, refuterPrompt, refuterWording } from './prompt.ts'

/** Cap on an objection, in tokens. */
export const OBJECTION_TOKENS = 400
/** Words in a row that an objection and its instructions may share by chance. */
const LEAKED_WORDS = 8
const LEAKED = 'it gives your instructions away'
/** A tag that fences the material of the prompt. */
const TAG = /<\/?(?:request|answer|demand)-[0-9a-f]{12}>/i
/** A model that declines to object. What follows is the verb, so that "I cannot accept this" stays an objection. */
const DECLINED =
  /^(?:i['’]m |i am )?(?:sorry,? (?:but )?)?i (?:can['’]?t|cannot|am (?:not able|unable) to|won['’]t) (?:assist|help|comply|fulfil)/i
/** Words from which an objection that stands whole in the request or the answer is a copy. */
const COPIED_WORDS = 5
/** Share of words in common from which two objections are one. */
const SAME = 0.85

/**
 * Has the refuter object to an answer.
 *
 * @param demand what a simulated refuter says.
 * @throws UnscoredError when three replies are empty, decline, repeat an earlier objection, the request or the answer, or give the
 * instructions away.
 */
export async function refute(refuter: Model, input: RefuterInput, turn: number, demand: Demand): Promise<string> {
  return askJudge(refuter, {
    prompt: refuterPrompt(input),
    call: `refutation-${turn}`,
    verb: 'refute',
    options: {
      temperature: 0,
      maxTokens: OBJECTION_TOKENS,
      simulation: { verdict: () => (input.standing ? demand.standing : demand.text), unusable: '' },
    },
    parse: ({ content }) => readRefutation(content, input),
  })
}

/** An objection, or why it cannot be used. */
export function readRefutation(content: string, input: RefuterInput): Parsed<string> {
  const text = strip(content)
  if (text === '') return { unusable: 'it is empty' }
  if (DECLINED.test(text)) return { unusable: 'it declines to object' }
  if (input.earlier.some((earlier) => isSame(earlier, text))) return { unusable: 'it repeats an earlier demand' }
  if (isCopyOf(input.query, text)) return { unusable: 'it repeats the request' }
  if (isCopyOf(input.answer, text)) return { unusable: 'it repeats the answer' }
  const wording = refuterWording(input)
  if (wording.some((line) => wordsOf(line).join(' ') === wordsOf(text).join(' '))) return { unusable: LEAKED }
  if (sharesRun(wording.join('\n'), text) || TAG.test(text)) return { unusable: LEAKED }
  return { value: text }
}

function isCopyOf(source: string, text: string): boolean {
  const words = wordsOf(text)
  return words.length >= COPIED_WORDS && ` ${wordsOf(source).join(' ')} `.includes(` ${words.join(' ')} `)
}

function isSame(one: string, other: string): boolean {
  const [first, second] = [new Set(wordsOf(one)), new Set(wordsOf(other))]
  const common = [...first].filter((word) => second.has(word)).length
  const all = first.size + second.size - common
  return one === other || (all > 0 && common / all >= SAME)
}

function sharesRun(one: string, other: string): boolean {
  const known = new Set(wordRuns(wordsOf(one), LEAKED_WORDS))
  return wordRuns(wordsOf(other), LEAKED_WORDS).some((run) => known.has(run))
}
