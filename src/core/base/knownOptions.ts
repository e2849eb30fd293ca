import { usageError } from './errors.ts'
import { didYouMean } from './text/nearest.ts'

/** The names of all options of a kind: an object, so that a type tells where one is missing. */
export type OptionNames<Options> = Readonly<Record<keyof Options, true>>

/**
 * Checks the names of options that a test gave: in JavaScript, a mistyped one would count for nothing and the test pass.
 * Throws HoldfastError, "Failed to `doing`", for one that there is not.
 */
export function assertKnownOptions(doing: string, given: object | undefined, names: Readonly<Record<string, true>>): void {
  const known = Object.keys(names)
  const wrong = Object.keys(given ?? {}).find((name) => !Object.hasOwn(names, name))
  if (wrong === undefined) return
  throw usageError(
    `Failed to ${doing}: there is no option ${JSON.stringify(wrong)}.${didYouMean(wrong, known)} The options are ${known.join(', ')}.`,
  )
}
