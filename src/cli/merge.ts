import { existsSync, realpathSync, rmSync, statSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { Command } from 'commander'
import { present, sum } from '../core/base/collections.ts'
import { readJsonl, readLines } from '../core/base/data/jsonl.ts'
import { parseJson } from '../core/base/data/parseJson.ts'
import { dataError, orUndefined, usageError } from '../core/base/errors.ts'
import { LineAppender } from '../core/base/files/lineAppender.ts'
import { makeFolder } from '../core/base/files/makeFolder.ts'
import { redactSecrets } from '../core/base/secrets.ts'
import { counted } from '../core/base/text/counted.ts'
import { note } from '../core/base/text/note.ts'
import { holdfastCommand } from '../core/base/text/shellWord.ts'
import { typedPath } from '../core/base/typedFolder.ts'
import type { ResolvedConfig } from '../core/config/resolve.ts'
import { onlySuites, type RunSettings, readRunSettings, saveRunSettings } from '../core/config/runSettings.ts'
import { BlobStore, readBlob } from '../core/format/blobStore.ts'
import { hasMetricGates, rulesBySuite } from '../core/format/gates.ts'
import { type CallRecord, callRecord, type ItemRecord, itemRecord } from '../core/format/records.ts'
import { redactedRecord } from '../core/format/redactedRecord.ts'
import { findRun, plainRun, type RunFolder, readScores, runFolder } from '../core/format/runFolder.ts'
import { isOrdinaryRun } from '../core/format/scoresDocument.ts'
import { baselineOrWhy } from '../deciding/baseline/baseline.ts'
import { earlierGated } from '../deciding/baseline/runsOfCandidate.ts'
import { conclude } from '../deciding/conclude.ts'
import { countRules } from '../deciding/early/earlyRules.ts'
import { countWorse } from '../deciding/gates/evaluateGates.ts'
import { areShards, mergeRuns, missingShards, type RunPart, wasInterrupted } from '../deciding/mergeRuns.ts'
import { gatesNotSet, MergedRecords, partFaults } from '../deciding/parts.ts'
import { findCertificates, judgeStanding } from '../judging/certificate/certificate.ts'
import { screenWidth } from '../reports/layout.ts'
import { type PageOptions, writePage } from '../reports/page/writePage.ts'
import { resultLines } from '../reports/resultLines.ts'
import { type ReportedRun, reportText, writeReports } from '../reports/writeReports.ts'
import { assertNotMistyped, loadSuiteViews } from '../running/catalogue.ts'
import { askRuns, type LogReader, logReader } from '../running/commands/askRuns.ts'
import { folderConfig } from '../running/commands/commandConfig.ts'
import { type CommandFlags, withOptions } from '../running/commands/commandOptions.ts'
import { type CommandProgress, commandProgress, printResult } from '../running/commands/output.ts'
import type { ForeignRun } from '../running/tool.ts'
import { gatesOnPlainTests } from '../running/vitest/plainTests.ts'
import { takeRunFolder } from '../running/vitest/takeRunFolder.ts'

/** `holdfast merge <parts…>`: item records, or the parts of a run, as one run with figures, gates and verdict. */
export function mergeCommand(): Command {
  return withOptions(
    new Command('merge')
      .description('Put the parts of a run together, decide its gates, and exit as the run would. Of one items.jsonl it makes figures.')
      .argument('<parts...>', 'runs by folder or name, items.jsonl files or logs of Inspect'),
    ['suite', 'only this suite; needed for an items.jsonl'],
    'json',
    ['out', 'run folder to merge into; or a file: .json for scores, .md for the report'],
  ).action(merge)
}

async function merge(paths: readonly string[], flags: CommandFlags): Promise<void> {
  const { suite, out } = flags
  const logs = await logReader(process.cwd())
  // A log names its task itself.
  if (suite !== undefined && !paths.some((path) => logs.isLog(path))) assertNotMistyped(suite)
  const isFile = out !== undefined && /\.(?:json|md)$/.test(out)
  const sources: Source[] = []
  for (const path of paths) sources.push(logs.isLog(path) ? await readSource(logs, path, suite) : locate(path, suite))
  logs.noteWays()
  const folders = sources.flatMap(({ folder }) => folder ?? [])
  const taken = out === undefined || isFile ? undefined : await takeRunFolder({ out, resume: isMadeOf(folders, runFolder(out)) })
  try {
    await mergeSources(paths, sources, flags, isFile)
  } finally {
    taken?.release()
  }
}

async function mergeSources(
  paths: readonly string[],
  sources: readonly Source[],
  { suite, out, json = false }: CommandFlags,
  isFile: boolean,
): Promise<void> {
  const progress = commandProgress()
  const parts = sources.map(readPart)
  const merged = await readMerged(suite, sources, progress)
  const planned = suite === undefined ? parts.flatMap(({ settings }) => Object.keys(settings?.planned ?? {})) : []
  const suites = [...new Set([...merged.keys(), ...planned])].sort()
  const records = [...merged.values()].flatMap((own) => own.inOrder())
  if (records.length === 0)
    throw dataError(
      `Failed to merge ${paths.join(', ')}: no record${suite === undefined ? '' : ` of the suite ${suite}`}. Name run folders, or an items.jsonl with --suite.`,
    )
  const root = process.cwd()
  const config = await folderConfig(root)
  progress.step(`computing the figures of ${suites.join(', ')}`)
  const folders = sources.flatMap(({ folder }) => folder ?? [])
  const faults = [...merged].flatMap(([name, own]) =>
    partFaults(
      // One that was found by its name is begun again by its path.
      parts.map((part, at) => ({ ...part, ...own.countsOf(at), path: typedPath(sources[at]?.folder?.path ?? paths[at] ?? '') })),
      name,
      own.doubled(),
    ),
  )
  const folder = out !== undefined && !isFile ? runFolder(out) : undefined
  const named = {
    name: basename(paths[0] ?? ''),
    run: folder?.path ?? '<run folder>',
    folders: folders.map(({ path }) => path),
    isOne: suite !== undefined,
  }
  const done = await concludeParts(suites, records, parts, named, config)
  const { document, figures } = done
  if (folder) {
    progress.step(`writing ${out}`)
    await writeMergedRun(folder, folders, done, { root, baseline: config.gates?.baseline })
  }
  progress.end()
  note(...new Set(faults))
  if (isFile) await printResult(out, out?.endsWith('.md') ? [reportText(done, named.run).trimEnd()] : { json: document })
  const missing = missingShards(parts)
  const again = `${missing.length > 0 ? `run shard ${missing.join(', ')}` : 'mend the parts'} as said above, then merge all parts again`
  if (json) await printResult(undefined, { json: document })
  else if (!isFile)
    await printResult(undefined, [
      ...resultLines({
        ...{ config, ...done, stopped: 0, figures, otherFailures: [], plainPassed: 0, width: screenWidth() },
        ...{
          run: (folder ?? (folders.length === 1 ? folders[0] : undefined))?.path,
          standing: judgeStanding(done.document, done.certificates),
        },
      }),
      ...present([faults.length > 0 ? ` Next: ${again}` : folder && ` Show it: ${holdfastCommand('show', folder.path)}`]),
    ])
  if (json || isFile) noteReasons(done)
  // Bare records are no run: without rules for them there is nothing to decide.
  if (folders.length > 0 || sources.some(({ log }) => log) || config.gates !== undefined) process.exitCode = document.exitCode
}

/** Says beside a document for programs why the run fails. */
function noteReasons({ gates, reasons, document }: ReportedRun): void {
  for (const { metric, rule, verdict, because } of gates)
    if (verdict === 'broken') note(`${metric} ${rule} broken${because ? ` (${because})` : ''}`)
  if (reasons.length > 0) note(`exit ${document.exitCode}: ${reasons.join('; ')}.`)
}

/** What a merged run is called, what its commands take, the folders of its parts, and whether it is of one suite that was named. */
interface MergedAs {
  readonly name: string
  readonly run: string
  readonly folders: readonly string[]
  readonly isOne: boolean
}

async function concludeParts(
  suites: readonly string[],
  records: readonly ItemRecord[],
  parts: readonly RunPart[],
  { name, run, folders, isOne }: MergedAs,
  config: ResolvedConfig,
): Promise<ReportedRun> {
  const { root, strict } = config
  const others = rulesBySuite(config.gates).flatMap(([name]) => (suites.includes(name) ? [] : [name]))
  const kept = Object.entries(config.gates ?? {}).filter(([name]) => !others.includes(name))
  const ofMerged = config.gates && (Object.fromEntries(kept) as typeof config.gates)
  // Where one suite is named the gates of others are not asked about; else they are pending, as in a run without these.
  const gates = isOne ? ofMerged : config.gates
  // Who merges wants a decision: one that no part ran for is none.
  const isUnasked =
    hasMetricGates(config.gates) &&
    !hasMetricGates(ofMerged) &&
    parts.every(({ document }) => others.every((own) => !document?.suites[own]))
  const plain = parts.flatMap(({ document }) => (document && isOrdinaryRun(document.run) ? Object.keys(document.suites) : []))
  const ofParts = parts.flatMap(({ document }) => document?.gates ?? [])
  const unasked = [
    // Who lacks a part merges again.
    ...present([missingShards(parts).length === 0 && gatesNotSet(ofParts, config.gates, isOne ? suites[0] : undefined)]),
    ...(isUnasked ? [`no gate was checked: they are about ${others.join(', ')}, which no part ran`] : []),
    ...new Set(gatesOnPlainTests(config.gates, plain)),
  ]
  const files = [...new Set(parts.flatMap(({ settings }) => settings?.files ?? []))]
  const place = { root, files: files.length === 0 ? undefined : files }
  const figures = await Promise.all(
    suites.map((suite) => {
      const own = records.filter((record) => record.suite === suite)
      // The records of all parts are asked about at once.
      const asked = parts.map(({ document }, at) => ({ document, records: at === 0 ? own : [] }))
      return askRuns(suite, 'figures', { records: own, gates, root, folders, ruleCount: countRules(config.gates) }, asked, place)
    }),
  )
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
      otherFailures: [
        ...unasked,
        ...parts.flatMap(
          ({ document }) =>
            document?.run.otherFailures?.map(
              (text) => `${text}, in ${document.run.shard ? `shard ${document.run.shard}` : document.run.id}`,
            ) ?? [],
        ),
      ],
    },
  })
  return { ...concluded, figures, certificates }
}

