import fc, { type Arbitrary } from 'fast-check'
import { assertKnownOptions, type OptionNames, usageError } from '../../kit.ts'

/** Talk that has nothing to do with any application. The shortest comes first: examples are made smaller towards it. */
const DISTRACTORS: readonly string[] = [
  'Thanks.',
  'One moment, please.',
  'Name a fruit that is yellow.',
  'What is the opposite of north?',
  'How many legs does a spider have?',
  'Which ocean lies between Europe and North America?',
  'My neighbour’s cat slept on my keyboard this morning. Never mind.',
  'How many days does February have in a leap year?',
]

/** How {@link distractors} draws. */
export interface DistractorOptions {
  /** Fewest turns. Default 0. */
  readonly min?: number
  /** Most turns. Default 5. */
  readonly max?: number
  /** Turns to draw from, the plainest first, in place of the bundled ones. */
  readonly among?: readonly string[]
}

const OPTIONS: OptionNames<DistractorOptions> = { min: true, max: true, among: true }

/**
 * Turns about something else, none of them twice. Made smaller: fewer turns, then those that come first in the list.
 *
 * @throws HoldfastError for a range that the list cannot fill.
 */
export function distractors(options: DistractorOptions = {}): Arbitrary<string[]> {
  assertKnownOptions('draw distractors', options, OPTIONS)
  const { min = 0, among = DISTRACTORS, max = Math.min(5, new Set(among).size) } = options
  if (!Number.isInteger(min) || !Number.isInteger(max) || min < 0 || max < min || max > new Set(among).size) {
    throw usageError(
      `Failed to draw distractors: ${min} to ${max} of ${new Set(among).size} different turns. Give whole numbers, min at most max, and at least max turns.`,
    )
  }
  if (max === 0) return fc.constant([])
  return fc.uniqueArray(fc.constantFrom(...among), { minLength: min, maxLength: max, size: 'max' })
}

/**
 * One of several ways to say the same, the plainest first: examples are made smaller towards it.
 *
 * @throws HoldfastError for an empty list.
 */
export function wordings<const Text>(texts: readonly Text[]): Arbitrary<Text> {
  if (texts.length === 0) throw usageError('Failed to draw a wording: there is none. Give at least one.')
  return fc.constantFrom(...texts)
}

/**
 * The steps in any order. Made smaller: first steps are left out, where `min` lets them, then the order comes nearer to the given one.
 *
 * @param min fewest steps of an example, 0 to their number. Default: all of them.
 * @throws HoldfastError for no steps, or another `min`.
 */
export function ordersOf<const Step>(steps: readonly Step[], { min = steps.length }: { readonly min?: number } = {}): Arbitrary<Step[]> {
  if (steps.length === 0) throw usageError('Failed to draw an order: there are no steps. Give at least one.')
  if (!Number.isInteger(min) || min < 0 || min > steps.length)
    throw usageError(`Failed to draw an order: min ${min} of ${steps.length} steps. Give a whole number from 0 to ${steps.length}.`)
  const places = [...steps.keys()]
  // About four in ten of the examples hold all steps. Each step is left out by itself: fast-check tries one after the other.
  const leftOut = { nil: false, freq: steps.length + 1 } as const
  const kept = fc.tuple(...places.map(() => (min < steps.length ? fc.option(fc.constant(true), leftOut) : fc.constant(true))))
  // How many of the steps before it a step comes ahead of: all of them 0 is the given order, and fast-check makes numbers smaller.
  const ahead = fc.tuple(...places.map((place) => fc.nat(place)))
  return fc.tuple(kept, ahead).map(([chosen, moves]) => {
    const order: number[] = []
    for (const place of places) order.splice(place - (moves[place] ?? 0), 0, place)
    // Where fewer than `min` are drawn the first ones stay.
    const left = places.filter((place) => !chosen[place]).slice(min - steps.length)
    return order.filter((place) => !left.includes(place)).map((place) => steps[place] as Step)
  })
}

/** Somebody who talks to the application. */
export interface Persona {
  readonly name: string
  /** How this person says it. What is said stays the same. */
  says(text: string): string
}

const PERSONAS: readonly Persona[] = [
  { name: 'plain', says: (text) => text },
  { name: 'polite', says: (text) => `Good day. ${text} Thank you very much.` },
  // Marks within a word stay: `2.50` without its point is another number.
  { name: 'hurried', says: (text) => text.toLowerCase().replace(/[.,;!](?!\S)/g, '') },
  { name: 'annoyed', says: (text) => `I have asked for this before! ${text} Is that so hard?` },
  { name: 'talkative', says: (text) => `So, I was just telling my sister about this, and she said I should simply ask. ${text}` },
]

/**
 * Who talks: by default a plain, a polite, a hurried, an annoyed and a talkative person. Made smaller towards the first.
 *
 * @throws HoldfastError for an empty list.
 */
export function personas(among: readonly Persona[] = PERSONAS): Arbitrary<Persona> {
  if (among.length === 0) throw usageError('Failed to draw a persona: there is none. Give at least one.')
  return fc.constantFrom(...among)
}
