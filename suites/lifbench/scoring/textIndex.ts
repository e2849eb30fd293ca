const GRAM = 8
/** One bit a slot: 2^23 slots keep a 128k context (0.6 M grams) below 8 % full. */
const SLOTS = 1 << 23
/** Short strings whose presence is remembered. */
const SHORT_NEEDLES = 10_000
/** Rolling hash: each gram's costs one step from the last one's. */
const BASE = 0x01000193
/** BASE to the power of GRAM, modulo 2^32: the weight of the character that leaves. */
const LEAVING = Array.from({ length: GRAM }).reduce<number>((power) => Math.imul(power, BASE), 1)

/** A long text in which many short strings are looked up. */
export type TextIndex = ReturnType<typeof indexText>

/**
 * Indexes a text so that a string it does not contain is mostly refused without walking it: every 8 characters of the
 * string must hash to a slot some 8 characters of the text hash to. An answer of a million invented ids then costs its
 * own length and not a million passes over 500 KB.
 *
 * @param known strings the text contains for sure (field values of its documents), found without looking.
 * @param mayContain refuses strings that cannot be in the text; made of the text itself by default.
 */
export function indexText(text: string, known: ReadonlySet<string> = new Set(), mayContain = gramFilter(text)) {
  const short = new Map<string, boolean>()
  return {
    text,
    /** Whether the text contains the string. */
    includes(needle: string) {
      if (known.has(needle)) return true
      if (needle.length >= GRAM) return mayContain(needle) && text.includes(needle)
      // "None" stands in most answers; looking for it again each time would be a pass over the whole text.
      const found = short.get(needle) ?? text.includes(needle)
      if (short.size < SHORT_NEEDLES) short.set(needle, found)
      return found
    },
  }
}

/** Whether `head.text + tail` contains the string, without joining the two. */
export function includesAcross(head: TextIndex, tail: string, needle: string): boolean {
  if (head.includes(needle)) return true
  const seam = needle.length > 1 ? head.text.slice(-(needle.length - 1)) : ''
  return (seam + tail).includes(needle)
}

/** Tells that a string of 8 characters or more is certainly not in a text; may say "perhaps" wrongly, never "no". Filled when first asked. */
export function gramFilter(text: string): (needle: string) => boolean {
  let slots: Uint8Array | undefined
  return (needle) => {
    slots ??= fillSlots(text)
    return everyGram(needle, slots)
  }
}

// The two loops below are one loop written twice: a callback per character would triple their time, and they are what
// the first item of a 128k context waits for.

function fillSlots(text: string): Uint8Array {
  const slots = new Uint8Array(SLOTS / 8)
  let hash = 0
  for (let at = 0; at < text.length; at += 1) {
    hash = (Math.imul(hash, BASE) + text.charCodeAt(at)) | 0
    if (at >= GRAM) hash = (hash - Math.imul(LEAVING, text.charCodeAt(at - GRAM))) | 0
    const slot = (hash ^ (hash >>> 15)) & (SLOTS - 1)
    if (at >= GRAM - 1) slots[slot >> 3] = (slots[slot >> 3] as number) | (1 << (slot & 7))
  }
  return slots
}

function everyGram(needle: string, slots: Uint8Array): boolean {
  let hash = 0
  for (let at = 0; at < needle.length; at += 1) {
    hash = (Math.imul(hash, BASE) + needle.charCodeAt(at)) | 0
    if (at >= GRAM) hash = (hash - Math.imul(LEAVING, needle.charCodeAt(at - GRAM))) | 0
    const slot = (hash ^ (hash >>> 15)) & (SLOTS - 1)
    if (at >= GRAM - 1 && ((slots[slot >> 3] as number) & (1 << (slot & 7))) === 0) return false
  }
  return true
}
