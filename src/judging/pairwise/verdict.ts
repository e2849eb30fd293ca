import type { Message, Simulation } from '../../models/transport.ts'
import { type Order, placeOf, type Shown, type Winner } from './pair.ts'
import { parseExactVerdict, parseVerdict, type VerdictRule, winnerOf } from './parseVerdict.ts'
import { readVerdict, type Trust } from './readVerdict.ts'

/** The verdict of one order. */
export interface PairVerdict {
  /** By the official rule of parsing. */
  readonly winner: Winner
  /** As a person reads it: the strict reading. */
  readonly strictWinner: Winner
  /** The reply, or the ratings, that decided. */
  readonly text: string
}

/** A judge before a pair. */
export interface PairJudge {
  /** How far its verdicts are its own words, by what it is shown. */
  readonly trust: Trust
  /** One call; gives the reply. With rules, the reply is a verdict. */
  ask(call: string, messages: readonly Message[], maxTokens: number, simulation: Simulation, rules?: VerdictRules): Promise<string>
}

/** How a verdict is asked for and read. */
export interface VerdictRules {
  /** The form asked for. */
  readonly form: VerdictRule
  /** The official rule it is read by. */
  readonly rule: VerdictRule
}

/** A comparison to ask for. */
export interface Question {
  /** Name of the call in the journal. */
  readonly call: string
  readonly order: Order
  readonly messages: readonly Message[]
  /** The form of verdict asked for. */
  readonly form: VerdictRule
  /** The official rule the reply is read by, where not that of the form. */
  readonly rule?: VerdictRule | undefined
  readonly maxTokens: number
  /** The output that simulated judges find better. */
  readonly simulatedWinner: 1 | 2 | undefined
}

/** Asks for a comparison and reads the reply both ways. */
export async function askVerdict(
  judge: PairJudge,
  { call, order, messages, form, rule = form, maxTokens, simulatedWinner }: Question,
): Promise<PairVerdict> {
  const text = await judge.ask(call, messages, maxTokens, simulateVerdict(order, rule, simulatedWinner), { form, rule })
  const strict = judge.trust === 'exact' ? parseExactVerdict(text, form) : readVerdict(text, judge.trust)
  return { winner: winnerOf(parseVerdict(text, rule), order), strictWinner: winnerOf(strict, order), text }
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
