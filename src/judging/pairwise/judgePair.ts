import { createHash } from 'node:crypto'
import { mean } from '../../core/base/mean.ts'
import type { Model } from '../../models/model.ts'
import { type Answer, type Message, type PlainMessage, plainMessages, type Simulation } from '../../models/transport.ts'
import { asItIs, askJudge, type Parsed } from '../askJudge.ts'
import { castVotes, type Doubt, doubtOfVotes, fewestVotes } from '../doubt.ts'
import { notePair } from '../traces.ts'
import { ORDERS, type Order, type Pair, placeOf, type Shown, type Winner } from './pair.ts'
import { parseInteger, type Trust, trustIn, unmistakable, type VerdictRule, winnerOf, winnersByRating, winnersIn } from './parseVerdict.ts'
import {
  type Auxiliary,
  DEMONSTRATIONS,
  debatePrompt,
  directPrompt,
  metricsPrompt,
  type PromptParts,
  ratingPrompt,
  reasonedPrompt,
  referencePrompt,
  synthesisPrompt,
} from './prompts.ts'
import type { Comparison, PairwiseStrategy } from './strategies.ts'

/** Caps on replies, in tokens (docs/suites/llmbar.md, R1): verdicts by their form, a label alone or a sentence after reasons. */
const MAX_TOKENS = { metrics: 150, reference: 384, rating: 50, line: 50, phrase: 300 } as const

/** The verdict of one order. */
export interface PairVerdict {
  /** By the official rule of parsing. */
  readonly winner: Winner
  /** As a person reads it: the strict reading. */
  readonly strictWinner: Winner
  /** The reply, or the ratings, that decided. */
  readonly text: string
}

type Verdicts = Readonly<Record<Order, PairVerdict>>

/** A pair judged once. */
interface OneJudgement extends Verdicts {
  readonly tie: boolean
  /** Share of the ratings that are no integer. Officially they name a winner all the same, so no verdict tells. */
  readonly unread: number
}

/** What a judge found about a pair in both orders. */
export interface PairJudgement extends OneJudgement {
  /** How doubtful the verdicts of both orders and of all votes leave it, 0 to 1: 1 where the two orders contradict each other. */
  readonly doubt: Doubt
}

/** How a pair is judged. */
export interface JudgePairOptions {
  readonly strategy: PairwiseStrategy
  /** Times the pair is judged at most; the majority counts. Default 1. */
  readonly votes?: number
  /** The official rule that verdicts of `CoT` are read by: `phrase` by default (docs/suites/llmbar.md, R6). */
  readonly cotRule?: VerdictRule | undefined
  /** The output that simulated judges find better. */
  readonly simulatedWinner?: 1 | 2 | undefined
}

/** A judge before a pair: what all calls of one vote have in common. */
interface Bench extends Pick<JudgePairOptions, 'cotRule' | 'simulatedWinner'> {
  readonly pair: Pair
  readonly parts: PromptParts
  /** How far its verdicts are its own words, by what it is shown. */
  readonly trust: Trust
  readonly ask: Ask
}

/** One call; gives the reply. Without `parse` any reply will do. */
type Ask = (
  call: string,
  prompt: readonly Message[],
  maxTokens: number,
  simulation: Simulation,
  parse?: (answer: Answer) => Parsed<string>,
) => Promise<string>

/**
 * Asks which output carries out an instruction better, with each first; a reply that names neither is null by LLMBar's rules. Throws
 * HoldfastError for a dead endpoint; UnscoredError where the texts name the labels and no verdict can be told from them.
 */
