import {
  capOf,
  fence,
  type PlannedCalls,
  plannedUses,
  type ResolvedConfig,
  refutationPrompt,
  taskQualityPrompt,
  tokenCounter,
  typicalVotes,
} from '../../src/kit.ts'
import { askedRatings, ratingsOf } from './controls/knownRatings.ts'
import { drawFor, isAskedAgain, SAMPLING, SYSTEM } from './holdDialogue.ts'
import type { RefutebenchOptions, RefuteTask } from './names.ts'
import type { RefuteItem } from './openSeeds.ts'
import { fitnessPrompt, validityPrompt } from './refuter/judgedObjections.ts'
import { refuterPrompt } from './refuter/prompt.ts'
import { OBJECTION_TOKENS } from './refuter/refute.ts'

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

/** Tokens that each one says, and how often a rating is asked for. */
type Lengths = Readonly<Record<keyof typeof TYPICAL_TOKENS | 'votes', number>>

/** Tells what a dialogue takes, with its objections and its ratings (docs/suites/refutebench.md, R7). */
export function planRefutation(
  config: Pick<ResolvedConfig, 'roles' | 'votes' | 'decide' | 'doubt' | 'seed'>,
  options: RefutebenchOptions,
): (item: RefuteItem, controlled?: 'all' | 'few') => PlannedCalls {
  const { roles, votes: mostVotes } = config
  const [candidate, judge, refuter] = [tokenCounter(roles.candidate), tokenCounter(roles.judge), tokenCounter(roles.refuter)]
  const said = capOf(roles.judge, MOST_OF_A_RATING)
  const cap = capOf(roles.candidate, SAMPLING.maxTokens)
  const objected = capOf(roles.refuter, OBJECTION_TOKENS)
  const most = { answer: cap, distraction: cap, objection: objected, rating: said, validity: said, fitness: said, votes: mostVotes }
  return (item, controlled) => {
    const { protocol, seed, again, irrelevant } = item
    const draws = drawFor(item, options, config.seed)
    const isTransient = protocol === 'transient'
    const standing = !isTransient && options.wording === 'standing'
    const known = controlled ? askedRatings(ratingsOf(item, draws, [], standing), controlled === 'few').length : 0
    const objections = draws.foci.length
    const between = isTransient ? [] : irrelevant.map(({ query }, index) => ({ query, isAsked: isAskedAgain(index + 1, item, options) }))
    const requeries = isTransient ? 0 : between.filter(({ isAsked }) => isAsked).length + Number(options.immediate)
    const typical = {
      ...TYPICAL_TOKENS,
      votes: typicalVotes(config),
      answer: TYPICAL_TOKENS.answer[seed.task],
      distraction: TYPICAL_TOKENS.distraction[options.long ? 'long' : 'short'],
    }
    const uses = plannedUses<Lengths>(typical, most, (counted, { answer, distraction, objection, rating, validity, fitness, votes }) => {
      const dialogue = counted.conversation('candidate', candidate.of(SYSTEM)).ask(candidate.of(seed.query), answer)
      for (const [turn, focus] of draws.foci.entries()) {
        dialogue.ask(objection, answer)
        const earlier = Array(turn).fill('')
        // The prompts without what stands in them, which are the same for many items.
        const frame = refuter.ofMessages(refuterPrompt({ query: '', answer: '', earlier, focus, style: draws.style, standing }))
        counted.add('refuter', frame + refuter.of(seed.query) + answer + turn * objection, objection)
        if (!options.validity) continue
        // Whether an objection is valid is asked once.
        counted.add('judge', judge.of(validityPrompt({ answer: '', refutation: '', earlier })) + answer + (turn + 1) * objection, validity)
      }
      const askAgain = () => dialogue.branch().ask(candidate.of(again.query), answer)
      if (!isTransient && options.immediate) askAgain()
      for (const { query, isAsked } of between) {
        dialogue.ask(candidate.of(query), distraction)
        if (isAsked) askAgain()
      }
      const question = judge.ofMessages(refutationPrompt({ query: '', before: '', refutation: '', after: '' }))
      const followed = question + judge.of(seed.query) + 2 * answer + objection
      if (isTransient) {
        counted.add('judge', followed, rating, votes * (options.objections + (options.curves ? options.objections - 1 : 1)))
        const quality = judge.of(taskQualityPrompt('', '')) + judge.of(seed.query) + answer
        counted.add('judge', quality, rating, votes * (options.curves ? options.objections + 1 : 2))
      } else {
        const retained = followed + (again.query === seed.query ? 0 : judge.of(fence('later', again.query)))
        counted.add('judge', followed, rating, votes).add('judge', retained, rating, votes * requeries)
      }
      if (options.fitness) counted.add('judge', judge.of(fitnessPrompt('')) + objection, fitness, objections)
      counted.add('judge', followed, rating, known)
    })
    // Calls that wait for one another: those of the dialogue with its objections, then ratings, whose votes follow one another.
    const rated = Math.max(mostVotes + known, options.validity || options.fitness ? objections : 0)
    return { waves: 1 + 2 * objections + between.length + requeries + rated, roles: uses }
  }
}
