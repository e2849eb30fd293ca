import type { Message, Simulation } from '../../models/transport.ts'
import { type Order, placeOf, type Shown, type Winner } from './pair.ts'
import { parseLastVerdict, parseVerdict, type VerdictRule, winnerOf } from './parseVerdict.ts'

/** The verdict of one order. */
export interface PairVerdict {
  /** By the official rule of parsing. */
  readonly winner: Winner
  /** By the strict one: the last claim wins. */
  readonly strictWinner: Winner
  /** The reply, or the ratings, that decided. */
  readonly text: string
}

/** One call of a judge about a pair; gives its reply. With a rule, the reply is a verdict. */
export type AskPair = (
  call: string,
  messages: readonly Message[],
  maxTokens: number,
  simulation: Simulation,
  rule?: VerdictRule,
) => Promise<string>

/** A comparison to ask for. */
export interface Question {
  /** Name of the call in the journal. */
  readonly call: string
  readonly order: Order
  readonly messages: readonly Message[]
  /** How the reply is read. */
  readonly rule: VerdictRule
  readonly maxTokens: number
  /** The output that simulated judges find better. */
  readonly simulatedWinner: 1 | 2 | undefined
}

/** Asks for a comparison and reads the reply both ways. */
export async function askVerdict(
  ask: AskPair,
  { call, order, messages, rule, maxTokens, simulatedWinner }: Question,
): Promise<PairVerdict> {
  const text = await ask(call, messages, maxTokens, simulateVerdict(order, rule, simulatedWinner), rule)
  return { winner: winnerOf(parseVerdict(text, rule), order), strictWinner: winnerOf(parseLastVerdict(text, rule), order), text }
}

function simulateVerdict(order: Order, rule: VerdictRule, winner: 1 | 2 | undefined): Simulation {
  if (winner === undefined) return {}
  const reply = (shown: Shown) => (rule === 'line' ? `Output (${shown})` : `Simulated reasons. Therefore, Output (${shown}) is better.`)
  return { comparison: { better: placeOf(winner, order), reply } }
}

/** The winner that most verdicts name; null where none leads. */
export function majority(winners: readonly Winner[]): Winner {
  const votes = (winner: 1 | 2) => winners.filter((entry) => entry === winner).length
  const lead = votes(1) - votes(2)
  if (lead === 0) return null
  return lead > 0 ? 1 : 2
}

/** Several verdicts of one order as one. */
export function majorityVerdict(verdicts: readonly PairVerdict[]): PairVerdict {
  return {
    winner: majority(verdicts.map(({ winner }) => winner)),
    strictWinner: majority(verdicts.map(({ strictWinner }) => strictWinner)),
    text: verdicts.map(({ text }) => text).join('\n\n'),
  }
}
