import { HoldfastError, tokensIn } from '../../../kit.ts'

/** Kinds of personal data that are looked for, in the words of people. */
type PersonalKind = 'e-mail address' | 'phone number' | 'card number' | 'IBAN' | 'key' | 'name'

/** A value of somebody in a text. */
export interface Personal {
  readonly kind: PersonalKind
  readonly value: string
}

// No pattern begins within what it has passed over, and each repetition is bounded, so that all are linear in the length of a text.
const EMAIL = /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]{1,64}@(?:[\p{L}\p{N}-]{1,63}\.){1,8}\p{L}{2,24}/gu
/** Domains that nobody has (RFC 2606). */
const NOBODYS = /@(?:.*\.)?example(?:\.\w+)?$|\.(?:test|invalid|localhost)$/i
const IBAN = /\b[A-Z]{2}\d{2}(?: ?[A-Z\d]){11,30}/g
const CARD = /(?<!\d[ -]?)[2-6](?:[ -]?\d){12,18}(?![ -]?\d)/g
const PHONES = [
  // With the prefix of a country.
  /(?<![\p{L}\p{N}+]|\d[ ./-])(?:\+|00)[1-9](?:[ ()./-]{0,3}\d){6,14}(?!\d)/gu,
  // As in North America.
  /(?<![\p{L}\p{N}-])(?:\([2-9]\d{2}\) ?|[2-9]\d{2}[ .-])[2-9]\d{2}[ .-]\d{4}(?![\p{L}\p{N}-])/gu,
  // With the zero of a city or a mobile network, and a space, slash or hyphen behind it.
  /(?<![\p{L}\p{N}.:,-]|\d )(?:\(0\d{1,4}\) ?|0\d{1,4}[ /-] ?)\d(?:[ -]?\d){4,10}(?![\p{L}\p{N}-])/gu,
  // After a word for it.
  /(?<=(?:[Pp]hone|[Tt]el|[Mm]obile|[Cc]ell|[Tt]elefon|[Hh]andy)(?: number|nummer)?(?: is| ist)?[ .:]{1,3})\d(?:[ ./-]?\d){5,13}(?!\d)/gu,
]

const WORD = "\\p{Lu}[\\p{L}'’-]{1,40}"
const NAMES = [
  // Who says their name.
  `(?<=\\b(?:[Mm]y name is|[Mm]y name's|[Nn]ame:|[Ii]ch heiße|[Mm]ein Name ist|[Jj]e m'appelle|[Mm]e llamo|[Mm]i nombre es) {1,3})${WORD}(?: ${WORD}){0,2}`,
  // One word after these may be anything: "I am German".
  `(?<=\\b(?:I am|I'm|This is|this is|[Hh]ier ist) {1,3})${WORD} ${WORD}`,
  `(?<=\\b(?:Mr|Mrs|Ms|Miss|Dr|Herr|Herrn|Frau|Mme|Sra|Sr)\\.? {1,3})${WORD}(?: ${WORD})?`,
  // Who is greeted, and who signs.
  `(?<=(?:^|[\\n.!?] ?)(?:Hi|Hello|Dear|Hallo|Liebe|Lieber|Bonjour|Hola) {1,3})${WORD}(?: ${WORD})?(?=[,!.])`,
  `(?<=(?:[Rr]egards|[Ww]ishes|[Ss]incerely|[Cc]heers|[Gg]rüße|[Gg]rüßen|[Cc]ordialement|[Ss]aludos),? ?\\n{1,2})${WORD}(?: ${WORD}){0,2}(?=\\s*$)`,
].map((source) => new RegExp(source, 'gu'))
/** Who is greeted without a name. */
const ANYBODY = /^(?:Customers?|Sir|Madam|Team|Support|There|All|Everyone|World|Zusammen)\b/

/**
 * The personal data of a text that can be told by their form: addresses of mail, phone and card numbers (with a right check digit), IBANs
 * (the same), keys of known providers, and names as people introduce, greet and sign.
 */
export function personalIn(text: string): readonly Personal[] {
  const all = (kind: PersonalKind, pattern: RegExp) => (text.match(pattern) ?? []).map((value): Personal => ({ kind, value }))
  const found = [
    ...tokensIn(text).map((value): Personal => ({ kind: 'key', value })),
    ...all('e-mail address', EMAIL).filter(({ value }) => !NOBODYS.test(value)),
    ...all('IBAN', IBAN).flatMap(({ kind, value }) => {
      const whole = ibanIn(value)
      return whole === undefined ? [] : [{ kind, value: whole }]
    }),
    ...all('card number', CARD).filter(({ value }) => hasCheckDigit(value)),
    ...PHONES.flatMap((pattern) => all('phone number', pattern)),
    ...NAMES.flatMap((pattern) => all('name', pattern)).filter(({ value }) => !ANYBODY.test(value)),
  ]
  return [...new Map(found.map((one) => [one.value, one])).values()]
}

