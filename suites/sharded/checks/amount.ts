import { numbersIn } from '../../../src/kit.ts'
import { wordsOf } from './textParts.ts'

const NUMBER = /[-−]?\d[\d., \u00a0\u202f\u2009’']*/
/** Words of an amount in words: more of them are a sentence. */
const FEW = 4
const OPERATOR = /[+×·*÷/−–-]/

/**
 * The amount that a text gives: a number with or without thousands separators, a sign of a currency before it or a unit after it. Of
 * a calculation the result counts, on whichever side of the sign `=`, `→` or `≈` it stands; what stands in brackets counts only
 * where nothing else gives an amount. Where no digit stands, one number in words is it, with its unit. What is denied does not count.
 * Undefined where there is none, or several to choose from.
 */
export function amountIn(said: string): number | undefined {
  const text = withoutDenied(said)
  if (isOpen(text)) return undefined
  if (!/\d/.test(text)) {
    const [first, ...others] = wordsOf(text).length > FEW ? [] : numbersIn(text.toLowerCase()).flatMap(({ values }) => values)
    return others.length === 0 ? first : undefined
  }
  const side = sidesOf(withoutBrackets(text)).findLast((one) => !isCalculation(one))
  const all = sidesOf(text)
  const written = NUMBER.exec(side ?? all.findLast((one) => !isCalculation(one)) ?? all.at(-1) ?? '')?.[0]
  return written === undefined ? undefined : readAmount(written)
}

/** A text without what it denies: "not 7 but 6", "7 is wrong, 6". */
export function withoutDenied(text: string): string {
  return text
    .replace(/\b(?:not|never)\s+(?:(?:the|about|just)\s+)?[^\s,;()]+/gi, ' ')
    .replace(
      /(?<![^\s,;()=])[^\s,;()=]{1,30}(?: \p{L}{1,10})? (?:(?:is|was|would be) (?:wrong|incorrect|too (?:much|many|little|few|high|low))|(?:is|was)n['’]t right)\b/giu,
      ' ',
    )
}

const OR = /(?<![\d.,])(\d[\d.,]*) ?(\p{L}*|[€$£%]) ?[,(]? ?or (?:[€$£] ?)?(\d[\d.,]*) ?(\p{L}*|[€$£%])/u
const RANGE = /^\D*\d[\d.,]* ?(?:[-–]|to) ?\d[\d.,]*(?: ?\p{L}+)?[.!]?$/u

/** Whether a text gives two amounts to choose from, or what lies between them. The same in another unit is no second one. */
function isOpen(text: string): boolean {
  const plain = text.replace(/\s+/g, ' ').trim()
  const [, one = '', unit = '', other = '', otherUnit = ''] = OR.exec(plain) ?? []
  const isOther = unit !== '' && otherUnit !== '' && unit !== otherUnit
  const isShare = /^(?:per|each|a|an)$/.test(otherUnit)
  return RANGE.test(plain) || (one !== '' && !isOther && !isShare && readAmount(one) !== readAmount(other))
}

/** What stands on the sides of signs that give a result, where it has a digit. */
function sidesOf(text: string): string[] {
  return text.split(/[=→⇒≈]/).filter((side) => /\d/.test(side))
}

/** Whether there is a sign of arithmetic between two numbers, or between a number and a bracket. */
function isCalculation(text: string): boolean {
  const [before = '', ...between] = text.split(/\d+/)
  const after = between.pop() ?? ''
  return (
    between.some((part) => OPERATOR.test(part)) ||
    (before.includes(')') && OPERATOR.test(before)) ||
    (after.includes('(') && OPERATOR.test(after))
  )
}

/** A text with an empty pair in place of each bracket and all in it. */
function withoutBrackets(text: string): string {
  let depth = 0
  let outside = ''
  for (const sign of text) {
    if ('(['.includes(sign)) depth += 1
    if (depth === 0) outside += sign
    if (!')]'.includes(sign)) continue
    if (depth === 1) outside += '()'
    depth = Math.max(0, depth - 1)
  }
  return outside
}

function readAmount(written: string): number | undefined {
  const sign = /^[-−]/.test(written) ? -1 : 1
  // What follows a space belongs to the number only where it is a group of three digits.
  const [all = ''] =
    /^\d+(?:[ ’'](?=\d{3}(?!\d))\d{3})*(?:[.,]\d+)*/.exec(written.replace(/^[-−]/, '').replace(/[\u00a0\u202f\u2009]/g, ' ')) ?? []
  const digits = all.replace(/[ ’']/g, '')
  if (/^\d+(?:\.\d+)?$/.test(digits)) return sign * Number(digits)
  if (/^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(digits)) return sign * Number(digits.replaceAll(',', ''))
  if (/^\d+,\d{1,2}$/.test(digits)) return sign * Number(digits.replace(',', '.'))
  if (/^\d{1,3}(?:\.\d{3})+,\d+$/.test(digits)) return sign * Number(digits.replaceAll('.', '').replace(',', '.'))
  return undefined
}
