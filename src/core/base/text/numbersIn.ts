/** A number as an answer writes it. */
export interface WrittenNumber {
  readonly start: number
  readonly end: number
  /** Its value; two where it is a percentage: 75 and 0.75. */
  readonly values: readonly number[]
  /** It is a part of a longer calculation, such as the 3 of `3 · 5 = 15`: no result. */
  readonly operand: boolean
}

const ONES =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')
const SCALES: Readonly<Record<string, number>> = {
  thousand: 1e3,
  million: 1e6,
  billion: 1e9,
  trillion: 1e12,
  bn: 1e9,
  万: 1e4,
  亿: 1e8,
  千: 1e3,
  百万: 1e6,
}
const HAN_DIGITS: Readonly<Record<string, number>> = { 零: 0, 〇: 0, 一: 1, 二: 2, 两: 2, 三: 3, 四: 4, 五: 5, 六: 6, 七: 7, 八: 8, 九: 9 }
const HAN_SCALES: Readonly<Record<string, number>> = { 十: 10, 百: 100, 千: 1000 }

const WORD = `(?:${[...ONES, ...TENS, 'hundred', 'thousand', 'million', 'billion', 'dozen'].join('|')})`
const WORDS = new RegExp(`(?<![a-z])${WORD}(?:(?:[\\s-]+|\\s+and\\s+)${WORD})*(?![a-z])`, 'g')
const HAN = /[零〇一二两三四五六七八九十百千万亿]+(?:点[零一二三四五六七八九]+)?/g
// Not in a name (x2), not a part of a time (10:40) or of a version (1.2.3), not an ordinal.
const DIGITS =
  /(?<![\p{Script=Latin}_^\d.]|\d:)(?:\d{1,3}(?:,\d{3})+|\d{1,3}(?: \d{3})+(?!\d)|\d+)(?:\.\d+)?(?!\d|:\d|\.\d|(?:st|nd|rd|th)\b)/gu
// None of them begins within a number: from each of its digits it would be read to its end again.
const MIXED = /(?<![\d./^])(\d+)(?:\s*(?:and\s+|又)|\s+)(\d+)\s*\/\s*(\d+)(?![\d/])/g
const FRACTION =
  /(?<![\d./^]|\d,(?=\d{3}(?!\d)))(\d+(?:,\d{3})*(?:\.\d+)?)\s*(?:\/|÷(?=\s*\d+\b(?!\s*=)))\s*(\d+(?:,\d{3})*(?:\.\d+)?)(?![\d/]|\.\d)/g
const HAN_FRACTION = /(?<![\d零一二两三四五六七八九十百])([\d零一二两三四五六七八九十百]+)分之([\d零一二两三四五六七八九十百]+)/g

