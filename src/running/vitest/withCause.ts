import type { SerializedError } from 'vitest'

/** A message with what caused it: a pool says no more than that a worker failed. */
export function withCause(error: SerializedError): string {
  const message = error.message ?? String(error)
  const cause = error.cause as SerializedError | undefined
  return cause?.message ? `${message} ${withCause(cause)}` : message
}
