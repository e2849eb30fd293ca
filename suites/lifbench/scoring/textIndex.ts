const GRAM = 8
/** One bit a slot: 2^23 slots keep a 128k context (0.6 M grams) below 8 % full. */
const SLOTS = 1 << 23
/** Short strings whose presence is remembered. */
const SHORT_NEEDLES = 10_000

/** A long text in which many short strings are looked up. */
export interface TextIndex {
  readonly text: string
  /** Whether the text contains the string. */
  includes(needle: string): boolean
}

/**
 * Indexes a text so that a string it does not contain is mostly refused without walking it: every 8 characters of the
 * string must hash to a slot some 8 characters of the text hash to. An answer of a million invented ids then costs its
 * own length and not a million passes over 500 KB.
 *
 * @param known strings the text contains for sure (field values of its documents), found without looking.
 */
export function indexText(text: string, known: ReadonlySet<string> = new Set()): TextIndex {
  let slots: Uint8Array | undefined
  const short = new Map<string, boolean>()
  return {
    text,
    includes(needle) {
      if (known.has(needle)) return true
      if (needle.length < GRAM) {
        // "None" stands in most answers; looking for it again each time would be a pass over the whole text.
        const found = short.get(needle) ?? text.includes(needle)
        if (short.size < SHORT_NEEDLES) short.set(needle, found)
        return found
      }
      slots ??= fillSlots(text)
      return everyGram(needle, slots) && text.includes(needle)
    },
  }
}

/** Whether `head.text + tail` contains the string, without joining the two. */
export function includesAcross(head: TextIndex, tail: string, needle: string): boolean {
  if (head.includes(needle)) return true
  const seam = needle.length > 1 ? head.text.slice(-(needle.length - 1)) : ''
  return (seam + tail).includes(needle)
}

function slotAt(text: string, at: number): number {
  let hash = 0
  for (let offset = 0; offset < GRAM; offset += 1) hash = Math.imul(hash, 0x01000193) ^ text.charCodeAt(at + offset)
  return (hash ^ (hash >>> 15)) & (SLOTS - 1)
}

function fillSlots(text: string): Uint8Array {
  const slots = new Uint8Array(SLOTS / 8)
  for (let at = 0; at + GRAM <= text.length; at += 1) {
    const slot = slotAt(text, at)
    slots[slot >> 3] = (slots[slot >> 3] as number) | (1 << (slot & 7))
  }
  return slots
}

function everyGram(needle: string, slots: Uint8Array): boolean {
  for (let at = 0; at + GRAM <= needle.length; at += 1) {
    const slot = slotAt(needle, at)
    if (((slots[slot >> 3] as number) & (1 << (slot & 7))) === 0) return false
  }
  return true
}
