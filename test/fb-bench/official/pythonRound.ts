/**
 * Python's `round(value, digits)`: to the nearest decimal of the double's exact value, ties to even. `toFixed` and
 * `Math.round(x * 1e4) / 1e4` differ from it in some published figures.
 */
export function pythonRound(value: number, digits: number): number {
  if (!Number.isFinite(value)) return value
  const negative = value < 0 || Object.is(value, -0)
  const { numerator, shift } = exactBinary(Math.abs(value))
  // value = numerator / 2^shift, so value * 10^digits = numerator * 10^digits / 2^shift.
  const scaled = numerator * 10n ** BigInt(digits)
  const unit = 1n << BigInt(shift)
  const whole = scaled / unit
  const rest = (scaled % unit) * 2n
  const up = rest > unit || (rest === unit && whole % 2n === 1n)
  const rounded = whole + (up ? 1n : 0n)
  const text = rounded.toString().padStart(digits + 1, '0')
  const result = Number(digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`)
  return negative ? -result : result
}

/** A double as an integer over a power of two, without loss. */
function exactBinary(value: number): { numerator: bigint; shift: number } {
  let shift = 0
  let scaled = value
  while (!Number.isInteger(scaled)) {
    scaled *= 2
    shift += 1
  }
  return { numerator: BigInt(scaled), shift }
}
