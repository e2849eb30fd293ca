const told = new Set<string>()

/**
 * Says once a process that a name of the public interface has a new one. The old name works until the release after the one
 * that renamed it.
 */
export function noteOldName(where: string, old: string, now: string): void {
  const message = `\`${old}\` of ${where} is now \`${now}\`. The old name will stop working in the next release but one. Rename it.`
  if (told.has(message)) return
  told.add(message)
  process.emitWarning(message, 'DeprecationWarning')
}
