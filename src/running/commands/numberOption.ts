import { InvalidArgumentError } from 'commander'

/** Which numbers an option of the command line takes. */
export interface NumberRange {
  readonly whole?: boolean
  /** Whether a share below 1 will do as well, for instance 0.2. */
  readonly share?: boolean
  /** The least and the most that it takes. */
  readonly from?: number
  readonly to?: number
  /** Bounds that it does not take themselves. */
  readonly above?: number
  readonly below?: number
}

/** Reads the number that an option of the command line takes; commander tells what it throws. */
export function numberOption({ whole, share, from, to, above, below }: NumberRange): (text: string) => number {
  const bounds = [
    ...(from === undefined ? [] : [to === undefined ? `of at least ${from}` : `from ${from} to ${to}`]),
    ...(above === undefined ? [] : [`above ${above}`]),
    ...(below === undefined ? [] : [`and below ${below}`]),
    ...(share ? ['or a share below 1, for instance 0.2'] : []),
  ]
  return (text) => {
    const isShare = share && /^0?\.\d+$/.test(text) && Number(text) > 0
    const value = isShare || (whole ? /^\d{1,15}$/ : /^\d*\.?\d+(?:e-?\d+)?$/i).test(text) ? Number(text) : Number.NaN
    const fits =
      isShare ||
      (value >= (from ?? -Infinity) &&
        value <= (to ?? Number.MAX_VALUE) &&
        !(value <= (above ?? -Infinity)) &&
        !(value >= (below ?? Infinity)))
    if (!fits) throw new InvalidArgumentError(['expected a', ...(whole ? ['whole'] : []), 'number', ...bounds].join(' ').concat('.'))
    return value
  }
}
