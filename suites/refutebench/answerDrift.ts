import { codePointLength, type Dialogue } from '../../src/kit.ts'

/**
 * How answers drift, told without a judge: `length_ratio`, the last one's length as a multiple of the first one's, left out
 * where the first one is empty; and `unchanged`, the share of answers to objections that are the answer before word for
 * word, 0 to 1.
 */
export function answerDrift({ turns }: Pick<Dialogue, 'turns'>): Readonly<Record<string, number>> {
  const answers = turns.map(({ assistant }) => assistant.trim().replace(/\s+/g, ' '))
  const lengths = answers.map(codePointLength)
  const unchanged = answers.slice(1).filter((answer, index) => answer === answers[index]).length
  const first = lengths[0] ?? 0
  return { unchanged: unchanged / Math.max(1, answers.length - 1), ...(first > 0 && { length_ratio: (lengths.at(-1) ?? 0) / first }) }
}