export async function judgePair(judge: Model, pair: Pair, { strategy, votes = 1, ...options }: JudgePairOptions): Promise<PairJudgement> {
  const shown = [pair.instruction, ...pair.outputs]
  const trust = trustIn(shown)
  const judgeOnce = async (vote: number): Promise<OneJudgement> => {
    // Officially a reply that ends at its cap is read as far as it goes; without text there is nothing to read.
    const ask: Ask = (call, prompt, maxTokens, simulation, parse) => {
      const asked = { prompt, call, vote, options: { maxTokens, temperature: 0, simulation } }
      return askJudge(judge, { ...asked, cutTextCounts: parse === undefined, parse: parse ?? asItIs })
    }
    const auxiliaries: Auxiliary[] = []
    for (const name of strategy.auxiliaries) {
      const prompt = name === 'metrics' ? metricsPrompt(pair.instruction) : referencePrompt(pair.instruction)
      // What it says has no bearing on a simulated verdict.
      auxiliaries.push({ name, text: await ask(name, prompt, MAX_TOKENS[name], { verdict: () => `Simulated ${name}.` }) })
    }
    const judged = await compare({ ...options, pair, parts: { rules: strategy.rules, auxiliaries }, trust, ask }, strategy.comparison)
    // Where there is nothing to tell apart, verdicts show nothing.
    if (pair.outputs[0].trim() !== pair.outputs[1].trim())
      notePair((trace) => judge.note?.(trace, vote), judged, options.simulatedWinner !== undefined)
    return judged
  }
  const cast = await castVotes(judge, votes, judgeOnce, pointsOfPair)
  // Where votes stop those beyond the fewest are of pairs in doubt.
  const measured = judge.spare ? cast.slice(0, fewestVotes(votes)) : cast
  return {
    forward: majorityVerdict(cast.map(({ forward }) => forward)),
    swapped: majorityVerdict(cast.map(({ swapped }) => swapped)),
    tie: cast.filter(({ tie }) => tie).length > votes / 2,
    unread: mean(measured.map(({ unread }) => unread)),
    doubt: doubtOfVotes(cast.flatMap(({ forward, swapped }) => [forward.winner, swapped.winner])),
  }
}

/** The winners by each reading of each order. */
function pointsOfPair(cast: readonly OneJudgement[]): Winner[][] {
  return ORDERS.flatMap((order) => (['winner', 'strictWinner'] as const).map((reading) => cast.map((one) => one[order][reading])))
}

async function compare(bench: Bench, comparison: Comparison): Promise<OneJudgement> {
  if (comparison.kind === 'rating') return rate(bench)
  const { pair, parts, cotRule } = bench
  const verdicts =
    comparison.kind === 'synthesis'
      ? await synthesize(bench, comparison.reasoned)
      : await inOrders((order) => {
          if (comparison.kind === 'debate') return debate(bench, order)
          return comparison.kind === 'direct'
            ? askVerdict(bench, order, order, directPrompt(pair, order, parts, DEMONSTRATIONS[comparison.shots]), 'line')
            : askVerdict(bench, order, order, reasonedPrompt(pair, order, parts), 'phrase', cotRule)
        })
  return { ...verdicts, tie: false, unread: 0 }
}

async function inOrders(one: (order: Order) => Promise<PairVerdict>): Promise<Verdicts> {
  return { forward: await one('forward'), swapped: await one('swapped') }
}

/** Asks for a comparison in a form of verdict and reads the reply both ways, officially by a rule. */
async function askVerdict(
  { trust, simulatedWinner, ask }: Bench,
  call: string,
  order: Order,
  messages: readonly Message[],
  form: VerdictRule,
  rule: VerdictRule = form,
): Promise<PairVerdict> {
  const reply = (shown: Shown) => (rule === 'line' ? `Output (${shown})` : `Simulated reasons. Therefore, Output (${shown}) is better.`)
  const simulation = simulatedWinner ? { comparison: { better: placeOf(simulatedWinner, order), reply } } : {}
  const parse = trust === 'exact' ? ({ content }: Answer) => unmistakable(content, form, rule) : undefined
  const text = await ask(call, messages, MAX_TOKENS[form], simulation, parse)
  return { ...winnersIn(text, form, rule, trust, order), text }
}

async function rate({ pair, parts, simulatedWinner, ask }: Bench): Promise<OneJudgement> {
  const score = (output: 1 | 2) => {
    const prompt = ratingPrompt(pair.instruction, pair.outputs[output - 1] as string, parts)
    const verdict = simulatedWinner && ((flipped: (index: number) => boolean) => ((output === simulatedWinner) === flipped(0) ? '3' : '8'))
    return ask(`score-${output}`, prompt, MAX_TOKENS.rating, { verdict })
  }
  const texts = [await score(1), await score(2)] as const
  const { forward, swapped, tie } = winnersByRating(...texts)
  const unread = texts.filter((text) => parseInteger(text) === null).length / texts.length
  const text = texts.join(' to ')
  // By the strict reading, ratings that tie or cannot be read name no winner.
  const strictWinner = forward === swapped ? forward : null
  return { forward: { winner: forward, strictWinner, text }, swapped: { winner: swapped, strictWinner, text }, tie, unread }
}

/** The referees of a debate in the order they speak. An odd number, so that their votes decide. */
const REFEREES = [
  ['public', 'Member of the public', 'You speak for ordinary readers: was what they asked for done, so that they can use it?'],
  ['critic', 'Critic', 'You are a strict critic: look for what was asked and not done, for mistakes, and for what only looks good.'],
  ['checker', 'Fact checker', 'You check facts, numbers and every single constraint of the instruction.'],
] as const

