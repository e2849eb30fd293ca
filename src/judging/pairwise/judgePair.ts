import { mean } from '../../core/base/mean.ts'
import type { Model } from '../../models/model.ts'
import type { Answer } from '../../models/transport.ts'
import { askJudge, askWhole } from '../askJudge.ts'
import { type Doubt, doubtOfVotes } from '../doubt.ts'
import { debate } from './debate.ts'
import { DEMONSTRATIONS } from './demonstrations.ts'
import type { Order, Pair } from './pair.ts'
import { imitatesVerdict, parseInteger, unmistakable, type VerdictRule, winnersByRating } from './parseVerdict.ts'
import { type Auxiliary, directPrompt, metricsPrompt, type PromptParts, ratingPrompt, reasonedPrompt, referencePrompt } from './prompts.ts'
import { imitatesName } from './readVerdict.ts'
import type { PairwiseStrategy } from './strategies.ts'
import { synthesize } from './synthesize.ts'
import { askVerdict, majorityVerdict, type PairJudge, type PairVerdict } from './verdict.ts'

/** Caps on replies, in tokens (docs/suites/llmbar.md, R1). */
const MAX_TOKENS = { metrics: 150, reference: 384, direct: 50, reasoned: 300, rating: 50 } as const

/** What a judge found about a pair in both orders. */
export interface PairJudgement {
  readonly forward: PairVerdict
  readonly swapped: PairVerdict
  /** Both outputs got the same rating. */
  readonly tie: boolean
  /** Share of the ratings that are no integer. Officially they name a winner all the same, so no verdict tells. */
  readonly unread: number
  /** How doubtful the verdicts of both orders and of all votes leave it, 0 to 1: 1 where the two orders contradict each other. */
  readonly doubt: Doubt
}

/** A pair judged once. */
type OneJudgement = Omit<PairJudgement, 'doubt'>

/** What a comparison has none of. */
const NO_RATING = { tie: false, unread: 0 } as const

/** How a pair is judged. */
export interface JudgePairOptions {
  readonly strategy: PairwiseStrategy
  /** Times the pair is judged; the majority counts. Default 1. */
  readonly votes?: number
  /** The official rule that verdicts of `CoT` are read by: `phrase` by default (docs/suites/llmbar.md, R6). */
  readonly cotRule?: VerdictRule | undefined
  /** The output that simulated judges find better. */
  readonly simulatedWinner?: 1 | 2 | undefined
  /** The only order to ask in: the verdict of the other is then its own. Not for strategies that compare the orders or rate. */
  readonly only?: Order | undefined
}

/**
 * Asks a judge which output carries out an instruction better, once with each output first. A reply that names neither is
 * a null verdict, by the official rules of LLMBar, and is not asked again.
 *
 * @throws HoldfastError when the endpoint fails for good; UnscoredError where what is compared names the judge's labels and no reply
 * tells its own verdict from them.
 */
export async function judgePair(
  judge: Model,
  pair: Pair,
  { strategy, votes = 1, cotRule, simulatedWinner, only }: JudgePairOptions,
): Promise<PairJudgement> {
  const cast: OneJudgement[] = []
  const shown = [pair.instruction, ...pair.outputs]
  const trust = imitatesVerdict(shown) ? 'exact' : imitatesName(shown) ? 'labels' : 'any'
  for (let vote = 0; vote < votes; vote += 1) {
    const ask: PairJudge['ask'] = async (call, prompt, maxTokens, simulation, rules) => {
      const options = { maxTokens, temperature: 0, simulation }
      if (rules && trust === 'exact') {
        const parse = ({ content }: Answer) => unmistakable(content, rules.form, rules.rule)
        return askJudge(judge, { prompt, call, vote, options, parse })
      }
      // Officially a reply that ends at its cap is read as far as it goes; without text there is nothing to read.
      return (await askWhole(judge, { prompt, call, vote, ...options, cutTextCounts: true })).content
    }
    cast.push(await judgeOnce({ trust, ask }, pair, { strategy, cotRule, simulatedWinner, only }))
  }
  const [first] = cast as [OneJudgement]
  const doubt = doubtOfVotes(cast.flatMap(({ forward, swapped }) => [forward.winner, swapped.winner]))
  if (votes === 1) return { ...first, doubt }
  return {
    forward: majorityVerdict(cast.map(({ forward }) => forward)),
    swapped: majorityVerdict(cast.map(({ swapped }) => swapped)),
    tie: cast.filter(({ tie }) => tie).length > votes / 2,
    unread: mean(cast.map(({ unread }) => unread)),
    doubt,
  }
}

