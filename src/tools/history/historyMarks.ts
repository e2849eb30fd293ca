import { measuredRole } from '../../kit.ts'
import type { HistoryRun } from './historyRuns.ts'

/** What is not as in the run before, though the two can be compared. */
export interface HistoryMark {
  /** `asked`: another model was named; `served`: the endpoint names another; `fingerprint`: another build of it; `version`: of Holdfast. */
  readonly kind: 'asked' | 'served' | 'fingerprint' | 'version'
  readonly from: string
  readonly to: string
}

/** What changed from a run to the next about who answered and who measured. */
export function historyMarks({ document: before }: HistoryRun, { document: now }: HistoryRun): HistoryMark[] {
  const [one, other] = [measuredRole(before.run), measuredRole(now.run)]
  const names = (list: readonly string[] = []) => [...list].sort().join(', ')
  const marks: HistoryMark[] = []
  if (one && other && one.model !== other.model) marks.push({ kind: 'asked', from: one.model, to: other.model })
  if (one?.served && other?.served && names(one.served) !== names(other.served))
    marks.push({ kind: 'served', from: names(one.served), to: names(other.served) })
  const [builds, later] = [one?.fingerprints ?? [], other?.fingerprints ?? []]
  // Several builds may answer side by side: another one is there where none of the old ones is.
  if (builds.length > 0 && later.length > 0 && !later.some((build) => builds.includes(build)))
    marks.push({ kind: 'fingerprint', from: names(builds), to: names(later) })
  if (before.run.version !== now.run.version) marks.push({ kind: 'version', from: before.run.version, to: now.run.version })
  return marks
}
