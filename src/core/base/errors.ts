import { screenText } from './text/screenText.ts'
import { withoutCommands } from './text/singleLine.ts'

/** A mistake in what a user gave or in what the world answered. It reads "Failed to X: reason. Do Y." and is shown without a stack. */
export class HoldfastError extends Error {
  /** Stable identifier, for instance `CONFIG` or `DATA`; the message may change, this does not. */
  declare readonly code: string

  constructor(code: string, message: string, options?: ErrorOptions) {
    // It may quote what others wrote, and Vitest prints it as it is.
    super(screenText(message), options)
    // Not enumerable: console.error would print them below the message.
    Object.defineProperties(this, { name: { value: 'HoldfastError' }, code: { value: code } })
    // Vitest prints the stack of a start-up error; where we threw it helps nobody who mistyped a variable.
    this.stack = asStack(this.message)
  }
}

/**
 * A message in place of a stack. Vitest fails at what looks like a frame without a URL, as `openai:m@http://host: no answer`: an invisible
 * word joiner hides it.
 */
export function asStack(message: string): string {
  return withoutCommands(message)
    .replaceAll('@', '@\u2060')
    .replace(/^([^\S\r\n\u2028\u2029]*)at /gm, '$1\u2060at ')
}

/** The message of anything thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** Causes that are looked at: an error may be its own. */
const MOST_CAUSES = 20

/** An error with what caused it, the first {@link MOST_CAUSES} of them. */
export function withCauses(error: unknown): Error[] {
  const all: Error[] = []
  for (let next = error; next instanceof Error && all.length < MOST_CAUSES; next = next.cause) all.push(next)
  return all
}

/** The text of an error with what caused it, without full stops, as part of a sentence: the first alone may be `Connection error.` */
export function messageWithCauses(error: unknown): string {
  const texts = (error instanceof Error ? withCauses(error) : [error]).map((one) => messageOf(one).replace(/\.$/, ''))
  return texts.join(' (') + ')'.repeat(texts.length - 1)
}

/** A judge that gave no usable reply: the item has no score, which is not a zero (docs/formats.md, section 1). */
export class UnscoredError extends HoldfastError {
  /** What was found of the item all the same, for its record: ratings and counts by name, which make no total. */
  readonly scores: Readonly<Record<string, number>>

  constructor(message: string, scores: Readonly<Record<string, number>> = {}) {
    super('UNSCORED', message)
    this.scores = scores
  }
}

/** What was typed, or asked of a test, does not go: code `USAGE`. */
export function usageError(message: string): HoldfastError {
  return new HoldfastError('USAGE', message)
}

/** What a setting says does not go: code `CONFIG`. */
export function configError(message: string): HoldfastError {
  return new HoldfastError('CONFIG', message)
}

/** A file does not hold what it must: code `DATA`. */
export function dataError(message: string): HoldfastError {
  return new HoldfastError('DATA', message)
}

/** What an action returns; undefined where it throws, as if it had not been tried. */
export function orUndefined<T>(action: () => T): T | undefined {
  try {
    return action()
  } catch {
    return undefined
  }
}
