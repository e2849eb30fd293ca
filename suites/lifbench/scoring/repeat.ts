import { codePointLength, strip } from '../../../src/kit.ts'
import { editDistanceAtMost } from './editDistance.ts'
import { countOccurrences } from './python.ts'
import { type KeySentence, type OneDocFacts, type RawScore, type RepeatParam, summed } from './types.ts'

/** The six sentence types, as they stand between `<` and `>` of a tag. */
export const SENTENCE_TYPES = ['#Topic#', '@argument@', '!Transition!', '|Summary|', '*Evidence*', '-Concession-'] as const

/** OR: format 3, ori 2, hit 2, num 4, correct 3 (docs/suites/lifbench.md, R14). `out` is stripped. */
export function scoreRepeat(out: string, { num: asked, sep }: RepeatParam, { sentences }: OneDocFacts): RawScore {
  if (out === '') return summed({ format: 0, ori: 0, hit: 0, num: 0, correct: 0 })
  const contained = sentences.filter((sentence) => out.includes(sentence.text))
  const hits = contained.length
  const fakes = contained.filter((sentence) => !sentence.genuine).length
  const lines = out.split('\n').filter((line) => line !== '')
  const separators = countOccurrences(out, sep)

  let format = (asked === 1 || out.includes('\n') ? 0.5 : 0) + (out.includes(sep) ? 0.5 : 0)
  if (out.includes(sep)) {
    const split = lines.filter((line) => countOccurrences(line, sep) === 1).length
    format += 2 * Math.min(1, split / Math.max(lines.length, asked))
  }
  const num =
    [separators, lines.length, hits].filter((count) => count === asked).length +
    [separators === lines.length, separators === hits, hits === lines.length].filter(Boolean).length / 3
  const right = lines.filter((line) => isRightLine(line, sep, sentences)).length
  return summed({
    format,
    ori: 1 + (SENTENCE_TYPES.some((type) => out.includes(type)) ? 1 : 0),
    hit: 2 * Math.min(1, (hits - 0.5 * fakes) / asked),
    num,
    correct: (3 * right) / lines.length,
  })
}

/** Whether a line gives a key sentence, nearly as it stands, with a type it has; a fake one counts too. */
function isRightLine(line: string, sep: string, sentences: readonly KeySentence[]): boolean {
  const at = line.indexOf(sep)
  const sentence = at === -1 ? strip(line) : line.slice(0, at)
  const type = at === -1 ? sentence : line.slice(at + sep.length)
  return sentences.some(
    (key) => type.includes(key.type) && editDistanceAtMost(sentence, key.text, Math.floor(codePointLength(key.text) / 6) + 3),
  )
}
