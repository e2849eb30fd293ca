import { type BlindSolving, blindLevel, type DescribedBlind } from '../../../kit.ts'

/** Who solved items blind, in words that stand beside every rate. */
export const BLIND_SOLVERS = 'a language model, asked to answer at once / with working; no human figure'

/** How often the items of a group were solved blind. */
export interface BlindRow {
  /** For instance `hard`, a subset, or `all`. */
  readonly group: string
  readonly items: number
  /** Items that a model tried. */
  readonly tried: number
  readonly atOnce: BlindSolving['atOnce']
  readonly worked: BlindSolving['worked']
}

/** The rates of blind solving by level, by each grouping of the suite, and over all items; empty where no item was tried. */
export function blindTable({ of, slices }: DescribedBlind): BlindRow[] {
  if (of.every((blind) => blind === undefined)) return []
  const levels = of.map(blindLevel)
  const rows = [levels, ...slices].flatMap((groups, grouping) => {
    const names = [...new Set(groups.filter((group) => group !== undefined))]
    return (grouping === 0 ? names.sort() : names).map((name) =>
      rowOf(
        name,
        of.filter((_, index) => groups[index] === name),
      ),
    )
  })
  return [...rows, rowOf('all', of)]
}

function rowOf(group: string, of: DescribedBlind['of']): BlindRow {
  const tried = of.filter((blind) => blind !== undefined)
  const sum = (kind: keyof BlindSolving) => ({
    right: tried.reduce((all, blind) => all + blind[kind].right, 0),
    tries: tried.reduce((all, blind) => all + blind[kind].tries, 0),
  })
  return { group, items: of.length, tried: tried.length, atOnce: sum('atOnce'), worked: sum('worked') }
}
