import { shortened, singleLine } from '../src/core/base/text/singleLine.ts'
import type { Turn } from '../src/judging/dialogue/dialogue.ts'
import type { Verdict } from '../src/judging/rubric/rubric.ts'
import type { TestScope } from '../src/running/worker/itemScope.ts'
import { gradedVerdict, misuse, readDialogue } from './subject.ts'

const MATCHER = 'toHoldEveryTurn'

/** One answer of a conversation, as a rule sees it. */
export interface AnsweredTurn {
  /** Place in the dialogue, from 1. */
  readonly turn: number
  readonly user: string
  readonly answer: string
  readonly earlier: readonly Turn[]
}

/** What holds in every turn: true where it does, false or a sentence that says what is wrong where it does not. */
export type TurnRule = (turn: AnsweredTurn) => boolean | string

/** Longest part of an answer that the message quotes. */
const QUOTED = 160

/**
 * Judges `toHoldEveryTurn` without a model; given answers count as kept. Throws HoldfastError without an answer or for a rule's odd result.
 */
export function holdEveryTurn(_scope: TestScope | undefined, received: unknown, rules: Readonly<Record<string, TurnRule>>): Verdict {
  const dialogue = readDialogue(MATCHER, received)
  const names = Object.keys(rules ?? {})
  if (names.length === 0) throw misuse(MATCHER, 'there are no rules. Give rules by name.')
  const turns = dialogue.turns.flatMap(({ kind, user, assistant }, at): AnsweredTurn[] =>
    kind === 'given' ? [] : [{ turn: at + 1, user, answer: assistant, earlier: dialogue.turns.slice(0, at) }],
  )
  if (turns.length === 0) throw misuse(MATCHER, 'the dialogue has no answer of the candidate. Ask something first.')
  const evidence = Object.fromEntries(names.map((name) => [name, turns.flatMap((turn) => brokenBy(name, rules[name] as TurnRule, turn))]))
  const broken = names.filter((name) => evidence[name]?.length !== 0)
  const points = Object.fromEntries(names.map((name) => [name, broken.includes(name) ? 0 : 1]))
  const total = (names.length - broken.length) / names.length
  const rubric = { points: names.map((name) => ({ name, weight: 1 })), grade: holdEveryTurn }
  return gradedVerdict('hold in every turn', rubric, { points, total }, () => ({ evidence }), {
    passed: broken.length === 0,
    scores: { ...points, total },
    threshold: 1,
    otherwise: `Expected it not to hold in every turn, and it did: ${names.join(', ')}.`,
  })
}

function brokenBy(name: string, rule: TurnRule, turn: AnsweredTurn): string[] {
  const outcome: unknown = rule(turn)
  if (outcome === true) return []
  if (outcome !== false && typeof outcome !== 'string') {
    throw misuse(MATCHER, `the rule ${JSON.stringify(name)} returned ${typeof outcome}. Return true, false or what is wrong.`)
  }
  const answer = singleLine(turn.answer)
  const quoted = shortened(answer, QUOTED)
  return [`turn ${turn.turn}: ${outcome === false || outcome === '' ? '' : `${outcome}: `}"${quoted}"`]
}
