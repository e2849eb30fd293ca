import { z } from 'zod'
import { shortened, singleLine } from '../base/text/singleLine.ts'

/** A part of an item that a smaller case can leave out or cut. */
export const casePart = z.object({
  /** Unique within the item, for instance `turn-2` or `context`. */
  name: z.string(),
  kind: z.enum(['turn', 'distractor', 'demand', 'context', 'feedback', 'list', 'criterion', 'round']),
  /** What it is, for people: the beginning of its text, without line breaks. */
  title: z.string(),
  /** How much there is of it, in `unit`; 1 for what is only kept or left out. */
  size: z.number(),
  /** The least that may be left of it. Default 0: it can be left out. */
  least: z.number().optional(),
  /** What its size counts. Default: the part as one whole. */
  unit: z.enum(['tokens', 'sentences', 'entries', 'rounds']).optional(),
})

/** A part of an item that a smaller case can leave out or cut. */
export type CasePart = Readonly<z.output<typeof casePart>>

/** What a part of a case is to its item. */
export type CasePartKind = CasePart['kind']

/** How much of each part a case keeps; parts that are not named are kept whole. */
export type CaseSizes = Readonly<Record<string, number>>

/** How much of a part a case keeps: a whole number from 0 to `whole`, all of it where the sizes do not name the part. */
export function sizeIn(sizes: CaseSizes, name: string, whole: number): number {
  const size = Object.hasOwn(sizes, name) ? (sizes[name] ?? whole) : whole
  return Math.max(0, Math.min(whole, Math.floor(size)))
}

/** Whether a case keeps a part that is only kept or left out. */
export function isKept(sizes: CaseSizes, name: string): boolean {
  return sizeIn(sizes, name, 1) === 1
}

/** Things that can be left out one by one, as parts called `name-1`, `name-2` …, each with the beginning of its text. */
export function wholeParts<Thing>(name: string, kind: CasePartKind, list: readonly Thing[], textOf: (thing: Thing) => string): CasePart[] {
  return list.map((thing, index) => ({ name: `${name}-${index + 1}`, kind, title: partTitle(textOf(thing)), size: 1 }))
}

/** Those of a list of {@link wholeParts} that a case keeps. */
export function keptOf<Thing>(list: readonly Thing[], name: string, sizes: CaseSizes): Thing[] {
  return list.filter((_, index) => isKept(sizes, `${name}-${index + 1}`))
}

/** Characters of a part that its title shows. */
const SHOWN = 80

/** A text as the title of a case's part: its beginning, on one line. */
export function partTitle(text: string): string {
  return shortened(singleLine(text.trim()), SHOWN)
}
