import type { LabelQuestion } from '../../../../kit.ts'

/** What a question is about, to be held against other questions. */
export interface ComparedTexts {
  /** The texts that are judged, in the order in which they are shown. */
  readonly asShown: string
  /** The same in an order of their own: that of a question with the two outputs changed about is the same. */
  readonly inAnyOrder: string
}

/** The texts that a question has judged, as keys. */
export function comparedTexts({ kind, shown }: Pick<LabelQuestion, 'kind' | 'shown'>): ComparedTexts {
  const texts = shown.flatMap(({ text, isJudged }) => (isJudged ? [text] : []))
  return { asShown: JSON.stringify(texts), inAnyOrder: JSON.stringify([kind, ...[...texts].sort()]) }
}
