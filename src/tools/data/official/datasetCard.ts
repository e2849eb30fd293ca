import {
  BLIND_LEVELS,
  type BlindSolving,
  blindLevel,
  type DescribedBlind,
  type DescribedLabel,
  type DescribedTexts,
  present,
  sum,
  tokenizer,
  usageError,
} from '../../../kit.ts'
import type { OfficialSuite } from './officialSuites.ts'

/** What a dataset holds. */
export type DatasetCard = Awaited<ReturnType<typeof datasetCard>>

/**
 * Makes the card of a suite's dataset from the suite's own description.
 *
 * @param data `bundled`, or the absolute path of a folder of official data.
 * @throws HoldfastError for a suite that does not describe its data, and for data that is not there or does not fit.
 */
export async function datasetCard(official: Pick<OfficialSuite, 'suite' | 'card'>, data: string) {
  const description = await official.card?.(data)
  if (!description) {
    throw usageError(`Failed to describe ${official.suite}: no card is made for it. Name another suite.`)
  }
  const { source, version, sha256, tasks, labels, lengths, blind, notes = [] } = description
  return {
    suite: official.suite,
    /** Where the items come from, in the words of the suite. */
    source,
    /** Version of the bundled data, where items are bundled. */
    ...(version !== undefined && { version }),
    /** Hash of the items. */
    sha256,
    items: tasks.length,
    tasks: countValues(tasks, 'appearance'),
    labels: labels
      .map(({ label, of, order = 'frequency' }) => ({ label, counts: countValues(of, order) }))
      .filter(({ counts }) => Object.keys(counts).length > 0),
    /** Lengths in tokens of o200k_base. */
    lengths: lengths.map(lengthsOf),
    /** How often language models solved the items blind, by level and group. Empty where no item was tried. */
    blind: blind ? blindTable(blind) : [],
    notes,
  }
}

const { count } = tokenizer('o200k_base')

function lengthsOf({ texts, of }: DescribedTexts) {
  const own = of.filter((text) => text !== undefined)
  // The same text often occurs more than once, and counting the tokens of a long one takes a while.
  const known = new Map([...new Set(own)].map((text) => [text, count(text)]))
  const lengths = own.map((text) => known.get(text) as number)
  return sumUpLengths(texts, lengths)
}

/** Counts how often each value occurs, in the order asked for. Values as frequent as each other stand in the order of appearance. */
export function countValues(values: DescribedLabel['of'], order: NonNullable<DescribedLabel['order']>): Record<string, number> {
  const counts = new Map<string, number>()
  for (const value of values) {
    if (value !== undefined) counts.set(String(value), (counts.get(String(value)) ?? 0) + 1)
  }
  const entries = [...counts]
  if (order === 'frequency') entries.sort(([, one], [, other]) => other - one)
  if (order === 'sorted') entries.sort(([one], [other]) => (one < other ? -1 : 1))
  return Object.fromEntries(entries)
}

/** Sums up lengths. Median and 90th percentile are lengths that occur (nearest rank). */
export function sumUpLengths(texts: string, lengths: readonly number[]) {
  const sorted = [...lengths].sort((one, other) => one - other)
  const rank = (share: number) => sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0
  return {
    /** Name of the kind. */
    texts,
    count: sorted.length,
    least: sorted[0] ?? 0,
    median: rank(0.5),
    p90: rank(0.9),
    most: sorted.at(-1) ?? 0,
    total: sum(sorted),
  }
}

/** Who solved items blind, in words that stand beside every rate. */
export const BLIND_SOLVERS = 'a language model, asked to answer at once / with working; no human figure'

/** How often the items of a group were solved blind. */
export type BlindRow = ReturnType<typeof rowOf>

/** The rates of blind solving by level, by each grouping of the suite, and over all items; empty where no item was tried. */
export function blindTable({ of, slices }: DescribedBlind): BlindRow[] {
  if (of.every((blind) => blind === undefined)) return []
  const levels = of.map(blindLevel)
  const rowsOf = (groups: readonly (string | undefined)[], names: readonly string[] = present([...new Set(groups)])) =>
    names.map((name) =>
      rowOf(
        name,
        of.filter((_, index) => groups[index] === name),
      ),
    )
  const known = BLIND_LEVELS.filter((level) => levels.includes(level))
  return [...rowsOf(levels, known), ...slices.flatMap((groups) => rowsOf(groups)), rowOf('all', of)]
}

function rowOf(group: string, of: DescribedBlind['of']) {
  const tried = of.filter((blind) => blind !== undefined)
  const total = (kind: keyof BlindSolving) => ({
    right: sum(tried.map((blind) => blind[kind].right)),
    tries: sum(tried.map((blind) => blind[kind].tries)),
  })
  // The group is for instance `hard`, a subset, or `all`; tried are items that a model tried.
  return { group, items: of.length, tried: tried.length, atOnce: total('atOnce'), worked: total('worked') }
}
