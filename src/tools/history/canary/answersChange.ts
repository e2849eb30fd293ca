import { sum } from '../../../kit.ts'
import { pickChances } from '../stats/pickChances.ts'

/** Characters of an answer that are looked at. */
const MOST = 20_000

/** Whether new answers are of the model that gave the old ones. */
export type AnswersChange = ReturnType<typeof answersChange>

/**
 * Whether one new answer to each of some questions is of the model that gave the old ones. What is looked at is how far an answer lies
 * from the others to its question: whether the text is the same, which words the two share, and how their lengths differ. If nothing
 * changed, any of a question's answers might as well be the new one, so the chance is exact however much the answers vary: it is that of a draw of one
 * answer of each question (see {@link pickChances}). With r old answers to each of k questions it is at least (r + 1)^-k.
 *
 * @param questions each with as many old answers.
 */
export function answersChange(questions: readonly { readonly reference: readonly string[]; readonly now: string }[]) {
  const distances = questions.map(({ reference, now }) => meanDistances([...reference, now]))
  return {
    /** Chance, 0 excluded to 1, that the new answers differ from the others by this much if nothing changed. */
    p: pickChances(distances, 0, questions[0]?.reference.length ?? 0).high,
    /** Questions whose new answer is word for word one of the old ones. */
    repeated: questions.filter(({ reference, now }) => reference.includes(now)).length,
    /** Questions whose old answers are all alike. */
    steady: questions.filter(({ reference }) => new Set(reference).size === 1).length,
  }
}

/** How far each answer lies from the others on average. */
function meanDistances(answers: readonly string[]): number[] {
  const shown = answers.map((text): Shown => ({ text, words: new Set(text.slice(0, MOST).toLowerCase().split(/\s+/).filter(Boolean)) }))
  // From itself it has none.
  return shown.map((one) => sum(shown.map((other) => distance(one, other))) / (shown.length - 1))
}

function distance(one: Shown, other: Shown): number {
  if (one.text === other.text) return 0
  const shared = [...one.words].filter((word) => other.words.has(word)).length
  const all = one.words.size + other.words.size - shared
  const longer = Math.abs(Math.log((1 + one.text.length) / (1 + other.text.length)))
  return 1 + (all === 0 ? 0 : 1 - shared / all) + Math.min(1, longer)
}

type Shown = { readonly text: string; readonly words: ReadonlySet<string> }