/** Where records are, and the run folder they are in, if there is one. */
interface Source {
  readonly items: string
  readonly folder: RunFolder | undefined
  /** Of a log of Inspect: the run that it is. */
  readonly log?: ForeignRun | undefined
}

/** Records by suite. */
async function readMerged(only: string | undefined, sources: readonly Source[], progress: CommandProgress) {
  const merged = new Map<string, MergedRecords>()
  const add = (record: ItemRecord, at: number) => {
    if (only !== undefined && record.suite !== only) return
    const own = merged.get(record.suite) ?? new MergedRecords()
    merged.set(record.suite, own)
    own.add(record, at)
  }
  for (const [at, { items, folder, log }] of sources.entries()) {
    progress.step(`reading ${items}`, at, sources.length)
    for (const record of log?.records ?? []) add(record, at)
    // A part of a run may have got no item.
    if (!log) for await (const record of readJsonl(items, itemRecord, { mayBeEmpty: folder !== undefined })) add(record, at)
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
async function readSource(logs: LogReader, path: string, suite: string | undefined): Promise<Source> {
  const log = await logs.read(path)
  const [task] = Object.keys(log.document.suites)
  if (suite !== undefined && task !== suite)
    throw usageError(`Failed to merge ${path}: it is of the task ${task}, not of ${suite}. Name the task with --suite.`)
  return { items: path, folder: undefined, log }
}

function locate(path: string, suite: string | undefined): Source {
  const failed = (why: string) => usageError(`Failed to merge ${path}: ${why}`)
  const found = statSync(path, { throwIfNoEntry: false })
  if (found && !found.isDirectory()) {
    if (suite === undefined) throw failed('records alone have no settings. Name their suite with --suite.')
    return { items: path, folder: undefined }
  }
  const folder = found ? plainRun(runFolder(path)) : findRun(path, process.cwd())
  if (!existsSync(folder.items)) throw failed('it has no items.jsonl. Name a run folder.')
  return { items: folder.items, folder }
}

/** Whether a folder holds what was merged of these parts alone, so that all of it can be made anew. */
function isMadeOf(parts: readonly RunFolder[], folder: RunFolder): boolean {
  const from = orUndefined(() => readRunSettings(folder).mergedFrom)
  const ids = runIds(settingsIn(parts))
  const isPart = parts.some(({ path }) => realpathSync(path) === orUndefined(() => realpathSync(folder.path)))
  return from !== undefined && !isPart && from.every((id) => ids.includes(id))
}

const settingsIn = (parts: readonly RunFolder[]) => parts.filter(({ settings }) => existsSync(settings)).map(readRunSettings)
const runIds = (known: readonly RunSettings[]) => known.flatMap(({ id, mergedFrom }) => mergedFrom ?? [id])

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
  // Of a merge before.
  for (const path of [folder.scores, folder.items, folder.calls, folder.blobs]) rmSync(path, { recursive: true, force: true })
  await writeRecords(folder, run.records)
  await copyCalls(folder, parts)
  writeSettings(folder, parts, Object.keys(run.document.suites))
  await writeReports(folder, run, page.root)
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
  const known = settingsIn(parts)
  if (known.length > 0) saveRunSettings(folder, mergedSettings(known, suites))
}

/** The settings of parts, of which there is one at least, as those of one run of the suites. */
export function mergedSettings(known: readonly RunSettings[], suites: readonly string[]): RunSettings {
  const parts = known.map((settings) => onlySuites(settings, (suite) => suites.includes(suite)))
  return {
    ...(parts[0] as RunSettings),
    shard: null,
    scheduler: undefined,
    mergedFrom: runIds(known),
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
  return orUndefined(() => {
    const written = parseJson(line)
    callRecord.parse(written)
    return written as CallRecord
  })
}
