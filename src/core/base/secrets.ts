import { partFinder } from './secrets/partFinder.ts'
import { type SecretForm, secretForms } from './secrets/secretForms.ts'
import { withoutUrlCredentials } from './secrets/urlCredentials.ts'

/** What stands in the place of a secret. */
const REDACTED = '[redacted]'

/** Their forms by secret. */
const secrets = new Map<string, readonly SecretForm[]>()

/** A form with its pattern. */
interface SearchedForm {
  readonly part: string | undefined
  readonly pattern: RegExp
}

/** What finds all registered secrets. */
interface Search {
  /** Those of longer secrets first: a secret may begin with another one. */
  readonly forms: readonly SearchedForm[]
  /** Parts of forms that a text holds. */
  partsIn(text: string): ReadonlySet<string>
  /** Finds the forms that have no part. */
  readonly others: RegExp | undefined
}

/** Made when it is next needed. */
let search: Search | undefined

/**
 * Remembers a value that must never be written or shown: as it is, as it stands in JSON, in a URL and in HTML, and in base64.
 *
 * @returns false for a value that is too short or too common to be told from ordinary text: it is shown.
 */
export function registerSecret(value: string): boolean {
  if (secrets.has(value)) return true
  const forms = secretForms(value)
  if (forms.length === 0) return false
  secrets.set(value, forms)
  search = undefined
  return true
}

function makeSearch(): Search {
  const forms = [...secrets].sort(([one], [other]) => other.length - one.length).flatMap(([, own]) => own)
  const others = forms.filter(({ part }) => part === undefined)
  return {
    forms: forms.map(({ source, part }) => ({ part, pattern: new RegExp(source, 'g') })),
    partsIn: partFinder(forms.flatMap(({ part }) => part ?? [])),
    others: others.length === 0 ? undefined : new RegExp(others.map(({ source }) => source).join('|')),
  }
}

/** The text with every registered secret replaced. */
export function redactSecrets(text: string): string {
  if (secrets.size === 0) return text
  search ??= makeSearch()
  const parts = search.partsIn(text)
  const hasOthers = search.others?.test(text) ?? false
  if (parts.size === 0 && !hasOthers) return text
  let clean = text
  for (const { part, pattern } of search.forms) {
    if (part === undefined ? hasOthers : parts.has(part)) clean = clean.replace(pattern, REDACTED)
  }
  return clean
}

/** For messages of others' making: registered secrets, anything that follows `Bearer`, and credentials of URLs replaced. */
export function redact(text: string): string {
  return withoutUrlCredentials(redactSecrets(text).replace(/(bearer\s+)[\w.~+/=-]{6,}/gi, `$1${REDACTED}`))
}

/**
 * Data with every registered secret in its texts replaced. Names of fields, numbers and structure stay, and so does everything that is
 * no plain object, array or text. The same value where there is nothing to replace.
 */
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

/** A text for people, or a JSON document, without registered secrets: names of fields and the structure of a document stay. */
export function redactedOutput(text: string): string {
  const clean = redactSecrets(text)
  if (clean === text || !/^\s*[[{]/.test(text)) return clean
  try {
    return redactedJson(JSON.parse(text), text.includes('\n') ? 2 : undefined) + (text.endsWith('\n') ? '\n' : '')
  } catch {
    return clean
  }
}

/** A value as JSON with every registered secret in its texts replaced, as {@link redacted} does. */
export function redactedJson(value: unknown, indent?: number): string {
  const json = JSON.stringify(value, null, indent)
  // The rule, and many times faster than a look at each text: secrets are found as JSON writes them.
  if (redactSecrets(json) === json) return json
  return JSON.stringify(value, (_key, entry: unknown) => (typeof entry === 'string' ? redactSecrets(entry) : entry), indent)
}