const ROUNDS = 2

/**
 * ChatEval (Chan et al., 2023) after LLMBar's paper: referees in turn hear all before, over two rounds; the majority of the last verdicts
 * decides. The official code has none: docs/decisions.md, 0004.
 */
async function debate(bench: Bench, order: Order): Promise<PairVerdict> {
  const said: { speaker: string; text: string }[] = []
  const verdicts: PairVerdict[] = []
  for (let round = 1; round <= ROUNDS; round += 1) {
    for (const [name, speaker, persona] of REFEREES) {
      const messages = debatePrompt(bench.pair, order, bench.parts, persona, said)
      const verdict = await askVerdict(bench, `${order}-${round}-${name}`, order, messages, 'phrase')
      said.push({ speaker, text: verdict.text })
      verdicts.push(verdict)
    }
  }
  return majorityVerdict(verdicts.slice(-REFEREES.length))
}

/** Swap and synthesize (docs/suites/llmbar.md, R4): both orders with reasons, and a second stage only where their verdicts contradict. */
async function synthesize(bench: Bench, reasoned: boolean): Promise<Verdicts> {
  const { pair, parts } = bench
  const first = await inOrders((order) => askVerdict(bench, order, order, reasonedPrompt(pair, order, parts), 'phrase'))
  const { forward, swapped } = first
  if (forward.winner === null || swapped.winner === null || forward.winner === swapped.winner) return first
  return inOrders((order) => {
    // The explanation of the first stage for each place, in the labels of the order now shown.
    const explanation = (shown: Shown) => {
      const written = ORDERS.find((candidate) => first[candidate].winner === winnerOf(shown, order)) as Order
      return written === order ? first[written].text : flipLabels(first[written].text)
    }
    const messages = synthesisPrompt(pair, order, { a: explanation('a'), b: explanation('b') }, { ...parts, reasoned })
    return askVerdict(bench, `${order}-2`, order, messages, reasoned ? 'phrase' : 'line')
  })
}

/** Exchanges the labels "Output (a)" and "Output (b)", and with a small o, and no other form (docs/suites/llmbar.md, R5). */
export function flipLabels(text: string): string {
  return text.replace(/([Oo])utput \((a|b)\)/g, (_, first: string, label: string) => `${first}utput (${label === 'a' ? 'b' : 'a'})`)
}

/** The winner that most verdicts name; null where none leads. */
export function majority(winners: readonly Winner[]): Winner {
  const votes = (winner: 1 | 2) => winners.filter((entry) => entry === winner).length
  const lead = votes(1) - votes(2)
  return lead === 0 ? null : lead > 0 ? 1 : 2
}

/** Several verdicts of one order as one. */
export function majorityVerdict(verdicts: readonly PairVerdict[]): PairVerdict {
  return {
    winner: majority(verdicts.map(({ winner }) => winner)),
    strictWinner: majority(verdicts.map(({ strictWinner }) => strictWinner)),
    text: verdicts.map(({ text }) => text).join('\n\n'),
  }
}

/** A strategy's calls for a pair, answered by a stand-in; `conflicting` verdicts bring a second stage; `before`: words before them. */
export async function renderCalls(
  pair: Pair,
  strategy: PairwiseStrategy,
  conflicting: boolean,
  before: (call: string, maxTokens: number) => string = () => '',
) {
  const calls: { call: string; messages: readonly PlainMessage[]; maxTokens: number }[] = []
  const ask: Model['ask'] = async (prompt, { call = '', maxTokens = 0, ask: again = 0 } = {}) => {
    const verdict = `Output (${conflicting || call.startsWith('forward') ? 'a' : 'b'}) is better.`
    // Where the pair names the labels itself, only a verdict in the exact form will do.
    if (again > 0) return { content: `${before(call, maxTokens)}\nTherefore, ${verdict}` }
    const messages = plainMessages(prompt as readonly Message[])
    calls.push({ call, maxTokens, messages })
    return { content: `${before(call, maxTokens)}${verdict}` }
  }
  await judgePair({ name: 'stand-in', simulated: true, ask }, pair, { strategy })
  return calls
}

/** SHA-256 of all a strategy's prompts, with a fixed pair in them: changes as soon as a word of them does. */
export async function promptHash(strategy: PairwiseStrategy): Promise<string> {
  const rendered = await renderCalls({ instruction: 'an instruction', outputs: ['one output', 'another output'] }, strategy, true)
  const calls = rendered.map(({ call, messages }) => ({ call, messages }))
  return createHash('sha256').update(JSON.stringify(calls)).digest('hex')
}
