const DAY = 86_400_000
const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

/** The day so many days after another, as `2024-05-11`. */
export function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY).toISOString().slice(0, 10)
}

/** The weekday of a day. */
export function weekday(day: string): string {
  return WEEKDAYS[new Date(Date.parse(day)).getUTCDay()] ?? ''
}

/** How many weeks a year has by ISO 8601: as many as Thursdays. */
export function isoWeeks(year: number): number {
  let thursdays = 0
  for (let day = `${year}-01-01`; day.startsWith(`${year}`); day = dayAfter(day, 1)) thursdays += weekday(day) === 'Thursday' ? 1 : 0
  return thursdays
}

/** A Maya date after so many days, counted one by one. */
export function longCount(date: readonly number[], days: number): string {
  const units = [...date]
  for (let day = 0; day < days; day++) {
    for (let unit = 4; unit >= 0; unit--) {
      units[unit] = (units[unit] ?? 0) + 1
      if (units[unit] !== (unit === 3 ? 18 : 20)) break
      units[unit] = 0
    }
  }
  return units.join('.')
}

/**
 * The day in April of Easter by Gauss' rule for 1900 to 2199 (M = 24, N = 5), which is another than the anonymous one.
 *
 * @throws Error for a year with Easter in March.
 */
export function easterOfApril(year: number): number {
  const [a, b, c] = [year % 19, year % 4, year % 7]
  const d = (19 * a + 24) % 30
  const e = (2 * b + 4 * c + 6 * d + 5) % 7
  const day = d + e - 9
  if (day < 1) throw new Error(`Easter ${year} is in March.`)
  return day === 26 || (day === 25 && d === 28 && e === 6 && a > 10) ? day - 7 : day
}

/** The remainder of a long number, digit by digit. */
export function remainderOf(digits: string, by: number): number {
  return [...digits].reduce((rest, digit) => (rest * 10 + Number(digit)) % by, 0)
}
