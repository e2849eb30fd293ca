import { existsSync, statSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { Command } from 'commander'
import { sum } from '../core/base/collections.ts'
import { readJsonl, readLines } from '../core/base/data/jsonl.ts'
import { parseJson } from '../core/base/data/parseJson.ts'
import { HoldfastError } from '../core/base/errors.ts'
import { LineAppender } from '../core/base/files/lineAppender.ts'
import { makeFolder } from '../core/base/files/makeFolder.ts'
import { redactSecrets } from '../core/base/secrets.ts'
import { counted } from '../core/base/text/counted.ts'
import { note } from '../core/base/text/note.ts'
import type { ResolvedConfig } from '../core/config/resolve.ts'
import { onlySuites, type RunSettings, readRunSettings, saveRunSettings } from '../core/config/runSettings.ts'
import { BlobStore, readBlob } from '../core/format/blobStore.ts'
import { rulesBySuite } from '../core/format/gates.ts'
import { readScores } from '../core/format/readRunFiles.ts'
import { type CallRecord, callRecord, type ItemRecord, itemRecord } from '../core/format/records.ts'
import { redactedRecord } from '../core/format/redactedRecord.ts'
import { plainRun, type RunFolder, runFolder } from '../core/format/runFolder.ts'
import type { ScoreWays } from '../core/format/scoreWays.ts'
import { baselineOrWhy } from '../deciding/baseline/baseline.ts'
import { earlierGated } from '../deciding/baseline/runsOfCandidate.ts'
import { conclude } from '../deciding/conclude.ts'
import { countRules } from '../deciding/early/earlyRules.ts'
import { countWorse } from '../deciding/gates/evaluateGates.ts'
import { areShards, mergeRuns, type RunPart, wasInterrupted } from '../deciding/mergeRuns.ts'
import { MergedRecords, partFaults } from '../deciding/parts.ts'
import { findCertificates } from '../judging/certificate/certificate.ts'
import { type PageOptions, writePage } from '../reports/page/writePage.ts'
import type { ReportedRun } from '../reports/writeReports.ts'
import { writeReports } from '../reports/writeReports.ts'
import { assertNotMistyped, loadSuiteViews } from '../running/catalogue.ts'
import { askRuns } from '../running/commands/askRuns.ts'
import { folderConfig } from '../running/commands/commandConfig.ts'
import { type CommandProgress, commandProgress } from '../running/commands/commandProgress.ts'
import { betterOption, type LogReader, logReader } from '../running/commands/openRun.ts'
import { printResult } from '../running/commands/output.ts'
import type { ForeignRun } from '../running/tool.ts'
import { takeRunFolder } from '../running/vitest/takeRunFolder.ts'

/** `holdfast summarize <suite> <paths…>`: item records to scores.json; several paths are merged. */
export function summarizeCommand(): Command {
  return new Command('summarize')
    .description('Summarize item records as a scores.json document. Several files or run folders, for instance shards, are merged.')
    .argument('<suite>', 'name of the suite')
    .argument('<paths...>', 'items.jsonl files, run folders or logs of Inspect')
    .option('--run <folder>', 'folder to merge them into as a run of its own: records, calls, scores.json, report.md, index.html')
    .option('--out <file>', 'file for the result instead of stdout')
    .addOption(betterOption())
    .action(summarize)
}

async function summarize(
  suite: string,
  paths: readonly string[],
  options: { run?: string; out?: string; better: ScoreWays },
): Promise<void> {
  const logs = await logReader(process.cwd(), options.better)
  // A log names its task itself.
  if (!paths.some((path) => logs.isLog(path))) assertNotMistyped(suite)
  const taken = options.run === undefined ? undefined : await takeRunFolder({ out: options.run, resume: false })
  try {
    const sources: Source[] = []
    for (const path of paths) sources.push(logs.isLog(path) ? await readSource(logs, path, suite) : locate(path))
    logs.assertWays()
    await summarizeSources(suite, paths, sources, options)
  } finally {
    taken?.release()
  }
}

async function summarizeSources(
  suite: string,
  paths: readonly string[],
  sources: readonly Source[],
  { run, out }: { run?: string; out?: string },
): Promise<void> {
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
  if (run !== undefined) {
    progress.step(`writing ${run}`)
    await writeMergedRun(runFolder(run), folders, summarized, { root, baseline: config.gates?.baseline })
  }
  progress.end()
  for (const fault of faults) note(fault)
  if (run === undefined || out !== undefined) await printResult(out, { json: document })
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
  const others = rulesBySuite(config.gates).flatMap(([name]) => (name === suite ? [] : [name]))
  const kept = Object.entries(config.gates ?? {}).filter(([name]) => !others.includes(name))
  const gates = config.gates && (Object.fromEntries(kept) as typeof config.gates)
  const files = [...new Set(parts.flatMap(({ settings }) => settings?.files ?? []))]
  const place = { root, files: files.length === 0 ? undefined : files }
  const question = { records, gates, root, folders, ruleCount: countRules(config.gates) }
  // The records of all parts are asked about at once.
  const asked = parts.map(({ document }, at) => ({ document, records: at === 0 ? records : [] }))
  const figures = await askRuns(suite, 'figures', question, asked, place)
  const ended = mergeRuns({ records, figures, parts, name })
  const judge = ended.run.roles.judge?.model
  const votes = parts.map(({ settings }) => settings?.votes).find((known) => known !== undefined)
  const certificates = judge === undefined ? [] : await findCertificates(root, judge, votes, new Date())
  const baseline = gates?.baseline === undefined ? undefined : baselineOrWhy(root, gates.baseline, run)
  const concluded = conclude(ended, {
    gates,
    baseline,
    earlier: typeof baseline === 'object' ? earlierGated(dirname(config.out), gates?.baseline ?? '', baseline, ended.run) : undefined,
    worseRules: countWorse(config.gates),
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
  return { ...concluded, figures: [figures], certificates }
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
    document: folder && readScores(folder.scores),
    settings: folder && existsSync(folder.settings) ? readRunSettings(folder) : undefined,
  }
}

/** @throws HoldfastError for a log of another task. */
async function readSource(logs: LogReader, path: string, suite: string): Promise<Source> {
  const log = await logs.read(path)
  const [task] = Object.keys(log.document.suites)
  if (task !== suite)
    throw new HoldfastError('USAGE', `Failed to summarize ${path}: it is of the task ${task}, not of ${suite}. Name the task as the suite.`)
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

/** Records that are written together. */
const LINES_AT_ONCE = 1000

/** Writes the parts of a run as one run: settings, records, calls with what they refer to, scores, and its reports. */
async function writeMergedRun(
  folder: RunFolder,
  parts: readonly RunFolder[],
  run: ReportedRun,
  page: Pick<PageOptions, 'root' | 'baseline'>,
): Promise<void> {
  makeFolder(folder.path)
  await writeRecords(folder, run.records)
  await copyCalls(folder, parts)
  writeSettings(folder, parts, Object.keys(run.document.suites))
  await writeReports(folder, run)
  const views = await loadSuiteViews(Object.keys(run.document.suites))
  await writePage(folder, { ...page, views })
}

/** Line by line: the text of all may be larger than a text can be. */
async function writeRecords(folder: RunFolder, records: readonly ItemRecord[]): Promise<void> {
  const lines = new LineAppender(folder.items)
  for (let at = 0; at < records.length; at += LINES_AT_ONCE) {
    const some = records.slice(at, at + LINES_AT_ONCE)
    await lines.append(some.map((record) => JSON.stringify(redactedRecord(record))).join('\n'))
  }
  lines.close()
}

/** The settings of the whole run, so that it can be judged again and compared like any other. */
function writeSettings(folder: RunFolder, parts: readonly RunFolder[], suites: readonly string[]): void {
  const known = parts.filter(({ settings }) => existsSync(settings)).map(readRunSettings)
  if (known.length > 0) saveRunSettings(folder, mergedSettings(known, suites))
}

/** The settings of parts, of which there is one at least, as those of one run of the suites. */
export function mergedSettings(known: readonly RunSettings[], suites: readonly string[]): RunSettings {
  const parts = known.map((settings) => onlySuites(settings, (suite) => suites.includes(suite)))
  return {
    ...(parts[0] as RunSettings),
    shard: null,
    scheduler: undefined,
    planned: Object.fromEntries(suites.map((suite) => [suite, sum(parts.map(({ planned }) => planned[suite] ?? 0))])),
    files: [...new Set(parts.flatMap(({ files }) => files))],
  }
}

/** Copies the calls of all parts with what they refer to. A line that is no call, as a killed part may end in, is left out and told. */
async function copyCalls(folder: RunFolder, parts: readonly RunFolder[]): Promise<void> {
  const lines = new LineAppender(folder.calls)
  const blobs = new BlobStore(folder.blobs, redactSecrets)
  /** Hashes under which texts are stored now, by those they had: a part may be older than what is known of secrets. */
  const copied = new Map<string, string>()
  for (const part of parts.filter(({ calls }) => existsSync(calls))) {
    let broken = 0
    for await (const line of readLines(part.calls)) {
      const call = readCall(line)
      if (!call) {
        broken += 1
        continue
      }
      for (const { sha256 } of call.messagesRef?.flatMap(({ segments }) => segments) ?? []) {
        const blob = copied.has(sha256) ? undefined : readBlob(part.blobs, sha256)
        if (blob !== undefined) copied.set(sha256, blobs.put(blob))
      }
      const messagesRef = call.messagesRef?.map(({ role, segments }) => ({
        role,
        segments: segments.map((segment) => ({ ...segment, sha256: copied.get(segment.sha256) ?? segment.sha256 })),
      }))
      await lines.append(JSON.stringify(redactedRecord({ ...call, ...(messagesRef && { messagesRef }) })))
    }
    if (broken > 0) note(`${part.calls}: ${counted(broken, 'line')} of it left out, which ${broken === 1 ? 'is no call' : 'are no calls'}.`)
  }
  lines.close()
}

/** A call with all that its line holds; undefined for a line that is none. */
function readCall(line: string): CallRecord | undefined {
  try {
    const written = parseJson(line)
    callRecord.parse(written)
    return written as CallRecord
  } catch {
    return undefined
  }
}
