import { HoldfastError } from '../../../kit.ts'
import type { RatingSheet } from './ratingSheet.ts'
import { positionsOf, questionId, type SheetData } from './shared/sheetData.ts'

/**
 * A sheet as it stands in the page. It has the fields of a rater's question and no others: what a caller knows besides, such as the
 * judge's value, does not come into the file.
 *
 * @throws HoldfastError for a sheet that asks nothing, or one thing twice.
 */
export function packSheet({ id, rater, questions }: RatingSheet): SheetData {
  const texts = new Map<string, number>()
  const positionOf = (text: string) => {
    const at = texts.get(text) ?? texts.size
    texts.set(text, at)
    return at
  }
  const packed = questions.map(({ suite, item, trial, question, sha256, ask, scale, shown }) => ({
    suite,
    item,
    trial,
    question,
    sha256,
    ask,
    scale: scale.map(({ value, text }) => ({ value, text })),
    shown: shown.map(({ title, text, isJudged }) => ({ title, text: positionOf(text), ...(isJudged && { isJudged }) })),
  }))
  if (packed.length === 0) throw new HoldfastError('USAGE', 'Failed to write a rating page: the sheet has no questions. Choose some.')
  const last = positionsOf(packed)
  const twice = packed.find((question, at) => last.get(questionId(question)) !== at)
  if (twice)
    throw new HoldfastError(
      'INTERNAL',
      `Failed to write a rating page: ${twice.question} of ${twice.item} is asked twice. Ask each question once.`,
    )
  return { id, rater, texts: [...texts.keys()], questions: packed }
}
