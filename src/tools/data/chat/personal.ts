import { dataError, groupBy, tokensIn } from '../../../kit.ts'

/** Kinds of personal data that are looked for, in the words of people. */
type PersonalKind = 'e-mail address' | 'phone number' | 'card number' | 'IBAN' | 'key' | 'name'

/** A value of somebody in a text. */
export interface Personal {
  readonly kind: PersonalKind
  readonly value: string
}

// No pattern begins within what it has passed over, and each repetition is bounded, so that all are linear in the length of a text.
const EMAIL = /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]{1,64}@(?:[\p{L}\p{N}-]{1,63}\.){1,8}\p{L}{2,24}/gu
/** What stands for an address that was replaced before. No other is spared, not even where nobody has its domain: it may have a name. */
const REPLACED_EMAIL = /^person\d+@example\.com$/i
const IBAN = /(?<![\p{L}\p{N}])[a-z]{2}\d{2}(?:[ -]?[a-z\d]){11,30}/giu
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

// No part of a longer word: a name that was replaced before has a number.
const WORD = "\\p{Lu}[\\p{L}'’-]{1,40}(?![\\p{L}\\p{N}])"
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
/** What begins no name: who is greeted without one, who speaks by role, and words that stand in capitals in titles. */
const ANYBODY =
  /^(?:(?:customer|client|user|guest|agent|assistant|human|bot|team|support)s?|sir|madam|there|all|everyone|world|zusammen|the|an?|my|your|our|this|that|not|very|just|still|also|now|here|from|using|having|looking|trying|getting|writing|calling|working)(?![\p{L}\p{N}])/iu
/** Names that are words too. Alone they are taken for the word, unless nothing else was said of the name. */
const WORDS =
  /^(?:will|may|mark|bill|grace|hope|faith|joy|rose|art|rich|frank|grant|drew|sue|pat|rob|ray|guy|jack|dean|chase|page|price|king|bank|banks|day|best|good|case|cook|long|short|young|old|brown|green|white|black|gray|grey|small|little|rice|wood|woods|stone|hill|field|fields|lake|love|moon|power|sharp|strong|wise|april|june|august|summer|sunny|angel|star|major|baker|miles|and|are|can|the|you|for|not|but|van|von|der|del|des|las|los)$/iu
/** Longest name of a `name` field. A longer text there is none. */
const LONGEST_NAME = 64

/**
 * The personal data of a text that can be told by their form: addresses of mail, phone and card numbers (with a right check digit), IBANs
 * (the same), keys of known providers, and names as people introduce, greet and sign.
 */
