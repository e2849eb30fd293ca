import { gradeJsonList } from './jsonList.ts'
import { decodeUnicodeEscape, UnicodeEscapeError } from './python.ts'
import { type ExtractParam, type OneDocFacts, type RawScore, summed } from './types.ts'

const CREDIT = { allStrings: 4, array: 3, otherJson: 1, slicedStrings: 3, slicedArray: 2 }

/** The type an OE item asks for, without the angle brackets of its tag. */
export function askedType(param: ExtractParam): string {
  return param.type.replace(/^</, '').replace(/>$/, '')
}

/** OE: format 4, correct 4, order 4, ori 2 (docs/suites/lifbench.md, R16). `out` is stripped. */
export function scoreExtract(out: string, param: ExtractParam, { sentences }: OneDocFacts): RawScore {
  if (out === '') return summed({ format: 0, correct: 0, order: 0, ori: 0 })
  const type = askedType(param)
  if (type === '|Summary|' && out === '[]') return summed({ format: 4, correct: 4, order: 4, ori: 2 })
  const { credit: format, length = 0 } = gradeJsonList(out, CREDIT)
  const decoded = decodeAnswer(out)
  const found = new Set(sentences.filter((sentence) => decoded.includes(sentence.text)))
  const ofType = sentences.filter((sentence) => sentence.type === type)
  const genuine = ofType.filter((sentence) => sentence.genuine)
  const hits = genuine.filter((sentence) => found.has(sentence)).length
  const most = Math.max(found.size, length, genuine.length)
  const fakeFound = ofType.some((sentence) => !sentence.genuine && found.has(sentence))
  return summed({
    format,
    correct: (most === 0 ? 0 : (3.5 * hits) / most) + (fakeFound ? 0 : 0.5),
    // The official order check compares positions with a minimum that stays 0, so any hit earns all of it (docs/suites/lifbench.md, Q3).
    order: found.size > 0 ? 4 : 0,
    ori: found.size > 0 ? 2 : 0,
  })
}

/** Officially: as it stands, else without its last character, else a crash, where here escapes are text (docs/suites/lifbench.md, Q7). */
function decodeAnswer(out: string): string {
  for (const text of [out, Array.from(out).slice(0, -1).join('')]) {
    try {
      return decodeUnicodeEscape(text, 'throw')
    } catch (error) {
      if (!(error instanceof UnicodeEscapeError)) throw error
    }
  }
  return decodeUnicodeEscape(out, 'literal')
}
