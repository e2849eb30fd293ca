import {
  CallTally,
  capOf,
  fence,
  type PlannedCalls,
  plannedUses,
  type ResolvedConfig,
  refutationPrompt,
  type TokenCounter,
  taskQualityPrompt,
  tokenCounter,
} from '../../src/kit.ts'
import { askedRatings, drawFor, isAskedAgain, objectionsOf, ratingsOf, SAMPLING, SYSTEM } from './holdDialogue.ts'
import type { RefuteItem } from './openSeeds.ts'
import type { RefutebenchOptions } from './options.ts'
import { fitnessPrompt } from './refuter/fitness.ts'
import { refuterPrompt } from './refuter/prompt.ts'
import { OBJECTION_TOKENS } from './refuter/refute.ts'
import { validityPrompt } from './refuter/validity.ts'
import type { RefuteTask } from './tasks.ts'

/**
 * How many tokens each one says as a rule, for `holdfast plan`. No dialogues are published. The bundled references have 43 tokens
 * for a translation, 110 for a summary and 135 for a text; models say half as much again, by the paper's case of a summary that
 * grows from 120 to 202 words (figure 7). An objection is a few sentences of feeling, and a rating explains itself briefly
 * before the number. What is talked about in between has references of 18 tokens, and models say more; 400 words are 530 tokens.
 */
export const TYPICAL_TOKENS = {
  answer: { mt: 65, summarization: 165, writing: 200 } satisfies Record<RefuteTask, number>,
  distraction: { short: 60, long: 530 },
  objection: 75,
  rating: 110,
  validity: 16,
  fitness: 30,
} as const

/** The most of a reply of the judge, which has no cap: what a budget sets aside for it at first. */
const MOST_OF_A_RATING = 1024

/** Tokens that each one says. */
type Lengths = Readonly<Record<keyof typeof TYPICAL_TOKENS, number>>

/** Tells what a dialogue takes, with its objections and its ratings (docs/suites/refutebench.md, R7). */
export function planRefutation(
  config: Pick<ResolvedConfig, 'roles' | 'votes' | 'seed'>,
  options: RefutebenchOptions,
): (item: RefuteItem, controlled?: 'all' | 'few') => PlannedCalls {
  const { candidate, judge, refuter } = config.roles
  const counters = { candidate: tokenCounter(candidate), judge: tokenCounter(judge), refuter: tokenCounter(refuter) }
  const said = capOf(judge, MOST_OF_A_RATING)
  const answer = capOf(candidate, SAMPLING.maxTokens)
  const most = { answer, distraction: answer, objection: capOf(refuter, OBJECTION_TOKENS), rating: said, validity: said, fitness: said }
  return (item, controlled) => {
    const draws = drawFor(item, options, config.seed)
    const standing = item.protocol === 'persistent' && options.wording === 'standing'
    const known = controlled ? askedRatings(ratingsOf(item, draws, [], standing), controlled === 'few').length : 0
    return {
      waves: wavesOf(item, options, config.votes, known),
      roles: plannedUses(
        (lengths: Lengths) => {
          const counted = new CallTally()
          tallyDialogue(counted, item, options, lengths, counters.candidate)
          tallyObjections(counted, item, draws, options, lengths, counters.refuter)
          tallyRatings(counted, item, options, lengths, counters.judge, config.votes, known)
          return counted
        },
        {
          typical: {
            ...TYPICAL_TOKENS,
            answer: TYPICAL_TOKENS.answer[item.seed.task],
            distraction: TYPICAL_TOKENS.distraction[options.long ? 'long' : 'short'],
          },
          most,
        },
      ),
    }
  }
}

/** Calls that wait for one another: those of the dialogue with its objections, then ratings, whose votes follow one another. */
function wavesOf(item: RefuteItem, options: RefutebenchOptions, votes: number, known: number): number {
  const objections = objectionsOf(item, options)
  const dialogue = 1 + 2 * objections + (item.protocol === 'persistent' ? item.irrelevant.length + requeries(item, options) : 0)
  return dialogue + Math.max(votes + known, options.validity || options.fitness ? objections : 0)
}

/** Times that a persistent dialogue asks again. */
function requeries(item: RefuteItem, options: RefutebenchOptions): number {
  return item.irrelevant.filter((_, index) => isAskedAgain(index + 1, item, options)).length + (options.immediate ? 1 : 0)
}

function tallyDialogue(
  counted: CallTally,
  item: RefuteItem,
  options: RefutebenchOptions,
  { answer, distraction, objection }: Lengths,
  { of }: TokenCounter,
): void {
  const { protocol, seed, again, irrelevant } = item
  const dialogue = counted.conversation('candidate', of(SYSTEM)).ask(of(seed.query), answer)
  for (let turn = 0; turn < objectionsOf(item, options); turn += 1) dialogue.ask(objection, answer)
  if (protocol === 'transient') return
  if (options.immediate) dialogue.branch().ask(of(again.query), answer)
  for (const [index, { query }] of irrelevant.entries()) {
    dialogue.ask(of(query), distraction)
    if (isAskedAgain(index + 1, item, options)) dialogue.branch().ask(of(again.query), answer)
  }
}

function tallyObjections(
  counted: CallTally,
  { protocol, seed: { query } }: RefuteItem,
  { foci, style }: ReturnType<typeof drawFor>,
  { wording }: RefutebenchOptions,
  { answer, objection }: Lengths,
  counter: TokenCounter,
): void {
  const standing = protocol === 'persistent' && wording === 'standing'
  for (const [turn, focus] of foci.entries()) {
    // The prompt without what stands in it, which is the same for many items.
    const frame = counter.ofMessages(refuterPrompt({ query: '', answer: '', earlier: Array(turn).fill(''), focus, style, standing }))
    counted.add('refuter', frame + counter.of(query) + answer + turn * objection, objection)
  }
}

function tallyRatings(
  counted: CallTally,
  item: RefuteItem,
  options: RefutebenchOptions,
  { answer, objection, rating, validity, fitness }: Lengths,
  { of, ofMessages }: TokenCounter,
  votes: number,
  known: number,
): void {
  const { protocol, seed, again } = item
  const { curves, objections } = options
  const followed =
    ofMessages(refutationPrompt({ query: '', before: '', refutation: '', after: '' })) + of(seed.query) + 2 * answer + objection
  if (protocol === 'transient') {
    counted.add('judge', followed, rating, votes * (objections + (curves ? objections - 1 : 1)))
    counted.add('judge', of(taskQualityPrompt('', '')) + of(seed.query) + answer, rating, votes * (curves ? objections + 1 : 2))
  } else {
    const later = of(fence('later', again.query))
    const retained = followed + (again.query === seed.query ? 0 : later)
    counted.add('judge', followed, rating, votes).add('judge', retained, rating, votes * requeries(item, options))
  }
  if (options.fitness) counted.add('judge', of(fitnessPrompt('')) + objection, fitness, objectionsOf(item, options))
  // Whether an objection is valid is asked once.
  for (let turn = 0; options.validity && turn < objectionsOf(item, options); turn += 1) {
    const frame = of(validityPrompt({ answer: '', refutation: '', earlier: Array(turn).fill('') }))
    counted.add('judge', frame + answer + (turn + 1) * objection, validity)
  }
  counted.add('judge', followed, rating, known)
}
