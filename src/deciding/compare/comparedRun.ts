import { existsSync, realpathSync } from 'node:fs'
import { orUndefined, usageError } from '../../core/base/errors.ts'
import { modelText } from '../../core/format/modelText.ts'
import type { ItemRecord } from '../../core/format/records.ts'
import { findRun, readItemRecords, readScores } from '../../core/format/runFolder.ts'
import { markOf, measuredRole, originText, type ScoresDocument } from '../../core/format/scoresDocument.ts'
import type { JudgeStanding } from '../../judging/certificate/certificate.ts'
import { baselineFiles, comparableOf, incomparable, keptRun } from '../baseline/baseline.ts'

/** A run or baseline that takes part in a comparison. */
export interface ComparedRun {
  readonly name: string
  readonly document: ScoresDocument | undefined
  readonly records: readonly ItemRecord[]
  /** How it stands with its judge; undefined where none judged, and where nobody asked. */
  readonly standing?: JudgeStanding | undefined
  /** The file of the records; undefined of a log of another program. */
  readonly file?: string
}

/** Opens a run folder, a run by name, `latest`, a baseline by name, or an items.jsonl. Throws HoldfastError where there is none, and for a run without records. */
export function openComparedRun(name: string, root: string): ComparedRun {
  const baseline = baselineFiles(root, name)
  const opened = (file: string, document: ScoresDocument | undefined) => ({ name, document, records: readItemRecords(file), file })
  if (existsSync(baseline.items)) return opened(baseline.items, readScores(baseline.scores))
  if (name.endsWith('.jsonl') && existsSync(name)) return opened(name, undefined)
  const run = findRun(name, root)
  return { name, ...keptRun(run), file: run.items }
}

/**
 * Throws HoldfastError where two names lead to one run: beside itself it looks as if two runs said the same.
 * @param doing what fails then, for instance `filter`.
 */
export function assertOtherRuns(
  runs: readonly (Pick<ComparedRun, 'name' | 'file'> & Partial<Pick<ComparedRun, 'document'>>)[],
  doing: string,
): void {
  const seen = new Map<string, string>()
  for (const { name, document, file } of runs) {
    // Ids are drawn, so that two runs of a year may have one.
    const id = document && `${document.run.id} ${document.run.startedAt}`
    const own = [id, file && orUndefined(() => realpathSync(file))].filter((key) => key !== undefined)
    const before = own.map((key) => seen.get(key)).find((other) => other !== undefined)
    if (before !== undefined) throw usageError(`Failed to ${doing}: ${before} and ${name} are one run. Name each run once.`)
    for (const key of own) seen.set(key, name)
  }
}

/** The model that was measured, with a mark where simulated or of another program's run: the candidate, or the judge where there is none. */
export function modelOf({ document }: ComparedRun): string {
  const measured = document && measuredRole(document.run)
  return measured === undefined
    ? ''
    : `${modelText(measured)}${measured.simulated ? ', simulated' : ''}${document ? originText(document.run) : ''}`
}

/** The mark of each of two runs in a suite: `A: PART: 6 of 11 tasks`. */
export function markTexts(a: ComparedRun, b: ComparedRun, suite: string): string[] {
  return [a, b].flatMap(({ document }, at) => {
    const mark = document ? markOf(document, suite) : ''
    return mark === '' ? [] : [`${'AB'[at]}: ${mark}`]
  })
}

/** A run that was made otherwise than the one it is held against. */
export interface UnlikeRun {
  readonly name: string
  /** Name of the run that it differs from. */
  readonly from: string
  /** What differs, after "made with". */
  readonly why: string
}

/**
 * Runs made otherwise than the first that has the suite: other data, judge, options (but for `mayDiffer`) or scoring. Without a scores.json
 * it is not known. `calls`: roles the suite calls, where known.
 */
export function unlikeRuns(
  runs: readonly ComparedRun[],
  suite: string,
  { calls, mayDiffer }: { readonly calls?: readonly string[]; readonly mayDiffer?: string | undefined } = {},
): UnlikeRun[] {
  const known = runs.flatMap(({ name, document }) => {
    if (!document?.suites[suite]) return []
    const own = comparableOf(document, suite, calls)
    return [{ name, own: { ...own, options: { ...own.options, ...(mayDiffer !== undefined && { [mayDiffer]: undefined }) } } }]
  })
  const [first, ...others] = known
  return others.flatMap(({ name, own }) => {
    const why = first && incomparable(first.own, own)
    return first && why ? [{ name, from: first.name, why }] : []
  })
}
