import { existsSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import { Command } from 'commander'
import { readJsonl } from '../core/base/data/jsonl.ts'
import { readJson } from '../core/base/data/readJson.ts'
import { HoldfastError } from '../core/base/errors.ts'
import { note } from '../core/base/text/note.ts'
import type { ResolvedConfig } from '../core/config/resolve.ts'
import { readRunSettings } from '../core/config/runSettings.ts'
import { type ItemRecord, itemRecord } from '../core/format/records.ts'
import { plainRun, type RunFolder, runFolder } from '../core/format/runFolder.ts'
import { scoresDocument } from '../core/format/scoresDocument.ts'
import { baselineOrWhy } from '../deciding/baseline/baseline.ts'
import { conclude } from '../deciding/conclude.ts'
import { countRules } from '../deciding/early/earlyRules.ts'
import { areShards, mergeRuns, type RunPart, wasInterrupted } from '../deciding/mergeRuns.ts'
import { MergedRecords, partFaults } from '../deciding/parts.ts'
import { findCertificates } from '../judging/certificate/certificate.ts'
import type { ReportedRun } from '../reports/writeReports.ts'
import { assertNotMistyped } from '../running/catalogue.ts'
import { askRuns } from '../running/commands/askRuns.ts'
import { folderConfig } from '../running/commands/commandConfig.ts'
import { type CommandProgress, commandProgress } from '../running/commands/commandProgress.ts'
import { openOutput } from '../running/commands/output.ts'
import { type ForeignLogs, type ForeignRun, foreignLogs } from '../running/tool.ts'
import { takeRunFolder } from '../running/vitest/takeRunFolder.ts'
import { writeMergedRun } from './writeMergedRun.ts'

/** `holdfast summarize <suite> <paths…>`: item records to scores.json; several paths are merged. */
export function summarizeCommand(): Command {
  return new Command('summarize')
    .description('Summarize item records as a scores.json document. Several files or run folders, for instance shards, are merged.')
    .argument('<suite>', 'name of the suite')
    .argument('<paths...>', 'items.jsonl files, run folders or logs of Inspect')
    .option('--run <folder>', 'folder to merge them into as a run of its own: records, calls, scores.json, report.md, index.html')
    .option('--out <file>', 'file for the result instead of stdout')
    .action(summarize)
}

async function summarize(suite: string, paths: readonly string[], { run, out }: { run?: string; out?: string }): Promise<void> {
  const logs = await foreignLogs.open()
  // A log names its task itself.
  if (!paths.some((path) => logs?.isLog(path))) assertNotMistyped(suite)
  const taken = run === undefined ? undefined : await takeRunFolder({ out: run, resume: false })
  try {
    await summarizeInto(suite, paths, { run, out })
  } finally {
    taken?.release()
  }
}

async function summarizeInto(
  suite: string,
  paths: readonly string[],
  { run, out }: { run?: string | undefined; out?: string | undefined },
): Promise<void> {
  const sources: Source[] = []
  const logs = await foreignLogs.open()
  for (const path of paths) sources.push(logs?.isLog(path) ? await readLog(logs, path, suite) : locate(path))
  const progress = commandProgress()
  const merged = await readMerged(suite, sources, progress)
  const records = merged.inOrder()
  if (records.length === 0)
    throw new HoldfastError(
      'DATA',
      `Failed to summarize ${paths.join(', ')}: no record of the suite ${suite}. Give the suite's name first, then its items.jsonl or run folders.`,
    )
  const root = process.cwd()
  const config = await folderConfig(root)
  const parts = sources.map(readPart)
  progress.step(`computing the figures of ${suite}`)
  const folders = sources.flatMap(({ folder }) => folder ?? [])
  const faults = partFaults(
    parts.map((part, at) => ({ ...part, ...merged.countsOf(at), path: paths[at] ?? '' })),
    suite,
    merged.doubled(),
  )
  const named = { name: basename(paths[0] ?? ''), run: run ?? '<run folder>', folders: folders.map(({ path }) => path) }
  const summarized = await concludeParts(suite, records, parts, named, config)
  const { document, reasons } = summarized
  if (run !== undefined) progress.step(`writing ${run}`)
  if (run !== undefined) await writeMergedRun(runFolder(run), folders, summarized, { root, baseline: config.gates?.baseline })
  progress.end()
  for (const fault of faults) note(fault)
  if (run === undefined || out !== undefined) {
    const output = openOutput(out)
    await output.json(document, 2)
    await output.close()
  }
  if (reasons.length === 0) return
  for (const { metric, rule, verdict, because } of summarized.gates)
    if (verdict === 'broken') note(`${metric} ${rule} broken${because ? ` (${because})` : ''}`)
  note(`exit ${document.exitCode}: ${reasons.join('; ')}.`)
  // Bare records are no run: without rules for them there is nothing to decide.
  if (folders.length > 0 || sources.some(({ log }) => log) || config.gates !== undefined) process.exitCode = document.exitCode
}

async function concludeParts(
  suite: string,
  records: readonly ItemRecord[],
  parts: readonly RunPart[],
  { name, run, folders }: { readonly name: string; readonly run: string; readonly folders: readonly string[] },
  config: ResolvedConfig,
): Promise<ReportedRun> {
  const { root, strict } = config
  // Rules of suites that are not summarized are not asked about here.
  const gates = config.gates && onlySuite(config.gates, suite)
  const place = { root, files: filesOf(parts) }
  const question = { records, gates, root, folders, ruleCount: countRules(config.gates) }
  // The records of all parts are asked about at once.
  const asked = parts.map(({ document }, at) => ({ document, records: at === 0 ? records : [] }))
  const figures = await askRuns(suite, 'figures', question, asked, place)
  const ended = mergeRuns({ records, figures, parts, name })
  const judge = ended.run.roles.judge?.model
  const votes = parts.map(({ settings }) => settings?.votes).find((known) => known !== undefined)
  const certificates = judge === undefined ? [] : await findCertificates(root, judge, votes, new Date())
  const concluded = conclude(ended, {
    gates,
    baseline: gates?.baseline === undefined ? undefined : baselineOrWhy(root, gates.baseline, run),
    certificates,
    known: [],
    flags: {
      strict,
      interrupted: wasInterrupted(parts),
      // One shard alone decides nothing.
      sharded: areShards(parts) && (ended.plan?.missing ?? []).length > 0,
      otherFailures: [],
    },
  })
  return { ...concluded, records, figures: [figures], certificates }
}

/** The gates of a run without the rules for other suites. */
function onlySuite(gates: NonNullable<ResolvedConfig['gates']>, suite: string): NonNullable<ResolvedConfig['gates']> {
  const kept = Object.entries(gates).filter(([name, rules]) => typeof rules !== 'object' || name === suite)
  return Object.fromEntries(kept) as NonNullable<ResolvedConfig['gates']>
}

/** Test files that the parts ran; undefined where no part tells. */
function filesOf(parts: readonly RunPart[]): readonly string[] | undefined {
  const files = [...new Set(parts.flatMap(({ settings }) => settings?.files ?? []))]
  return files.length === 0 ? undefined : files
}

/** Where records are, and the run folder they are in, if there is one. */
interface Source {
  readonly items: string
  readonly folder: RunFolder | undefined
  /** Of a log of Inspect: the run that it is. */
  readonly log?: ForeignRun | undefined
}

async function readMerged(suite: string, sources: readonly Source[], progress: CommandProgress): Promise<MergedRecords> {
  const merged = new MergedRecords()
  for (const [at, { items, folder, log }] of sources.entries()) {
    progress.step(`reading ${items}`, at, sources.length)
    if (log) {
      for (const record of log.records) merged.add(record, at)
      continue
    }
    // A part of a run may have got no item.
    const read = readJsonl(items, itemRecord, { mayBeEmpty: folder !== undefined })
    for await (const record of read) if (record.suite === suite) merged.add(record, at)
  }
  return merged
}

function readPart({ folder, log }: Source): RunPart {
  if (log) return { document: log.document, settings: undefined, planned: log.planned }
  return {
    document: folder && existsSync(folder.scores) ? readJson(folder.scores, scoresDocument) : undefined,
    settings: folder && existsSync(folder.settings) ? readRunSettings(folder) : undefined,
  }
}

/** @throws HoldfastError for a log of another task. */
async function readLog(logs: ForeignLogs, path: string, suite: string): Promise<Source> {
  const log = await logs.read(path)
  const [task] = Object.keys(log.document.suites)
  if (task !== suite)
    throw new HoldfastError('USAGE', `Failed to summarize ${path}: it is of the task ${task}, not of ${suite}. Name the task as the suite.`)
  note(...log.notes)
  return { items: path, folder: undefined, log }
}

function locate(path: string): Source {
  if (!existsSync(path))
    throw new HoldfastError('USAGE', `Failed to summarize ${path}: no such file or folder. Name an items.jsonl or a run folder.`)
  if (!statSync(path).isDirectory()) return { items: path, folder: undefined }
  const folder = plainRun(runFolder(path))
  if (!existsSync(folder.items)) throw new HoldfastError('USAGE', `Failed to summarize ${path}: it has no items.jsonl. Name a run folder.`)
  return { items: folder.items, folder }
}
