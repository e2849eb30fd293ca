import { dataError, tokensIn } from '../../../kit.ts'

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
  // Numbers that are kept for fiction.
  'phone number': (n) => `+1 202 555 01${String(n % 100).padStart(2, '0')}`,
  // Those that networks and ISO 13616 publish as examples.
  'card number': () => '4111 1111 1111 1111',
  IBAN: () => 'GB33BUKB20201555555555',
  key: (n) => `key-${n}`,
  name: (n) => `Person${n}`,
}

/** A value that stands in a conversation, where it stands, and what is written in its place. */
export interface Replaced extends Personal {
  readonly turns: string[]
  readonly placeholder: string
}

/** Most values of one conversation: all of them are looked for at once. */
const MOST = 500

/** A text of a conversation, where it stands, and the names that the file itself has of who speaks. */
type Said = { readonly turn: string; readonly text: string; readonly names?: readonly string[] }

/**
 * The personal data of a conversation: one value has one placeholder wherever it stands, and names with a word in common have the same.
 *
 * @throws HoldfastError for over 500 values.
 */
export function replacementsIn(texts: readonly Said[]): readonly Replaced[] {
  const found = new Map<string, Replaced>()
  const counts = new Map<PersonalKind, number>()
  const placeholderOf = ({ kind, value }: Personal) => {
    const known = [...found.values()].find((one) => kind === 'name' && wordsOf(one).some((word) => value.split(' ').includes(word)))
    if (known) return known.placeholder
    counts.set(kind, (counts.get(kind) ?? 0) + 1)
    return PLACEHOLDERS[kind](counts.get(kind) ?? 1)
  }
  for (const { turn, text, names = [] } of texts) {
    const named = names.filter(isName).map((value): Personal => ({ kind: 'name', value: value.trim() }))
    for (const one of [...personalIn(text), ...named]) {
      const known = found.get(one.value) ?? { ...one, turns: [], placeholder: placeholderOf(one) }
      found.set(one.value, known)
      if (known.turns.at(-1) !== turn) known.turns.push(turn)
    }
  }
  if (found.size > MOST)
    throw dataError(`Failed to look for personal data: there are over ${MOST} pieces of it. Keep a part of the conversation alone.`)
  return [...found.values()]
}

/** A text with the placeholders of what was found in any text of its conversation; of a name also for each of its words. */
export function withoutPersonal(text: string, found: readonly Replaced[]): string {
  const written = new Map(found.flatMap((one) => [one.value, ...wordsOf(one)].map((value) => [value, one.placeholder] as const)))
  if (written.size === 0) return text
  const longestFirst = [...written.keys()].sort((one, other) => other.length - one.length)
  const any = longestFirst.map((value) => value.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')).join('|')
  // None is a part of a longer word or number.
  return text.replace(new RegExp(`(?<![\\p{L}\\p{N}])(?:${any})(?![\\p{L}\\p{N}])`, 'gu'), (value) => written.get(value) ?? value)
}

/** The words of a name of three letters or more: who said it in full is then called by a part of it. */
function wordsOf({ kind, value }: Personal): string[] {
  return kind === 'name' ? value.split(' ').filter((word) => word.length > 2) : []
}

/** Whether a `name` field has a name that can be told from other words. */
function isName(name: string): boolean {
  return name.length <= LONGEST_NAME && /^\p{Lu}.*\p{L}/u.test(name) && !ANYBODY.test(name)
}
