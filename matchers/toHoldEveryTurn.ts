import { HoldfastError } from '../src/core/base/errors.ts'
import { singleLine } from '../src/core/base/text/singleLine.ts'
import type { Turn } from '../src/judging/dialogue/dialogue.ts'
import { rubricMessage } from '../src/judging/rubric/message.ts'
import type { Verdict } from '../src/judging/rubric/verdict.ts'
import type { TestScope } from '../src/running/worker/itemScope.ts'
import { readDialogue } from './rateRefutation.ts'

/** One answer of a conversation, as a rule sees it. */
export interface AnsweredTurn {
  /** Place in the dialogue, from 1. */
  readonly turn: number
  /** What the user said. */
  readonly user: string
  readonly answer: string
  /** The turns before it. */
  readonly earlier: readonly Turn[]
}

/** What holds in every turn: true where it does, false or a sentence that says what is wrong where it does not. */
export type TurnRule = (turn: AnsweredTurn) => boolean | string

/** Longest part of an answer that the message quotes. */
const QUOTED = 160

/**
 * Holds every answer of a dialogue against rules that a program decides, and names the turns that break one. Answers that were given
 * are not the candidate's and count as kept. No model is called.
 *
 * @param scope the test it is applied in
 * @throws HoldfastError for no rules, a subject that is no dialogue, one without an answer of the candidate, and a rule that returns
 * neither a boolean nor a text.
 */
export function holdEveryTurn(_scope: TestScope | undefined, received: unknown, rules: Readonly<Record<string, TurnRule>>): Verdict {
  const dialogue = readDialogue('toHoldEveryTurn', received)
  const names = Object.keys(rules)
  if (names.length === 0) throw misuse('there are no rules. Give rules by name.')
  const turns = dialogue.turns.flatMap(({ kind, user, assistant }, at): AnsweredTurn[] =>
    kind === 'given' ? [] : [{ turn: at + 1, user, answer: assistant, earlier: dialogue.turns.slice(0, at) }],
  )
  if (turns.length === 0) throw misuse('the dialogue has no answer of the candidate. Ask something first.')
  const broken = names.map((name) => ({ name, turns: turns.flatMap((turn) => brokenBy(name, rules[name] as TurnRule, turn)) }))
  const points = Object.fromEntries(broken.map(({ name, turns: of }) => [name, of.length === 0 ? 1 : 0]))
  const kept = broken.filter(({ turns: of }) => of.length === 0).length
  const total = kept / names.length
  const rubric = { points: names.map((name) => ({ name, weight: 1 })) }
  const evidence = Object.fromEntries(broken.map(({ name, turns: of }) => [name, of]))
  const passed = kept === names.length
  return {
    matcher: 'toHoldEveryTurn',
    passed,
    scores: { ...points, total },
    threshold: 1,
    lost: Object.fromEntries(broken.filter(({ turns: of }) => of.length > 0).map(({ name }) => [name, 1 / names.length])),
    explanation: { evidence },
    message: passed
      ? `Expected it not to hold in every turn, and it did: ${names.join(', ')}.`
      : rubricMessage('hold in every turn', rubric, { points, total }, 1, { evidence }),
  }
}

function brokenBy(name: string, rule: TurnRule, turn: AnsweredTurn): string[] {
  const outcome: unknown = rule(turn)
  if (outcome === true) return []
  if (outcome !== false && typeof outcome !== 'string') {
    throw misuse(`the rule ${JSON.stringify(name)} returned ${typeof outcome}. Return true, false or what is wrong.`)
  }
  const answer = singleLine(turn.answer)
  const quoted = answer.length > QUOTED ? `${answer.slice(0, QUOTED)}…` : answer
  return [`turn ${turn.turn}: ${outcome === false || outcome === '' ? '' : `${outcome}: `}"${quoted}"`]
}

function misuse(reason: string): HoldfastError {
  return new HoldfastError('USAGE', `Failed to apply toHoldEveryTurn: ${reason}`)
}
