import { questionHash, YES_NO } from '../../../judging/questions/labelQuestion.ts'
import type { RatingSheet, SheetQuestion } from '../ratingPage/ratingPage.ts'

/** A made-up question of yes and no: the item's number stands in its text. */
export function madeQuestion(number: number, changes: Partial<SheetQuestion> = {}): SheetQuestion {
  const question = {
    suite: 'parcels',
    item: `parcel-${number}`,
    trial: 0,
    question: 'verdict/1',
    ask: 'Does the last answer meet this criterion?',
    scale: YES_NO,
    shown: [
      { title: 'User', text: `Where is parcel ${number}?` },
      { title: 'Assistant', text: `Parcel ${number} is at the pier.`, isJudged: true },
      { title: 'Criterion', text: 'It names a place.' },
    ],
    ...changes,
  }
  return { ...question, sha256: changes.sha256 ?? questionHash(question) }
}

/** A sheet of made-up questions for the rater `ann`. */
export function madeSheet(questions: readonly SheetQuestion[]): RatingSheet {
  return { id: 'parcels-november', rater: 'ann', questions }
}
