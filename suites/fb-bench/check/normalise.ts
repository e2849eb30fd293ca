import { remembered } from '../../../src/kit.ts'

/** Signs that mean the same as a plain one. */
const SIGNS: readonly (readonly [RegExp, string])[] = [
  [/[‘’‚‛′`´]/g, "'"],
  [/[“”„‟″「」『』«»]/g, '"'],
  [/[−–‐‑‒]/g, '-'],
  [/—+/g, ' ; '],
  [/[⁄∕]/g, '/'],
  [/[､、]/g, ','],
  [/【/g, '('],
  [/】/g, ')'],
  [/[\u00a0\u2007\u2009\u202f]/g, ' '],
  [/[\u200b-\u200d\ufeff\u00ad]/g, ''],
]

const LATEX: readonly (readonly [RegExp, string])[] = [
  [/\\[dtc]?frac\s*\{([^{}]*)\}\s*\{([^{}]*)\}/g, ' $1/$2 '],
  [/\\[dtc]?frac\s*(\d)\s*(\d)/g, ' $1/$2 '],
  [/\\(?:text|mathrm|mathbf|textbf|operatorname|mbox)\s*\{([^{}]*)\}/g, ' $1 '],
  [/\\boxed\s*\{([^{}]*)\}/g, ' = $1 '],
  [/\\sqrt\s*\{([^{}]*)\}/g, '√($1)'],
  [/\\(?:cdot|times|ast)\b/g, '·'],
  [/\\div\b/g, '÷'],
  [/\\(?:geq?|geqslant)(?![a-z])/g, '≥'],
  [/\\(?:leq?|leqslant)(?![a-z])/g, '≤'],
  [/\\lt\b/g, '<'],
  [/\\gt\b/g, '>'],
  [/\\neq?\b/g, '≠'],
  [/\\approx\b/g, '≈'],
  [/\\infty\b/g, '∞'],
  [/\\pi\b/g, 'π'],
  [/\\(?:to|rightarrow|Rightarrow|implies)\b/g, '→'],
  [/\\cup\b/g, '∪'],
  [/\\pm\b/g, '±'],
  [/\\(?:left|right|big|Big|displaystyle|quad|qquad)\b/g, ' '],
  [/\^\s*\{?\\circ\}?/g, '°'],
  [/\\[,;:! ]/g, ' '],
  [/\\%/g, '%'],
  [/(?<=\d)\{,\}(?=\d)/g, ','],
  [/\\\$/g, '¤'],
  [/\\[[\]()]/g, ' '],
  [/\^\s*\{([^{}]*)\}/g, '^$1'],
  [/_\s*\{([^{}]*)\}/g, '_$1'],
]

const SHORT: readonly (readonly [RegExp, string])[] = [
  [/\bwon't\b/g, 'will not'],
  [/\bcan't\b|\bcannot\b/g, 'can not'],
  [/\bshan't\b/g, 'shall not'],
  [/\bain't\b/g, 'is not'],
  [/n't\b/g, ' not'],
  [/\b(i|you|we|they|he|she|it|that|this|there|who|what)'ll\b/g, '$1 will'],
  [/\b(i|you|we|they)'ve\b/g, '$1 have'],
  [/\b(you|we|they)'re\b/g, '$1 are'],
  [/\bi'm\b/g, 'i am'],
  [/\b(i|you|we|they|he|she)'d\b/g, '$1 would'],
  [/\b(it|that|this|there|he|she|what|here)'s\b/g, '$1 is'],
  [/\b([ap])\.\s?m\.?(?![a-z])/g, '$1m'],
  [/\be\.\s?g\./g, 'eg'],
  [/\bi\.\s?e\./g, 'ie'],
  [/\b(dr|mr|mrs|ms|st|prof|vs|approx|no|fig|eq|sq|ca|cf)\.(?=\s*[\p{L}\d])/gu, '$1'],
]

/** What was put into one spelling last: every rule of every criterion of an item asks for the same few parts of an answer. */
const spelled = new Map<string, string>()
/** Forgotten all at once, which costs no more than a few spellings: an item has fewer. */
const MOST_SPELLED = 20

/**
 * A text in one spelling: lower case, plain quotes, dashes and widths, no Markdown or LaTeX markup, no contractions, and
 * without what is crossed out. Code keeps its signs. Lines stay lines.
 */
export function normalise(text: string): string {
  if (spelled.size >= MOST_SPELLED && !spelled.has(text)) spelled.clear()
  return spellingOf(text)
}

const spellingOf = remembered(spelling, spelled)

function spelling(text: string): string {
  let result = text
    .replace(/\r\n?/g, '\n')
    .replace(/[０-９，：；（）？！％＝]/g, (sign) => sign.normalize('NFKC'))
    .replace(/~~[^~\n]+~~|<(del|s|strike)>.*?<\/\1>/gis, ' ')
  for (const [sign, plain] of SIGNS) result = result.replace(sign, plain)
  // Innermost braces first: a fraction may stand in a box.
  for (let depth = 0; depth < 3; depth += 1) for (const [command, plain] of LATEX) result = result.replace(command, plain)
  result = result
    .replace(/(?<=\d)(?=[½⅓⅔¼¾⅕⅛⅜⅝⅞])/g, ' ')
    .replace(/[½⅓⅔¼¾⅕⅛⅜⅝⅞]/g, (sign) => sign.normalize('NFKC').replace('⁄', '/'))
    .replace(/[⁰¹²³⁴⁵⁶⁷⁸⁹]+/g, (digits) => `^${digits.normalize('NFKC')}`)
    .replace(/[₀₁₂₃₄₅₆₇₈₉]+/g, (digits) => `_${digits.normalize('NFKC')}`)
    .replace(/\*{2,}|__(?=\S)|(?<=\S)__|^#+\s+|^>\s?|```[a-z]*/gim, ' ')
    .replace(/(?<=^|[\s("])\*(?=\S)([^*\n]+?)(?<=\S)\*(?=$|[\s)".,;:!?])/gm, '$1')
    .replace(/(?<=^|[\s("])_(?=\S)([^_\n]+?)(?<=\S)_(?=$|[\s)".,;:!?])/gm, '$1')
    .replace(/\$(?=[^\d]|$)|(?<=[\d\p{L}})])\$/gu, ' ')
    .replaceAll('¤', '$')
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .normalize('NFC')
    .toLowerCase()
  for (const [contraction, whole] of SHORT) result = result.replace(contraction, whole)
  return result
    .replace(/[ \t]+/g, ' ')
    .replace(/ *\n */g, '\n')
    .trim()
}
