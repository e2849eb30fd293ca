/** Digits beyond which a difference is none to anybody. */
const MOST_DIGITS = 6

/** A figure with a proper minus sign. */
export function figureText(value: number, digits: number): string {
  const text = value.toFixed(digits)
  // A figure that is rounded to nothing has no sign.
  return Number(text) === 0 ? text.replace('-', '') : text.replace('-', '−')
}

/** The same with its sign, for a change. */
export function changeText(value: number, digits: number): string {
  const text = figureText(value, digits)
  return Number(value.toFixed(digits)) > 0 ? `+${text}` : text
}

/** An interval of a change: `−0.294 to −0.156`. An end that is not 0 is not shown as 0: its side is what a verdict goes by. */
export function changeInterval(ends: readonly [number, number], digits: number): string {
  return ends.map((end) => changeText(end, digitsFromZero(end, digits))).join(' to ')
}

/** Digits with which an end that is not 0 is seen not to be; what rounding alone keeps from 0 is shown as 0. */
function digitsFromZero(end: number, digits: number): number {
  for (let more = digits; more < MOST_DIGITS; more += 1) if (Number(end.toFixed(more)) !== 0) return more
  return digits
}

/** Digits, up to `most`, with which a figure and its bound are seen to differ: 0.8999 is not shown as 0.900 beside a bound of 0.9. */
export function digitsApart(value: number, bound: number, digits: number, most = MOST_DIGITS): number {
  for (let more = digits; more < most; more += 1) if (value.toFixed(more) !== bound.toFixed(more)) return more
  return value === bound ? digits : most
}

/** Digits for the figures of a scale: 100 points need fewer than a share. */
export function digitsOf(range: readonly [number, number] | undefined, ...values: readonly number[]): number {
  const widest = Math.max(...(range ?? []).map(Math.abs), ...values.map(Math.abs), 0)
  return widest > 10 ? 1 : widest > 1 ? 2 : 3
}