async function judgeOnce(
  judge: PairJudge,
  pair: Pair,
  { strategy, cotRule, simulatedWinner, only }: Omit<JudgePairOptions, 'votes'>,
): Promise<OneJudgement> {
  const { comparison, rules } = strategy
  const auxiliaries: Auxiliary[] = []
  for (const name of strategy.auxiliaries) auxiliaries.push(await askAuxiliary(judge, name, pair.instruction))
  const parts: PromptParts = { rules, auxiliaries }
  switch (comparison.kind) {
    case 'rating':
      return rate(judge, pair, parts, simulatedWinner)
    case 'synthesis':
      return { ...(await synthesize(judge, pair, parts, comparison.reasoned, MAX_TOKENS, simulatedWinner)), ...NO_RATING }
    case 'debate':
      return inOrders(only, (order) => debate(judge, pair, order, parts, simulatedWinner))
    case 'direct':
      return inOrders(only, (order) => {
        const messages = directPrompt(pair, order, parts, DEMONSTRATIONS[comparison.shots])
        return askVerdict(judge, { call: order, order, messages, form: 'line', maxTokens: MAX_TOKENS.direct, simulatedWinner })
      })
    case 'reasoned':
      return inOrders(only, (order) => {
        const messages = reasonedPrompt(pair, order, parts)
        const question = { call: order, order, messages, maxTokens: MAX_TOKENS.reasoned, simulatedWinner }
        return askVerdict(judge, { ...question, form: 'phrase', rule: cotRule })
      })
  }
}

async function askAuxiliary(judge: PairJudge, name: Auxiliary['name'], instruction: string): Promise<Auxiliary> {
  const prompt = name === 'metrics' ? metricsPrompt(instruction) : referencePrompt(instruction)
  // What it says has no bearing on a simulated verdict.
  return { name, text: await judge.ask(name, prompt, MAX_TOKENS[name], { verdict: () => `Simulated ${name}.` }) }
}

async function inOrders(only: Order | undefined, one: (order: Order) => Promise<PairVerdict>): Promise<OneJudgement> {
  if (only) {
    const verdict = await one(only)
    return { forward: verdict, swapped: verdict, ...NO_RATING }
  }
  return { forward: await one('forward'), swapped: await one('swapped'), ...NO_RATING }
}

async function rate(judge: PairJudge, pair: Pair, parts: PromptParts, simulatedWinner: 1 | 2 | undefined): Promise<OneJudgement> {
  const score = (output: 1 | 2) => {
    const prompt = ratingPrompt(pair.instruction, pair.outputs[output - 1] as string, parts)
    const verdict = simulatedWinner && ((flipped: (index: number) => boolean) => ((output === simulatedWinner) === flipped(0) ? '3' : '8'))
    return judge.ask(`score-${output}`, prompt, MAX_TOKENS.rating, { verdict })
  }
  const texts = [await score(1), await score(2)] as const
  const { forward, swapped, tie } = winnersByRating(...texts)
  const unread = texts.filter((text) => parseInteger(text) === null).length / texts.length
  const text = texts.join(' to ')
  // By the strict reading, ratings that tie or cannot be read name no winner.
  const strictWinner = forward === swapped ? forward : null
  return { forward: { winner: forward, strictWinner, text }, swapped: { winner: swapped, strictWinner, text }, tie, unread }
}
