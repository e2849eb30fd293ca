import { comparableOf, type ItemRecord, incomparable } from '../../kit.ts'
import type { HistoryRun } from './historyRuns.ts'

/** Share of the items that two runs must have in common to be compared one with the other. */
const SAME_ITEMS = 0.9

/** Runs that can be compared with each other, with what the next ones differ in. */
export interface HistorySegment {
  readonly runs: readonly HistoryRun[]
  /** Why it cannot be compared with the runs before; undefined of the first. */
  readonly why: string | undefined
}

/** Parts the runs of a suite, in the order of time, where one cannot be compared with the first of those before it. */
export function historySegments(runs: readonly HistoryRun[], suite: string, roles: readonly string[] | undefined): HistorySegment[] {
  const segments: { runs: HistoryRun[]; why: string | undefined }[] = []
  let items = new Set<string>()
  for (const run of runs) {
    const own = itemsOf(run.records, suite)
    const last = segments.at(-1)
    const first = last?.runs[0]
    const why =
      first &&
      (incomparable(comparableOf(first.document, suite, roles), comparableOf(run.document, suite, roles)) ?? otherItems(items, own))
    if (last && why === undefined) {
      last.runs.push(run)
      continue
    }
    segments.push({ runs: [run], why })
    items = own
  }
  return segments
}

function itemsOf(records: readonly ItemRecord[], suite: string): Set<string> {
  return new Set(records.flatMap((record) => (record.suite === suite ? [record.item] : [])))
}

function otherItems(before: ReadonlySet<string>, now: ReadonlySet<string>): string | undefined {
  const shared = [...now].filter((item) => before.has(item)).length
  return shared < SAME_ITEMS * Math.max(before.size, now.size)
    ? `other items (${shared} of ${Math.max(before.size, now.size)} are in both)`
    : undefined
}
