import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { ResolvedConfig } from '../core/config/resolve.ts'
import { modelLabel } from '../core/format/modelUri.ts'
import type { PlanSummary } from '../core/format/planSummary.ts'
import type { ItemRecord } from '../core/format/records.ts'
import type { Role } from '../core/format/role.ts'
import { runFolder } from '../core/format/runFolder.ts'
import { type ScoresDocument, scoresDocument } from '../core/format/scoresDocument.ts'
import { readItemRecords } from './baseline/baseline.ts'

/** What an earlier run measured of a role. */
export interface MeasuredRole {
  /** Name of the run's folder. */
  readonly run: string
  /** Tokens per call. */
  readonly promptTokens: number
  readonly completionTokens: number
}

/** What earlier runs of a suite measured. */
export interface EarlierRuns {
  readonly roles: Readonly<Partial<Record<Role, MeasuredRole>>>
  /** Of the newest run with the same model in every role, where it asked them all: how long it took for each call. */
  readonly pace?: { readonly run: string; readonly secondsPerCall: number } | undefined
}

/** Runs that are looked at, the newest first: a plan must not take long where there are thousands. */
const LOOKED_AT = 30

/**
 * What finished runs of the suite measured, for each role the newest one with the same model. Only a run of this suite alone,
 * on the same data and with the same options, has the same prompts; usage is not told by suite.
 *
 * @param folder where run folders are.
 */
export function findEarlierRuns(folder: string, suite: string, plan: PlanSummary, { roles }: Pick<ResolvedConfig, 'roles'>): EarlierRuns {
  const found: Partial<Record<Role, MeasuredRole>> = {}
  let pace: EarlierRuns['pace']
  for (const { name, document } of newestRuns(folder)) {
    if (!isAlike(document, suite, plan)) continue
    const measured = plan.roles.flatMap((role) => {
      const entry = roles[role]
      const usage = document.usage[role]
      const asked = usage ? usage.calls - usage.cached : 0
      if (!entry || !usage || asked === 0 || usage.promptTokens === 0) return []
      if (document.run.roles[role]?.model !== modelLabel(entry.uri)) return []
      found[role] ??= { run: name, promptTokens: usage.promptTokens / asked, completionTokens: usage.completionTokens / asked }
      return usage.cached === 0 ? [usage.calls] : []
    })
    if (!pace && measured.length === plan.roles.length) {
      const seconds = (Date.parse(document.run.finishedAt) - Date.parse(document.run.startedAt)) / 1000
      // A clock that was set back, or times that are none, tell nothing.
      if (seconds > 0) pace = { run: name, secondsPerCall: seconds / measured.reduce((sum, calls) => sum + calls, 0) }
    }
    if (pace && plan.roles.every((role) => found[role])) break
  }
  return { roles: found, pace }
}

/** Records of an earlier run. */
export interface EarlierRecords {
  /** Name of the run's folder. */
  readonly name: string
  readonly records: readonly ItemRecord[]
}

/**
 * Records of the newest finished run of the suite alone, on the same data and with the same options and the same measured model, that
 * went to its last item; undefined where there is none.
 *
 * @param folder where run folders are.
 * @throws HoldfastError for records that cannot be read.
 */
export function findEarlierRecords(
  folder: string,
  suite: string,
  plan: PlanSummary,
  { roles }: Pick<ResolvedConfig, 'roles'>,
): EarlierRecords | undefined {
  const measured = plan.roles.includes('candidate') ? 'candidate' : (plan.roles[0] ?? 'candidate')
  const entry = roles[measured]
  for (const { name, document } of newestRuns(folder)) {
    if (!entry || !isAlike(document, suite, plan) || document.run.early) continue
    if (document.run.roles[measured]?.model !== modelLabel(entry.uri)) continue
    const { items } = runFolder(join(folder, name))
    if (existsSync(items)) return { name, records: readItemRecords(items).filter((record) => record.suite === suite) }
  }
  return undefined
}

/** Scores of runs, the one that ended last first. Read one by one, as they are asked for. */
function* newestRuns(folder: string): Generator<{ readonly name: string; readonly document: ScoresDocument }> {
  if (!existsSync(folder)) return
  const runs = readdirSync(folder)
    .filter((name) => name !== 'latest')
    .flatMap((name) => {
      const { scores } = runFolder(join(folder, name))
      return existsSync(scores) ? [{ name, scores, at: statSync(scores).mtimeMs }] : []
    })
    .sort((one, other) => other.at - one.at)
  for (const { name, scores } of runs.slice(0, LOOKED_AT)) {
    const document = readScores(scores)
    if (document) yield { name, document }
  }
}

/** A file that cannot be read, of another version for instance, has nothing to tell. */
function readScores(path: string): ScoresDocument | undefined {
  try {
    return scoresDocument.safeParse(JSON.parse(readFileSync(path, 'utf8'))).data
  } catch {
    return undefined
  }
}

function isAlike({ run, suites }: ScoresDocument, suite: string, { sha256, options }: PlanSummary): boolean {
  return (
    !run.partial &&
    Object.keys(suites).length === 1 &&
    suites[suite] !== undefined &&
    run.data[suite]?.sha256 === sha256 &&
    // As it comes back from a file: an option that is undefined is absent.
    isDeepStrictEqual(run.options?.[suite] ?? {}, JSON.parse(JSON.stringify(options)))
  )
}
