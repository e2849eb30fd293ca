import { random } from '../../../src/kit.ts'
import type { Edit } from '../demands.ts'
import type { Style } from '../drawFoci.ts'

const FEELINGS = [
  'I cannot stand it, I really cannot!',
  'This makes me so angry that I could throw the screen out of the window!',
  'Oh, how I had hoped for more, and how it hurts!',
] as const

const THEORY = [
  'What is said must answer for how it is said, or language is only noise.',
  'Form is a promise that a text makes to whoever reads it, and a promise is there to be kept.',
  'Every choice of expression is a choice between two views of the world.',
] as const

/** What is wanted, for somebody who works out what a user means, and for anybody. */
const WANTED: Readonly<Record<Edit['kind'], Readonly<Record<Style['clarity'], (edit: Edit) => string>>>> = {
  swap: {
    vague: ({ from, words }) =>
      `Each time I come upon “${from}” I stumble, and what I hear in its place is “${words}”. I trust you see what that means.`,
    clear: ({ from, words }) => `“${from}” must go, and “${words}” must stand there.`,
  },
  open: {
    vague: ({ words }) =>
      `One walks into it without as much as a door. People whom I like to listen to never set out without “${words.trim()}”.`,
    clear: ({ words }) => `The very first words must be “${words.trim()}”.`,
  },
  insert: {
    vague: ({ words }) => `There is a gap in it, and the gap has exactly the shape of “${words}”. Where it is does not matter to me.`,
    clear: ({ words }) => `Somewhere in it there must be “${words}”.`,
  },
  close: {
    vague: ({ words }) => `And then it simply breaks off! What I want in my ear when all has been said is “${words}”.`,
    clear: ({ words }) => `The very last words must be “${words}”.`,
  },
}

/**
 * A demand as the run's refuter would put it: vague or clear, abstract or concrete, with feeling or without. What it demands
 * can be worked out, so that whether an answer follows it is known.
 *
 * @param standing stated as a rule for later requests too.
 */
export function styledObjection(
  edit: Edit,
  { clarity, abstraction, emotion }: Style,
  standing: boolean,
  ...key: (string | number)[]
): string {
  const draw = random('styled-objection', ...key)
  const [feeling, theory] = [draw.pick(FEELINGS), draw.pick(THEORY)]
  return [
    ...(emotion === 'emotional' ? [feeling] : []),
    WANTED[edit.kind][clarity](edit),
    ...(abstraction === 'abstract' ? [theory] : []),
    ...(standing ? ['And that is so whenever I come to you with something of this kind, not only today.'] : []),
  ].join(' ')
}
