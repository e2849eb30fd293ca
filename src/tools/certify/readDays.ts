import { InvalidArgumentError } from 'commander'

const MAX_DAYS = 3650

/** Reads the days that a certificate is good for. Commander tells what it throws. */
export function readDays(text: string): number {
  const days = Number(text)
  if (!Number.isInteger(days) || days < 1 || days > MAX_DAYS)
    throw new InvalidArgumentError(`expected a whole number of days, 1 to ${MAX_DAYS}.`)
  return days
}
