import { digitsOf, sliceNames } from '../../../kit.ts'
import type { BoardSuite } from '../board.ts'
import type { SeparatingItem } from '../separation.ts'
import type { PageRunLink } from './boardRuns.ts'
import type { BoardIndex, BoardIndexSuite } from './shared/boardIndex.ts'

/** Scores are kept to so many digits: pages stay small, and no eye tells more apart. */
const KEPT_DIGITS = 4

/** The items that separate the models, as the page's script reads them. Names of slices stand there once. */
export function packItems(suites: readonly BoardSuite[], runs: readonly PageRunLink[], keys: ReadonlyMap<string, string>): BoardIndex {
  const known = runs.filter(({ name }) => keys.has(name))
  const labels = new Map(suites.flatMap((suite) => suite.runs.map(({ name, label }) => [name, label] as const)))
  return {
    runs: known.map(({ name, page }) => ({ key: keys.get(name) ?? '', label: labels.get(name) ?? name, page })),
    suites: suites
      .filter(({ separation }) => separation.items.length > 0)
      .map((suite) =>
        packSuite(
          suite,
          suite.runs.map((run) => known.findIndex(({ name }) => name === run.name)),
        ),
      ),
  }
}

function packSuite({ suite, title, separation: { shared, alike, items } }: BoardSuite, runs: readonly number[]): BoardIndexSuite {
  const slices = new Map<string, number>()
  const placeOf = (name: string) => {
    const place = slices.get(name) ?? slices.size
    slices.set(name, place)
    return place
  }
  const rows = items.map(({ item, task, tags, discrimination, scores }: SeparatingItem) => ({
    id: item,
    slices: [...new Set(sliceNames({ task, tags }))].map(placeOf),
    r: discrimination === null ? null : rounded(discrimination),
    scores: scores.map(rounded),
  }))
  const digits = digitsOf(undefined, ...rows.map(({ scores }) => Math.max(...scores.map(Math.abs))))
  return { suite, title, runs, shared, alike, digits, slices: [...slices.keys()], rows }
}

function rounded(value: number): number {
  return Number(value.toFixed(KEPT_DIGITS))
}
