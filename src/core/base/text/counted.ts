/** A number with its noun: `1 line`, `1,200 lines`. */
export function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`
}

/** Count beyond which a number says no more than that it is hopeless. */
const HOPELESS = 50_000

/** A count that is known as far as an estimate goes: `about 2,900`, or `over 50,000`. */
export function roughCount(count: number): string {
  const text = (value: number) => value.toLocaleString('en')
  return count > HOPELESS ? `over ${text(HOPELESS)}` : `about ${text(Number(count.toPrecision(2)))}`
}