export function personalIn(text: string): readonly Personal[] {
  const all = (kind: PersonalKind, pattern: RegExp) => (text.match(pattern) ?? []).map((value): Personal => ({ kind, value }))
  const found = [
    ...tokensIn(text).map((value): Personal => ({ kind: 'key', value })),
    ...all('e-mail address', EMAIL).filter(({ value }) => !REPLACED_EMAIL.test(value)),
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

/** The longest beginning whose check digits are right (ISO 13616): words may follow. Most of it is digits, so that words alone are none. */
function ibanIn(value: string): string | undefined {
  for (let end = value.length; end >= 15; end -= 1) {
    const begun = value.slice(0, end)
    const isWhole = /[a-z\d]$/i.test(begun) && !/^[a-z\d]/i.test(value.slice(end)) && begun.replace(/\D/g, '').length >= 10
    if (isWhole && ibanRest(begun) === 1) return begun
  }
  return undefined
}

function ibanRest(value: string): number {
  const compact = value.replace(/[ -]/g, '')
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

/** Replaces what is personal in all texts of a conversation alike: one value has one placeholder wherever it stands, in capitals or not. */
export class Placeholders {
  readonly #replaced = new Map<string, Replaced & { readonly turns: string[] }>()
  /** Values with what replaces them; of names in texts each word, as who said it in full is then called by a part of it. */
  readonly #written = new Map<string, { readonly kind: PersonalKind; readonly value: string; readonly placeholder: string }>()
  readonly #counts = new Map<PersonalKind, number>()
  #search: RegExp | undefined

  /**
   * Looks for personal data in a text.
   *
   * @param turn where it stands, for people.
   * @param names that the file itself has of who speaks. Each is one name as a whole.
   * @throws HoldfastError for over 2,000 values.
   */
  find(turn: string, text: string, names: readonly string[] = []): void {
    for (const { kind, value } of personalIn(text)) this.#add(turn, kind, value, kind === 'name' ? partsOf(value) : [])
    for (const name of names) if (isName(name)) this.#add(turn, 'name', name.trim(), [])
    this.#search = undefined
    if (this.#replaced.size > MOST)
      throw dataError(`Failed to look for personal data: there are over ${MOST} pieces of it. Keep a part of the conversation alone.`)
  }

  /** All that was found, in the order in which it was. */
  get all(): readonly Replaced[] {
    return [...this.#replaced.values()]
  }

  /** The text with a placeholder for each value that was found in any text. */
  replace(text: string): string {
    if (this.#written.size === 0) return text
    this.#search ??= this.#searchOf()
    return text
      .replace(this.#search, (found) => {
        const own = this.#written.get(folded(found))
        // Who is called Will is not meant by "will".
        return own === undefined || (WORDS.test(found) && found !== own.value) ? found : own.placeholder
      })
      .replace(/(Person\d+)(?: \1\b)+/g, '$1')
  }

  #add(turn: string, kind: PersonalKind, value: string, parts: readonly string[]): void {
    const own = folded(value)
    const known = this.#replaced.get(own) ?? { kind, value, turns: [], placeholder: this.#placeholder(kind, [value, ...parts]) }
    this.#replaced.set(own, known)
    if (known.turns.at(-1) !== turn) known.turns.push(turn)
    for (const one of [value, ...parts])
      if (!this.#written.has(folded(one))) this.#written.set(folded(one), { kind, value: one, placeholder: known.placeholder })
  }

  #searchOf(): RegExp {
    const of = (isOf: (kind: PersonalKind) => boolean, more?: string) => {
      const values = [...this.#written.values()].filter(({ kind }) => isOf(kind)).map(({ value }) => [...value])
      if (values.length === 0) return []
      return [more === undefined ? anyOf(values, '') : `(?<!${more})${anyOf(values, `(?!${more})`)}`]
    }
    // A name or a number is no part of a longer word or number. An e-mail address may have a name within it.
    const sources = [
      ...of((kind) => kind === 'key'),
      ...of((kind) => kind === 'name' || kind === 'e-mail address', '[\\p{L}\\p{N}]'),
      ...of((kind) => kind.endsWith('number') || kind === 'IBAN', '\\d'),
    ]
    return new RegExp(sources.join('|'), 'giu')
  }

  #placeholder(kind: PersonalKind, values: readonly string[]): string {
    const known = values.map((value) => this.#written.get(folded(value))?.placeholder).find((written) => written !== undefined)
    if (known !== undefined) return known
    const n = (this.#counts.get(kind) ?? 0) + 1
    this.#counts.set(kind, n)
    return PLACEHOLDERS[kind](n)
  }
}

/** A pattern of any of some texts, the longest first. What they begin with alike is read once: there may be thousands. */
function anyOf(texts: readonly (readonly string[])[], after: string, from = 0): string {
  const [first = []] = texts
  let end = from
  while (end < first.length && texts.every((text) => folded(text[end] ?? '') === folded(first[end] ?? ''))) end += 1
  const begun = first
    .slice(from, end)
    .map((character) => character.replace(/[\\^$.*+?()[\]{}|/]/, '\\$&'))
    .join('')
  if (texts.length === 1) return begun + after
  const ways = [...groupBy(texts, (text) => folded(text[end] ?? ''))].sort(([one], [other]) => Number(one === '') - Number(other === ''))
  return `${begun}(?:${ways.map(([next, own]) => (next === '' ? after : anyOf(own, after, end))).join('|')})`
}

/** The words of a name that tell of nobody else: capitalised, of three letters or more, and no common words. */
function partsOf(name: string): string[] {
  return name.split(' ').filter((word) => /^\p{Lu}(?:.*\p{L}){2}/u.test(word) && !WORDS.test(word) && !ANYBODY.test(word))
}

/** Whether a `name` field has a name that can be told from other words. */
function isName(name: string): boolean {
  const isWord = WORDS.test(name) && !/^\p{Lu}/u.test(name)
  return name.length <= LONGEST_NAME && /\p{L}{2}/u.test(name) && !ANYBODY.test(name) && !isWord
}

/** A text as a pattern without regard to case has it. */
function folded(text: string): string {
  return text.toLowerCase().toUpperCase()
}
