import { z } from 'zod'
import { parse } from '../../../core/base/data/parse.ts'
import { matches } from '../../rubric/rubric.ts'
import type { Dialogue } from '../dialogue.ts'

/** Something that a user knows, and says when asked for it. */
export type UserFact = Readonly<z.input<typeof fact>>

/** Who a simulated user is, what they want and what they know. */
export type UserProfile = Readonly<z.input<typeof profile>>

/** A profile as it was checked. */
export type ReadProfile = ReturnType<typeof readProfile>

/** A fact with its name and defaults. */
export type NamedFact = ReadProfile['facts'][number]

const words = z.string().trim().min(1, 'is empty')

const fact = z
  .strictObject({
    /** What the user says of it, for instance `The order number is 4711.` */
    text: words,
    /** What of the text, word for word, tells that it was said. Default: the whole text. */
    value: words.optional(),
    /** How a question for it reads. Without one nobody can tell whether it was said unasked. */
    asked: z.instanceof(RegExp).optional(),
  })
  // Nobody who says the text would be found to have said it.
  .refine(({ text, value = text }) => says(text, value), {
    path: ['value'],
    error: ({ input }) => {
      const { text, value } = input as Readonly<Record<'text' | 'value', string>>
      return `${JSON.stringify(value)} does not stand in the text ${JSON.stringify(text)}`
    },
  })

const profile = z.strictObject({
  /** What the user wants, told to the user: `You want your money back for a lamp that came broken.` */
  goal: words,
  /** First message. Default: the model that plays the user writes it. */
  opening: words.optional(),
  /** Who the user is and how they write. */
  persona: words.optional(),
  /** What the user knows, by name: `order number`. Said when asked for, and not before. */
  facts: z.record(words, z.union([words, fact])).optional(),
  /** Whether the user has got what they want. Default: the model that plays the user says so. */
  done: z.custom<(dialogue: Dialogue) => boolean>((value) => typeof value === 'function', 'expected a function of the dialogue').optional(),
  /** An answer that gives the user what they want, for the known-answer controls of the user. */
  solved: words.optional(),
  /** Answers in a row that bring the user no further, after which they give up. Default 3. */
  patience: z.number().int().min(1).optional(),
})

/** Checks a profile and fills in what it leaves out. Throws HoldfastError naming the field that does not fit. */
export function readProfile(given: UserProfile) {
  const { facts = {}, patience = 3, ...rest } = parse(profile, given, 'the profile of a simulated user')
  const named = Object.entries(facts).map(([name, fact]) => {
    const { text, value = text, asked } = typeof fact === 'string' ? { text: fact } : (fact as UserFact)
    return { name, text, value, asked }
  })
  return { ...rest, facts: named, patience }
}

/** Whether a text says something, whatever its case and spaces. */
export function says(text: string, value: string): boolean {
  const plain = (some: string) => some.toLowerCase().replaceAll(/\s+/g, ' ').trim()
  return plain(text).includes(plain(value))
}

/** Whether an answer asks for a fact; undefined where the profile does not tell how that reads. */
export function asksFor({ asked }: NamedFact, answer: string): boolean | undefined {
  return asked && matches(asked, answer)
}
