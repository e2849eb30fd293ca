import { type CasePart, type CaseSizes, partTitle, sizeIn } from '../../src/kit.ts'
import type { KievalOptions } from './options.ts'
import type { Question } from './question.ts'

const ROUNDS = 'rounds'

/**
 * What an interview can be made smaller by: its number of rounds. Question and choices stay: no program can tell whether another
 * question has the same answer.
 */
export function kievalParts({ rounds }: Pick<KievalOptions, 'rounds'>): (question: Question) => CasePart[] {
  return ({ question }) =>
    rounds > 1 ? [{ name: ROUNDS, kind: 'round', title: partTitle(question), size: rounds, least: 1, unit: 'rounds' }] : []
}

/**
 * A question with a shorter interview. Its truth stays: which choice is right does not depend on the rounds, and the score is a
 * mean over the rounds that are held, by the weights of an interview of that length.
 */
export function cutKieval({ rounds }: Pick<KievalOptions, 'rounds'>): (question: Question, sizes: CaseSizes) => Question {
  return (question, sizes) => {
    const kept = Math.max(1, sizeIn(sizes, ROUNDS, rounds))
    return kept === rounds ? question : { ...question, rounds: kept }
  }
}
