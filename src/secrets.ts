const secrets = new Set<string>()
/** Shorter values would black out ordinary words. */
const SHORTEST = 6

/** Remembers a value that must never be written or shown, also as it stands in JSON or in a URL. */
export function registerSecret(value: string): void {
  if (value.length < SHORTEST) return
  for (const form of [value, JSON.stringify(value).slice(1, -1), encodeURIComponent(value)]) secrets.add(form)
}

/** The text with every registered secret replaced. */
export function redactSecrets(text: string): string {
  let clean = text
  // Longest first: a secret may begin with another one.
  for (const secret of [...secrets].sort((one, other) => other.length - one.length)) clean = clean.replaceAll(secret, '[redacted]')
  return clean
}

/** For messages of others' making: registered secrets, anything that follows `Bearer`, and credentials of URLs replaced. */
export function redact(text: string): string {
  return redactSecrets(text)
    .replace(/(bearer\s+)[\w.~+/=-]{6,}/gi, '$1[redacted]')
    .replace(/(https?:\/\/)[^/?#\s]*@/gi, '$1')
}

/** A value as JSON with every registered secret in its texts replaced; numbers and structure stay. */
export function redactedJson(value: unknown): string {
  if (secrets.size === 0) return JSON.stringify(value)
  return JSON.stringify(value, (_key, entry: unknown) => (typeof entry === 'string' ? redactSecrets(entry) : entry))
}
