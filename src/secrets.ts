const secrets = new Set<string>()
/** Shorter values would black out ordinary words. */
const SHORTEST = 6

/** Remembers a value that must never be written or shown. */
export function registerSecret(value: string): void {
  if (value.length >= SHORTEST) secrets.add(value)
}

/** The text with every registered secret replaced. */
export function redactSecrets(text: string): string {
  let clean = text
  for (const secret of secrets) clean = clean.replaceAll(secret, '[redacted]')
  return clean
}

/** For messages of others' making: registered secrets, and anything that follows `Bearer`, replaced. */
export function redact(text: string): string {
  return redactSecrets(text.replace(/(bearer\s+)[\w.~+/=-]{6,}/gi, '$1[redacted]'))
}
