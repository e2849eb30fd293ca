const secrets = new Set<string>()
/** Longest first: a secret may begin with another one. */
let ordered: readonly string[] = []
/** Whether every secret stands in JSON as it is, so that JSON without any of them has none in its texts. */
let plain = true
/** Shorter values would black out ordinary words. */
const SHORTEST = 6

/** Remembers a value that must never be written or shown, also as it stands in JSON or in a URL. */
export function registerSecret(value: string): void {
  if (value.length < SHORTEST) return
  for (const form of [value, JSON.stringify(value).slice(1, -1), encodeURIComponent(value)]) secrets.add(form)
  ordered = [...secrets].sort((one, other) => other.length - one.length)
  plain = ordered.every((secret) => JSON.stringify(secret) === `"${secret}"`)
}

/** The text with every registered secret replaced. */
export function redactSecrets(text: string): string {
  let clean = text
  for (const secret of ordered) clean = clean.replaceAll(secret, '[redacted]')
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
  if (plain) {
    const json = JSON.stringify(value)
    // The rule, and many times faster than a look at each text.
    if (!ordered.some((secret) => json.includes(secret))) return json
  }
  return JSON.stringify(value, (_key, entry: unknown) => (typeof entry === 'string' ? redactSecrets(entry) : entry))
}
