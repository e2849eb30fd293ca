import { secretStrength } from './secretStrength.ts'

/** Length of the parts that are looked for before the patterns. */
const PART_LENGTH = 8
/** What a secret without digits, or a short one, must not stand between: it would be a part of a longer word. */
const WORD = '\\w\\u00c0-\\u024f'
/** What ends in a letter or a digit and is none of a word: escapes of JSON and of URLs, colours of a terminal. */
const ESCAPE = '\\\\[abfnrtv0]|\\\\u[\\da-fA-F]{4}|\\\\x[\\da-fA-F]{2}|%[\\da-fA-F]{2}|\\u001b\\[[\\d;]*m'
/** Bytes of a secret that its base64 is known by: what follows is of one piece with it. */
const KNOWN_BYTES = 48

const ENTITIES: Readonly<Record<string, string>> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": 'apos' }

/** A way in which a secret is written. */
export interface SecretForm {
  /** Source of a pattern. */
  readonly source: string
  /** A part that stands in every text that the pattern matches; undefined where none is long enough to look for. */
  readonly part: string | undefined
}

/**
 * The forms in which a secret is looked for: as it is, JSON, URLs and HTML write it, with any character escaped, and in base64 at any
 * place. None for a weak value.
 */
export function secretForms(secret: string): SecretForm[] {
  const strength = secretStrength(secret)
  if (strength === 'none' || strength === 'weak') return []
  // Keys in base64 are written without their last signs too.
  const text = strength === 'strong' ? secret.replace(/=+$/, '') : secret
  const literal = [...text].map(anyWriting).join('')
  const source = strength === 'strong' ? `${literal}(?:=|%3[dD]){0,2}` : asWord(text, literal)
  return [{ source, part: plainPart(text) }, ...inBase64(text)]
}

/** Characters that are written as they are everywhere, {@link PART_LENGTH} of them: those that are least like a word's. */
function plainPart(text: string): string | undefined {
  const starts = Array.from({ length: Math.max(0, text.length - PART_LENGTH + 1) }, (_, start) => text.slice(start, start + PART_LENGTH))
  const likeness = (part: string) => part.replace(/[^a-z_]/g, '').length
  return starts.filter((part) => !/\W/.test(part)).sort((one, other) => likeness(one) - likeness(other))[0]
}

/** The pattern where it is no part of a longer word. Looked back from behind, it is tried only where the rest is found. */
function asWord(secret: string, literal: string): string {
  const word = new RegExp(`[${WORD}]`)
  const before = word.test(secret.charAt(0)) ? `(?<=(?:^|[^${WORD}]|${ESCAPE})${literal})` : ''
  const after = word.test(secret.slice(-1)) ? `(?![${WORD}])` : ''
  return literal + before + after
}

/** A character in any of its writings. */
function anyWriting(character: string): string {
  if (/[\w~]/.test(character)) return character
  const hex = (code: number, digits: number) =>
    code
      .toString(16)
      .padStart(digits, '0')
      .replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`)
  const code = character.codePointAt(0) ?? 0
  const units = Array.from({ length: character.length }, (_, at) => `\\\\{1,4}u${hex(character.charCodeAt(at), 4)}`).join('')
  const bytes = [...Buffer.from(character)].map((byte) => `%(?:25)?${hex(byte, 2)}`).join('')
  const entity = ENTITIES[character]
  const writings = [
    `\\\\{0,4}${character.replace(/[\\^$.*+?()[\]{}|/-]/, '\\$&')}`,
    units,
    bytes,
    `&#(?:${code}|x${hex(code, 2)});`,
    ...(entity === undefined ? [] : [`&${entity};`]),
    ...(character === ' ' ? ['\\+'] : []),
    ...(character === '\n' ? ['\\r?\\n', '(?:\\\\{1,4}r)?\\\\{1,4}n', '(?:%0[dD])?%0[aA]', '\\s+'] : []),
  ]
  return `(?:${writings.join('|')})`
}

/** A secret's base64 after none, one and two other bytes, without the characters that hold bits of its neighbours. */
function inBase64(secret: string): SecretForm[] {
  const bytes = Buffer.from(secret).subarray(0, KNOWN_BYTES)
  return [0, 2, 3].map((shared, before) => {
    const encoded = Buffer.concat([Buffer.alloc(before), bytes])
      .toString('base64')
      .replace(/=+$/, '')
    const whole = (before + bytes.length) % 3 === 0 ? encoded : encoded.slice(0, -1)
    const known = whole.slice(shared)
    // The alphabet of URLs has other characters in two places, one of them a word's.
    const letters = known.replace(/[+/]/g, (character) => (character === '+' ? '(?:[+-]|%2[bB])' : '(?:\\\\{0,4}\\/|_|%2[fF])'))
    return { source: `${letters}[\\w+/-]*={0,2}`, part: plainPart(known) }
  })
}
