import { existsSync } from 'node:fs'
import { orUndefined } from '../../core/base/errors.ts'
import { didYouMean } from '../../core/base/text/nearest.ts'
import { note } from '../../core/base/text/note.ts'
import type { ResolvedConfig } from '../../core/config/resolve.ts'
import { findRun, type RunFolder } from '../../core/format/runFolder.ts'
import type { BaselineChanges } from '../../core/format/scoresDocument.ts'
import type { ScoreWays } from '../../core/format/scoreWays.ts'
import { baselineFiles } from '../../deciding/baseline/baseline.ts'
import { baselineChanges, isOfBaseline, suiteChange } from '../../deciding/baseline/compareWithBaseline.ts'
import { type ComparedRun, openComparedRun } from '../../deciding/compare/comparedRun.ts'
import { sharedSuites } from '../../deciding/compare/suiteComparison.ts'
import { writePage } from '../../reports/page/writePage.ts'
import { loadSuiteViews } from '../catalogue.ts'
import { type ForeignLogs, type ForeignRun, foreignLogs } from '../tool.ts'
import { askSuite, type SuitePlace } from '../vitest/askSuite.ts'
import { type Answers, answer, type Questions } from '../worker/question.ts'
import { inlineSuite } from '../worker/suite.ts'
import { folderConfig } from './commandConfig.ts'

/** What of a run tells who knows its suite. */
export type AskedRun = Pick<ComparedRun, 'document' | 'records'>

/** Asks a suite about runs, as {@link askSuite} does. Where all are logs of Inspect, or made of one, their own scores answer. */
export async function askRuns<Kind extends keyof Questions>(
  suite: string,
  kind: Kind,
  question: Questions[Kind],
  runs: readonly AskedRun[],
  place: SuitePlace,
): Promise<Answers[Kind]> {
  const logs = areInspectLogs(runs) ? await foreignLogs.open() : undefined
  if (!logs) return askSuite(suite, kind, question, place)
  const own = { ...inlineSuite(suite, { items: [] as unknown[] }, async () => undefined), rules: async () => logs.rules(suite, runs) }
  return answer(own, kind, question)
}

/** Whether all of the runs are logs of Inspect, or were made of one. */
export function areInspectLogs(runs: readonly Pick<AskedRun, 'document'>[]): boolean {
  return runs.length > 0 && runs.every(({ document }) => document?.run.origin === 'inspect')
}

/** Writes the page of a run again. @returns its path. */
export async function rewritePage(folder: RunFolder, root: string): Promise<string> {
  const run = openComparedRun(folder.path, root)
  const views = await loadSuiteViews(run.records.map(({ suite }) => suite))
  return writePage(folder, { root, views, changes: await changesFrom(run, root) })
}

/** How the run changed from the baseline that is shown, where its scores do not say it; undefined where they do. */
async function changesFrom(run: ComparedRun, root: string): Promise<BaselineChanges | undefined> {
  const name = run.document?.baseline?.name
  if (name === undefined || !existsSync(baselineFiles(root, name).items)) return undefined
  const base = openComparedRun(name, root)
  if (!base.document || isOfBaseline(run.document?.baseline, name, base.document)) return undefined
  const changes = await Promise.all(
    sharedSuites([base, run]).map(async (suite) => {
      const { warning, ...comparison } = await askRuns(suite, 'compare', { a: base, b: run, tested: 'headline' }, [base, run], { root })
      const { lost, gained } = comparison
      if (warning) return [suite, { incomparable: warning.replace(/^made with /, '') }] as const
      return [suite, suiteChange({ ...comparison, lost: lost.length, gained: gained.length })] as const
    }),
  )
  return baselineChanges(name, base.document, Object.fromEntries(changes))
}

/** Opens runs, baselines, items.jsonl files or logs of Inspect. @throws HoldfastError where there is none to be read. */
export async function openRuns(names: readonly string[], root: string): Promise<ComparedRun[]> {
  const logs = await logReader(root)
  const runs: ComparedRun[] = []
  for (const name of names) {
    if (logs.isLog(name)) {
      const { document, records } = await logs.read(name)
      runs.push({ name, document, records })
    } else runs.push(openComparedRun(name, root))
  }
  logs.noteWays()
  return runs
}

/** See {@link logReader}. */
export type LogReader = Awaited<ReturnType<typeof logReader>>

/** Reads logs of other programs, each as the configuration says which way is good. @param root its folder; it is loaded with the first log. */
export async function logReader(root: string) {
  const logs = await foreignLogs.open()
  const read: ForeignRun[] = []
  let configured: ResolvedConfig['better']
  return {
    isLog: (path: string) => logs?.isLog(path) ?? false,
    /** Reads a log. What is to be known of it goes to stderr. @throws HoldfastError where it cannot be read. */
    async read(path: string): Promise<ForeignRun> {
      if (read.length === 0) configured = (await folderConfig(root)).better
      const run = await (logs as ForeignLogs).read(path, (task) => configured?.[task] ?? {})
      note(...run.notes)
      read.push(run)
      return run
    },
    /** Notes scorers of the configuration that no log has. */
    noteWays() {
      for (const suite of new Set(read.flatMap(({ document }) => Object.keys(document.suites)))) {
        const own = read.filter(({ document }) => document.suites[suite])
        // Logs may be older than their scorers.
        note(...unknownScorers(configured?.[suite] ?? {}, own).map((reason) => `better.${suite} of the configuration: ${reason}`))
      }
    },
  }
}

/** What is wrong with each scorer that no log has. */
function unknownScorers(ways: ScoreWays, logs: readonly ForeignRun[]): string[] {
  const keys = logs.flatMap(({ scorers }) => scorers)
  // A scorer of several values may be named as a whole.
  const known = new Set(keys.flatMap((key) => [key, key.slice(0, Math.max(0, key.lastIndexOf('.')))]).filter((key) => key !== ''))
  const unknown = Object.keys(ways).filter((scorer) => !known.has(scorer))
  return unknown.map(
    (scorer) => `no log has the scorer ${scorer}.${didYouMean(scorer, [...known])} They have ${[...known].join(', ') || 'none'}.`,
  )
}

/** The folder of a run; undefined for a baseline or a file, which have no transcripts. */
export function runFolderOf(name: string, root: string): RunFolder | undefined {
  return orUndefined(() => findRun(name, root))
}
