import { type SecretForm, secretForms } from './secrets/secretForms.ts'
import { withoutCredentials } from './secrets/urlCredentials.ts'

/** What stands in the place of a secret. */
const REDACTED = '[redacted]'

/** Their forms by secret. */
const secrets = new Map<string, readonly SecretForm[]>()

/** What finds all registered secrets; made when it is next needed. */
let search: ReturnType<typeof makeSearch> | undefined

/** Remembers a value never to be written or shown, in any encoding; false for one too short or common to be told from ordinary text. */
export function registerSecret(value: string): boolean {
  if (secrets.has(value)) return true
  const forms = secretForms(value)
  if (forms.length === 0) return false
  secrets.set(value, forms)
  search = undefined
  return true
}

function makeSearch() {
  // Those of longer secrets first: a secret may begin with another one.
  const forms = [...secrets].sort(([one], [other]) => other.length - one.length).flatMap(([, own]) => own)
  return {
    // Most texts hold none, which the parts tell many times faster than the patterns.
    any: new RegExp(forms.map(({ source, part }) => part ?? source).join('|')),
    forms: forms.map(({ source, part = '' }) => ({ part, pattern: new RegExp(source, 'g') })),
  }
}

/** The text with every registered secret replaced. */
export function redactSecrets(text: string): string {
  if (secrets.size === 0) return text
  search ??= makeSearch()
  if (!search.any.test(text)) return text
  return search.forms.reduce((clean, { part, pattern }) => (text.includes(part) ? clean.replace(pattern, REDACTED) : clean), text)
}

/** For messages of others' making: registered secrets, anything that follows `Bearer`, and credentials of URLs replaced. */
export function redact(text: string): string {
  return withoutCredentials(redactSecrets(text).replace(/(bearer\s+)[\w.~+/=-]{6,}/gi, `$1${REDACTED}`))
}

/** Data with every registered secret in texts replaced; all but texts of plain objects and arrays stays. The same value where none is. */
export function redacted<T>(value: T): T {
  return secrets.size === 0 ? value : (clean(value) as T)
}

function clean(value: unknown): unknown {
  if (typeof value === 'string') return redactSecrets(value)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    const entries = value.map(clean)
    return entries.some((entry, at) => entry !== value[at]) ? entries : value
  }
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype && prototype !== null) return value
  const entries = Object.entries(value).map(([key, entry]) => [key, clean(entry)] as const)
  return entries.some(([key, entry]) => entry !== (value as Record<string, unknown>)[key]) ? Object.fromEntries(entries) : value
}

/** A value as JSON with every registered secret in its texts replaced, as {@link redacted} does. */
export function redactedJson(value: unknown, indent?: number): string {
  return JSON.stringify(value, (_key, entry: unknown) => (typeof entry === 'string' ? redactSecrets(entry) : entry), indent)
}