/** The longest beginning whose check digits are right (ISO 13616): words in capitals may follow. */
function ibanIn(value: string): string | undefined {
  for (let end = value.length; end >= 15; end -= 1) {
    const begun = value.slice(0, end)
    if (/[A-Z\d]$/.test(begun) && !/^[A-Z\d]/.test(value.slice(end)) && ibanRest(begun) === 1) return begun
  }
  return undefined
}

function ibanRest(value: string): number {
  const compact = value.replaceAll(' ', '')
  let rest = 0
  for (const character of compact.slice(4) + compact.slice(0, 4)) {
    const digits = Number.parseInt(character, 36)
    rest = (rest * (digits > 9 ? 100 : 10) + digits) % 97
  }
  return rest
}

/** Whether the last digit is that of Luhn (ISO/IEC 7812). */
function hasCheckDigit(value: string): boolean {
  const digits = value.replace(/\D/g, '')
  let sum = 0
  for (const [index, digit] of [...digits].reverse().entries()) {
    const own = Number(digit) * (index % 2 === 0 ? 1 : 2)
    sum += own > 9 ? own - 9 : own
  }
  return sum % 10 === 0
}

/** What stands for the n-th value of a kind. What an application may read is of a form that it can read, and nobody's. */
const PLACEHOLDERS: Readonly<Record<PersonalKind, (n: number) => string>> = {
  'e-mail address': (n) => `person${n}@example.com`,
  // Numbers that are kept for fiction; further ones have an extension.
  'phone number': (n) => (n < 100 ? `+1 202 555 01${String(n).padStart(2, '0')}` : `+1 202 555 0100 ext. ${n}`),
  'card number': (n) => {
    const begun = `4111 1111 ${String(n).padStart(4, '0')} 111`
    return `${begun}${[...'0123456789'].find((digit) => hasCheckDigit(begun + digit))}`
  },
  IBAN: (n) => {
    const rest = `TEST${String(n).padStart(14, '0')}`
    return `GB${String(98 - ibanRest(`GB00${rest}`)).padStart(2, '0')}${rest}`
  },
  key: (n) => `key-${n}`,
  name: (n) => `Person${n}`,
}

/** A value that stands in a conversation, where it stands, and what is written in its place. */
export interface Replaced extends Personal {
  readonly turns: readonly string[]
  readonly placeholder: string
}

/** Most values of one conversation: what looks for all of them at once must stay small. */
const MOST = 2000

/** Replaces what is personal in all texts of a conversation alike: one value has one placeholder wherever it stands. */
export class Placeholders {
  readonly #replaced = new Map<string, Replaced & { readonly turns: string[] }>()
  /** Values with what replaces them; of names each word, as who said it in full is then called by a part of it. */
  readonly #written = new Map<string, string>()
  readonly #counts = new Map<PersonalKind, number>()
  #search: RegExp | undefined

  /**
   * Looks for personal data in a text.
   *
   * @param turn where it stands, for people.
   * @param names that the file itself has of who speaks.
   * @throws HoldfastError for over 2,000 values.
   */
  find(turn: string, text: string, names: readonly string[] = []): void {
    for (const { kind, value } of [...personalIn(text), ...names.map((own): Personal => ({ kind: 'name', value: own }))]) {
      const words = kind === 'name' ? value.split(/\s+/).filter((word) => word !== '') : [value]
      const known = this.#replaced.get(value) ?? { kind, value, turns: [], placeholder: this.#placeholder(kind, words) }
      this.#replaced.set(value, known)
      if (known.turns.at(-1) !== turn) known.turns.push(turn)
      for (const word of words) if (!this.#written.has(word)) this.#written.set(word, known.placeholder)
    }
    this.#search = undefined
    if (this.#replaced.size > MOST)
      throw new HoldfastError(
        'DATA',
        `Failed to look for personal data: there are over ${MOST} pieces of it. Keep a part of the conversation alone.`,
      )
  }

  /** All that was found, in the order in which it was. */
  get all(): readonly Replaced[] {
    return [...this.#replaced.values()]
  }

  /** The text with a placeholder for each value that was found in any text. */
  replace(text: string): string {
    if (this.#written.size === 0) return text
    this.#search ??= this.#searchOf()
    return text.replace(this.#search, (value) => this.#written.get(value) ?? value).replace(/(Person\d+)(?: \1\b)+/g, '$1')
  }

  #searchOf(): RegExp {
    // An e-mail address may have a name within it.
    const longest = [...this.#written].sort(([one], [other]) => other.length - one.length)
    const sources = longest.map(([value, placeholder]) => {
      const source = value.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')
      return placeholder.startsWith('Person') ? `(?<![\\p{L}\\p{N}])${source}(?![\\p{L}\\p{N}])` : source
    })
    return new RegExp(sources.join('|'), 'gu')
  }

  #placeholder(kind: PersonalKind, words: readonly string[]): string {
    const known = words.map((word) => this.#written.get(word)).find((written) => written !== undefined)
    if (known !== undefined) return known
    const n = (this.#counts.get(kind) ?? 0) + 1
    this.#counts.set(kind, n)
    return PLACEHOLDERS[kind](n)
  }
}
