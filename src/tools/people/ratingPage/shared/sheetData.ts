/** A text that a rater is shown. */
export interface DataText {
  readonly title: string
  /** Position in the sheet's texts. */
  readonly text: number
  readonly isJudged?: boolean
}

/** A point of a scale. */
export interface DataPoint {
  readonly value: number
  readonly text: string
}

/** What a label names its question by. */
export interface QuestionName {
  readonly suite: string
  readonly item: string
  readonly trial: number
  readonly question: string
  /** Hash of all that is shown. */
  readonly sha256: string
}

/** A question as it stands in the page. */
export interface DataQuestion extends QuestionName {
  readonly ask: string
  readonly scale: readonly DataPoint[]
  readonly shown: readonly DataText[]
}

/** A sheet as it stands in the page: each text once, however many questions show it. */
export interface SheetData {
  readonly id: string
  readonly rater: string
  readonly texts: readonly string[]
  readonly questions: readonly DataQuestion[]
}

/** Tells questions from each other, also those of one name with other texts. */
export function questionId({ suite, item, trial, question, sha256 }: QuestionName): string {
  return JSON.stringify([suite, item, trial, question, sha256])
}

/** Positions of a sheet's questions by {@link questionId}. */
export function positionsOf(questions: readonly QuestionName[]): ReadonlyMap<string, number> {
  return new Map(questions.map((question, at) => [questionId(question), at]))
}
