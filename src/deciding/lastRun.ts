import { basename, dirname, join } from 'node:path'
import type { ItemRecord } from '../core/format/records.ts'
import { readItemRecords, runFolder } from '../core/format/runFolder.ts'
import { isWhole, measuredRole, type ScoresDocument, type SuiteChange } from '../core/format/scoresDocument.ts'
import type { SuitePlan } from '../core/format/suitePlan.ts'
import { compareRecords } from '../core/stats/compareRecords.ts'
import { suiteScores } from '../core/stats/summary/suiteScores.ts'
import { type Comparable, comparableOf, incomparable } from './baseline/baseline.ts'
import { suiteChange } from './baseline/compareWithBaseline.ts'
import { newestRuns } from './estimate.ts'
import { plannedHeadline } from './headline.ts'
import type { SuiteRules } from './suiteRules.ts'

/** What of a run tells which of the runs beside it were made alike. */
export interface AlikeBy extends Pick<SuitePlan, 'data' | 'options' | 'scoring' | 'trials'> {
  /** Folder of the run. */
  readonly folder: string
  /** Whether what it measures is simulated: such a run and a real one say nothing of each other. */
  readonly simulated: boolean
}

/** How a suite changed from the last run of it. */
export interface ChangeFromLast {
  readonly last: NonNullable<ScoresDocument['lastRun']>[string]
  /** What that run was made with: who judged is known of this one when it has ended. */
  readonly like: Comparable
}

/** A whole run that was made like another one. */
interface AlikeRun extends Pick<ChangeFromLast, 'like'> {
  readonly name: string
  readonly document: ScoresDocument
  readonly measured: NonNullable<ReturnType<typeof measuredRole>>
  /** Those of the suite. */
  readonly records: readonly ItemRecord[]
}

/** The whole runs beside one that were made alike, the newest first. Throws HoldfastError for records that cannot be read. */
export function* runsAlike({ name: suite, roles }: Pick<SuiteRules, 'name' | 'roles'>, by: AlikeBy): Generator<AlikeRun> {
  const now = { suite, data: by.data.sha256, bundled: by.data.version, judge: undefined, trials: by.trials, scoring: by.scoring }
  const options = JSON.parse(JSON.stringify(by.options)) as Comparable['options']
  const folder = dirname(by.folder)
  for (const { name, document } of newestRuns(folder)) {
    const { run, suites } = document
    if (name === basename(by.folder) || !isWhole(document, suite) || suites[suite]?.judgeSigns) continue
    const measured = measuredRole(run)
    const like = comparableOf(document, suite, roles)
    const isAlike = incomparable({ ...like, judge: undefined, judgedBy: undefined }, { ...now, options }) === undefined
    if (!measured || measured.simulated !== by.simulated || !isAlike) continue
    const records = readItemRecords(runFolder(join(folder, name)).items).filter((record) => record.suite === suite)
    yield { name, document, like, measured, records }
  }
}

/** The change of a suite's headline from the newest run beside this one that was made alike, item by item; undefined without one. */
export function changeFromLast(rules: SuiteRules, records: readonly ItemRecord[], by: AlikeBy): ChangeFromLast | undefined {
  const { summarize, planned, stratumOf } = rules
  for (const { name, document, like, measured, records: base } of runsAlike(rules, by)) {
    const first = plannedHeadline(planned(records)).key
    const withCommon = (some: readonly ItemRecord[]) => suiteScores(some, summarize(some)).metrics
    const compared = compareRecords(base, records, withCommon, { tested: (key) => key === first, first, stratumOf })
    const change: SuiteChange = suiteChange({ ...compared, lost: compared.lost.length, gained: compared.gained.length })
    return { last: { run: name, startedAt: document.run.startedAt, model: measured.model, ...change }, like }
  }
  return undefined
}
