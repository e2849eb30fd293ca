import type { LabelQuestion } from '../../../../kit.ts'
import type { AskedRecord } from './askingOrder.ts'

/** Words that adults read a minute in silence, on average (Brysbaert, 2019, Journal of Memory and Language 109). */
export const WORDS_A_MINUTE = 238
/** What it takes to decide and to press a key, in seconds. It is a guess. */
export const SECONDS_A_JUDGEMENT = 10

/** A Chinese, Japanese or Korean character takes about as long as a word (Brysbaert has 260 a minute of Chinese); else words are between spaces. */
const WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]|[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]+/gu

/** About how long a rater takes for these, in seconds: every text of an item is read once, and each judgement takes a while. */
export function labellingTime(records: readonly Pick<AskedRecord, 'questions'>[]): number {
  return records.reduce((sum, { questions }) => sum + secondsOf(questions), 0)
}

function secondsOf(questions: readonly LabelQuestion[]): number {
  const texts = new Set(questions.flatMap(({ ask, shown }) => [ask, ...shown.map(({ text }) => text)]))
  const words = [...texts].reduce((sum, text) => sum + (text.match(WORD)?.length ?? 0), 0)
  return (words / WORDS_A_MINUTE) * 60 + questions.length * SECONDS_A_JUDGEMENT
}
