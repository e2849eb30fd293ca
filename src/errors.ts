/**
 * A mistake in what a user gave (configuration, data, arguments) or in what the world answered (an endpoint, a file).
 * The message reads "Failed to X: reason. Do Y." and is shown without a stack trace.
 */
export class HoldfastError extends Error {
  /** Stable identifier, for instance `CONFIG` or `DATA`; the message may change, this does not. */
  declare readonly code: string

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options)
    // Not enumerable: console.error would print them below the message.
    Object.defineProperties(this, { name: { value: 'HoldfastError' }, code: { value: code } })
    // Vitest prints the stack of a start-up error; where we threw it helps nobody who mistyped a variable.
    this.stack = message
  }
}

/** The message of anything thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
