import { isIncomplete, measuredRole, type ScoresDocument } from '../../core/format/scoresDocument.ts'
import { newestRuns } from '../estimate.ts'
import { unlike } from './baseline.ts'
import { isOfBaseline } from './compareWithBaseline.ts'

/** Newest runs that are looked at. */
const LOOKED_AT = 200

/** How many runs in a folder the baseline could have been chosen from: complete ones of its candidate, made alike, itself or the one that it repeats among them. */
export function runsToChooseFrom(folder: string, own: ScoresDocument): number {
  const others = [...newestRuns(folder, LOOKED_AT)].filter(
    ({ document }) =>
      !isIncomplete(document) && !isReplayed(document) && document.run.shard === undefined && unlike(own, document) === undefined,
  )
  return Math.max(1, new Set([...(isReplayed(own) ? [] : [own.run.id]), ...others.map(({ document }) => document.run.id)]).size)
}

/** Whether all its answers were there before: it has the figures of the run that they are of, and is no other chance. */
export function isReplayed({ usage: { candidate, judge } = {} }: Partial<Pick<ScoresDocument, 'usage'>>): boolean {
  const { calls = 0, cached } = candidate ?? judge ?? {}
  return calls > 0 && cached === calls
}

/** How many runs in a folder gates on suites of this run held against the baseline before it, of the same candidate. */
export function earlierGated(
  folder: string,
  name: string,
  baseline: ScoresDocument,
  run: Pick<ScoresDocument['run'], 'id' | 'startedAt' | 'roles' | 'data'>,
): number {
  const earlier = [...newestRuns(folder, LOOKED_AT)].filter(
    ({ document, document: { run: other, baseline: changes, gates } }) =>
      other.id !== run.id &&
      !isReplayed(document) &&
      other.startedAt < run.startedAt &&
      measuredRole(other)?.model === measuredRole(run)?.model &&
      isOfBaseline(changes, name, baseline) &&
      gates.some(
        ({ kind, verdict, suite }) => kind === 'maxDrop' && verdict !== 'pending' && suite !== undefined && Object.hasOwn(run.data, suite),
      ),
  )
  return new Set(earlier.map(({ document }) => document.run.id)).size
}
