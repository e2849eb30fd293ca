/** Whether a text states the key of an item, which a program has derived. */
export type Key = (text: string) => boolean

/** Without separators in numbers, Markdown and quotes, so that a value is looked up in one spelling. */
function plain(text: string): string {
  return text
    .replace(/(\d),(?=\d{3}(?!\d))/g, '$1')
    .replace(/[*"“”]/g, '')
    .normalize('NFC')
}

/** The text states every one of the values: numbers as whole numbers, words as they are. */
export function states(...values: readonly (string | number)[]): Key {
  return (text) => values.every((value) => isIn(spelledOut(value), plain(text)))
}

/** The text states every value, each in the line or sentence that begins with its name: `K1: desk, 340 minutes`. */
export function statesBy(values: Readonly<Record<string, string | number>>): Key {
  return (text) =>
    Object.entries(values).every(([name, value]) =>
      plain(text)
        .split('\n')
        .some((line) => isIn(name, line) && isIn(String(value), line.slice(line.indexOf(name) + name.length))),
    )
}

/** A number without the dust of binary fractions. */
function spelledOut(value: string | number): string {
  return typeof value === 'number' ? String(Number(value.toFixed(6))) : value
}

function isIn(value: string, text: string): boolean {
  const escaped = value.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  const [before, after] = [/^\d/.test(value) ? '(?<![\\d.])' : '', /\d$/.test(value) ? '(?!\\d|\\.\\d)' : '']
  return new RegExp(before + escaped + after).test(text)
}

/** The words of a text: letters and digits, an apostrophe within. */
export function wordsOf(text: string): string[] {
  return text.match(/[\p{L}\p{N}]+(?:['’][\p{L}\p{N}]+)*/gu) ?? []
}

/** All orders of some things. */
export function ordersOf<Thing>(things: readonly Thing[]): Thing[][] {
  if (things.length === 0) return [[]]
  return things.flatMap((first, index) => ordersOf(things.filter((_, other) => other !== index)).map((rest) => [first, ...rest]))
}

/** The only element of a list. */
export function only<Thing>(things: readonly Thing[]): Thing {
  const [one] = things
  if (one === undefined || things.length > 1) throw new Error(`Failed to derive a key: ${things.length} solutions. Mend the item.`)
  return one
}

/** A day by its number since 1970, without time zones. */
export function dayOf(year: number, month: number, day: number): number {
  return Date.UTC(year, month - 1, day) / 86_400_000
}

/** Day of the week of a day: 0 is Sunday. */
export function weekdayOf(day: number): number {
  return (((day + 4) % 7) + 7) % 7
}

/** A day as `7 June`. */
export function spelled(day: number): string {
  const date = new Date(day * 86_400_000)
  return `${date.getUTCDate()} ${date.toLocaleString('en-GB', { month: 'long', timeZone: 'UTC' })}`
}

/** English names of the days of the week. */
export const WEEKDAYS: readonly string[] = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

/** A sum. */
export function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0)
}

/** Rounded to cents. */
export function cents(value: number): number {
  return Math.round(value * 100) / 100
}