/** All numbers in a normalised text, in digits, words or Chinese characters, with their values. */
export function numbersIn(text: string): WrittenNumber[] {
  const found: WrittenNumber[] = []
  const add = (start: number, length: number, values: readonly number[]) => {
    if (values.some((value) => !Number.isFinite(value))) return
    const scaled = scaleAfter(text, start + length)
    const end = start + length + scaled.length
    const percent = /^\s*(?:%|per ?cent\b)/.exec(text.slice(end))
    const sign =
      /(?:^|[\s=(:,[≈≤≥<>{])-\s?$/.test(text.slice(Math.max(0, start - 3), start)) &&
      !/[\d)a-z]\s-\s$/.test(text.slice(Math.max(0, start - 4), start))
        ? -1
        : 1
    const read = values.map((value) => sign * value * scaled.by)
    const whole = percent ? [...read, ...read.map((value) => value / 100)] : read
    found.push({ start, end: end + (percent?.[0].length ?? 0), values: whole, operand: isOperand(text, start, end) })
  }
  for (const { 0: all, 1: whole = '', 2: over = '', 3: under = '', index } of text.matchAll(MIXED)) {
    add(index, all.length, [Number(whole) + Number(over) / Number(under)])
  }
  for (const { 0: all, 1: over = '', 2: under = '', index } of text.matchAll(FRACTION)) add(index, all.length, [plain(over) / plain(under)])
  for (const { 0: all, 1: under = '', 2: over = '', index } of text.matchAll(HAN_FRACTION)) {
    add(index, all.length, [under === '百' ? hanOrDigits(over) / 100 : hanOrDigits(over) / hanOrDigits(under)])
  }
  for (const { 0: all, index } of text.matchAll(DIGITS)) add(index, all.length, [plain(all)])
  for (const { 0: all, index } of text.matchAll(WORDS)) add(index, all.length, [wordsValue(all)])
  for (const { 0: all, index } of text.matchAll(HAN)) add(index, all.length, [hanValue(all)])
  return found
}

function plain(digits: string): number {
  return Number(digits.replace(/[, ]/g, ''))
}

function hanOrDigits(text: string): number {
  return /^\d+$/.test(text) ? Number(text) : hanValue(text)
}

/** A scale right after a number: `5.78 billion`, `3万`. */
function scaleAfter(text: string, end: number): { by: number; length: number } {
  const match = /^\s?(thousand|million|billion|trillion|bn|百万|万|亿|千(?!米|克|瓦|卡|字))(?![a-z])/.exec(text.slice(end, end + 12))
  return match ? { by: SCALES[match[1] ?? ''] ?? 1, length: match[0].length } : { by: 1, length: 0 }
}

/** Whether the number is one of several in a calculation and not its result. */
function isOperand(text: string, start: number, end: number): boolean {
  const before = text.slice(Math.max(0, start - 6), start)
  const after = text.slice(end, end + 6)
  const follows = /(?:[\d)a-zπ%°²]|\^\d)\s*[+·×*÷/^]\s*$|[\d)]\s*-\s*$|\d[a-z]?\s+-\s*$|[√(]\s*$(?<=√\()/.test(before)
  const leads = /^\s*(?:[+·×*÷/^]|-(?=\s*[\d(a-z]))\s*[\d(a-zπ√]/.test(after) && !/^\s*-\s*[a-z]{2}/.test(after)
  // `84/21 = 3.5`: what counts is the result.
  const worked = /\//.test(text.slice(start, end)) && /^\s*(?:=|≈)\s*-?[\d.]/.test(after)
  return follows || leads || worked
}

function wordsValue(words: string): number {
  let total = 0
  let current = 0
  for (const word of words.split(/[\s-]+/)) {
    if (word === 'and') continue
    const one = ONES.indexOf(word)
    const ten = TENS.indexOf(word)
    if (one >= 0) current += one
    else if (ten >= 0) current += 20 + 10 * ten
    else if (word === 'hundred') current = (current || 1) * 100
    else if (word === 'dozen') current = (current || 1) * 12
    else {
      total += (current || 1) * (SCALES[word] ?? 1)
      current = 0
    }
  }
  return total + current
}

function hanValue(text: string): number {
  const [whole = '', decimals] = text.split('点')
  // Digit by digit, as years are read: 二〇二四.
  if (!/[十百千万亿]/.test(whole) && whole.length > 1) return Number([...whole].map((digit) => HAN_DIGITS[digit]).join(''))
  let total = 0
  let section = 0
  let digit = 0
  for (const sign of whole) {
    if (sign in HAN_DIGITS) digit = HAN_DIGITS[sign] ?? 0
    else if (sign in HAN_SCALES) {
      section += (digit || 1) * (HAN_SCALES[sign] ?? 1)
      digit = 0
    } else {
      const scale = sign === '万' ? 1e4 : 1e8
      total = (total + section + digit || 1) * scale
      section = 0
      digit = 0
    }
  }
  const value = total + section + digit
  return decimals === undefined ? value : Number(`${value}.${[...decimals].map((sign) => HAN_DIGITS[sign]).join('')}`)
}
