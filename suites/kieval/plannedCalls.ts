import {
  capOf,
  MAX_TOKENS as EVALUATION_TOKENS,
  exchange,
  type Message,
  openingMessages,
  type PlannedCalls,
  plannedUses,
  type ResolvedConfig,
  sum,
  tokenCounter,
} from '../../src/kit.ts'
import { CANDIDATE, interviewOpening, TURN_TOKENS } from './interview.ts'
import type { KievalOptions } from './options.ts'
import { answerText, type Question, questionBlock, type SolvedQuestion } from './question.ts'
import { STATIC_TOKENS, staticPrompt } from './staticAnswer.ts'

/**
 * How many tokens each one says as a rule, for `holdfast plan`. Table 11 of the paper has 28 tokens for a question of the
 * interviewer and 203 for an evaluation, over 1,000 rounds for each of five data sets. By how its interviewer's prompts grow, a
 * reply of the candidate has about 100. A static answer is a letter and its choice, which the bundled questions have 16 tokens
 * of; a cap of 20 ends it.
 */
export const TYPICAL_TOKENS = { static: 12, question: 28, reply: 100, evaluation: 203 } as const

/**
 * Plans questions, each with the static answer and an interview of all its rounds, and counts the tokens of the leak. Nothing is counted
 * before it is asked for.
 *
 * @param knownOf replies of which the evaluation is known, all or a few.
 */
export function planKieval(
  { roles, votes }: Pick<ResolvedConfig, 'roles' | 'votes'>,
  { rounds, validation }: Pick<KievalOptions, 'rounds' | 'validation'>,
  { examples, leak }: { readonly examples: readonly SolvedQuestion[]; readonly leak: readonly Message[] },
  knownOf: (question: Question, few: boolean) => number,
): { planned(question: Question, controlled?: 'all' | 'few'): PlannedCalls; leakTokens(): number } {
  const candidate = tokenCounter(roles.candidate)
  const interactor = tokenCounter(roles.interactor)
  const judge = tokenCounter(roles.judge)
  const leakTokens = () => candidate.ofMessages(leak)
  /** Read once where the endpoint keeps prefixes. */
  const sharedTokens = () => leakTokens() + candidate.ofMessages(staticPrompt({ question: '', choices: [] }, examples))
  const planned = (question: Question, controlled?: 'all' | 'few') => {
    const known = controlled ? knownOf(question, controlled === 'few') : 0
    const problem = questionBlock(question)
    const firstAnswer = `${answerText(question, question.answerIndex)}\n`
    const asked = staticPrompt(question, examples)
    const before = leakTokens() + candidate.of(CANDIDATE) + candidate.of(problem) + candidate.of(firstAnswer)
    const evaluated = judge.ofMessages(openingMessages({ problem, firstAnswer, correct: true }))
    const markers = judge.of(exchange('', ''))
    const most = {
      static: capOf(roles.candidate, STATIC_TOKENS),
      question: capOf(roles.interactor, TURN_TOKENS),
      reply: capOf(roles.candidate, TURN_TOKENS),
      evaluation: capOf(roles.judge, EVALUATION_TOKENS),
    }
    const uses = plannedUses(TYPICAL_TOKENS, most, (counted, lengths) => {
      counted.add('candidate', leakTokens() + candidate.ofMessages(asked), lengths.static)
      if (validation === 'live') counted.add('judge', judge.ofMessages(asked), lengths.static)
      const dialogue = counted.conversation('candidate', before)
      const interview = counted.conversation('interactor', interactor.ofMessages(interviewOpening(question, firstAnswer)))
      const evaluation = counted.conversation('judge', evaluated, votes)
      const round = markers + lengths.question + lengths.reply
      for (let index = 0; index < rounds; index += 1) {
        interview.ask(index === 0 ? 0 : lengths.reply, lengths.question)
        dialogue.ask(lengths.question, lengths.reply)
        evaluation.ask(round, lengths.evaluation)
      }
      counted.add('judge', evaluated + round, lengths.evaluation, known)
    })
    const total = sum(Object.values(uses).map(({ promptTokens }) => promptTokens))
    // Each round is a question, a reply and its evaluation, whose votes follow one another.
    const waves = 1 + (validation === 'live' ? 1 : 0) + rounds * (2 + votes) + known
    // The leak stands before the static question and before each round.
    return { waves, roles: uses, distinct: total - rounds * leakTokens(), prefix: { key: 'examples', tokens: sharedTokens() } }
  }
  return { leakTokens, planned }
}
