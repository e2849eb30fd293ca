/** What an action returns; undefined where it throws, as if it had not been tried. */
export function orUndefined<T>(action: () => T): T | undefined {
  try {
    return action()
  } catch {
    return undefined
  }
}
