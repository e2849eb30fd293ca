import { existsSync } from 'node:fs'
import { readLines } from '../core/base/data/jsonl.ts'
import { LineAppender } from '../core/base/files/lineAppender.ts'
import { makeFolder } from '../core/base/files/makeFolder.ts'
import { redactSecrets } from '../core/base/secrets.ts'
import { readRunSettings, saveRunSettings } from '../core/config/runSettings.ts'
import { BlobStore, readBlob } from '../core/format/blobStore.ts'
import { type CallRecord, callRecord, type ItemRecord } from '../core/format/records.ts'
import { redactedRecord } from '../core/format/redactedRecord.ts'
import type { RunFolder } from '../core/format/runFolder.ts'
import { type PageOptions, writePage } from '../reports/page/writePage.ts'
import { type ReportedRun, writeReports } from '../reports/writeReports.ts'
import { loadSuiteViews } from '../running/catalogue.ts'

/** Records that are written together. */
const LINES_AT_ONCE = 1000

/** Writes the parts of a run as one run: settings, records, calls with what they refer to, scores, and its reports. */
export async function writeMergedRun(
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
  const [first] = known
  if (!first) return
  const only = <T>(of: Readonly<Record<string, T>>) => Object.fromEntries(Object.entries(of).filter(([suite]) => suites.includes(suite)))
  saveRunSettings(folder, {
    ...first,
    shard: null,
    scheduler: undefined,
    ran: first.ran.filter((suite) => suites.includes(suite)),
    sha256: only(first.sha256),
    suites: only(first.suites),
    planned: Object.fromEntries(suites.map((suite) => [suite, known.reduce((sum, { planned }) => sum + (planned[suite] ?? 0), 0)])),
    files: [...new Set(known.flatMap(({ files }) => files))],
  })
}

/** Copies the calls of all parts with what they refer to. A line that is no call, as a killed part may end in, is left out. */
async function copyCalls(folder: RunFolder, parts: readonly RunFolder[]): Promise<void> {
  const lines = new LineAppender(folder.calls)
  const blobs = new BlobStore(folder.blobs, redactSecrets)
  /** Hashes under which texts are stored now, by those they had: a part may be older than what is known of secrets. */
  const copied = new Map<string, string>()
  for (const part of parts.filter(({ calls }) => existsSync(calls))) {
    for await (const line of readLines(part.calls)) {
      const call = readCall(line)
      if (!call) continue
      for (const { sha256 } of segmentsOf(call)) {
        const blob = copied.has(sha256) ? undefined : readBlob(part.blobs, sha256)
        if (blob !== undefined) copied.set(sha256, blobs.put(blob))
      }
      const messagesRef = call.messagesRef?.map(({ role, segments }) => ({
        role,
        segments: segments.map((segment) => ({ ...segment, sha256: copied.get(segment.sha256) ?? segment.sha256 })),
      }))
      await lines.append(JSON.stringify(redactedRecord({ ...call, ...(messagesRef && { messagesRef }) })))
    }
  }
  lines.close()
}

function segmentsOf({ messagesRef = [] }: CallRecord) {
  return messagesRef.flatMap(({ segments }) => segments)
}

/** A call with all that its line holds; undefined for a line that is none. */
function readCall(line: string): CallRecord | undefined {
  try {
    const written = JSON.parse(line)
    callRecord.parse(written)
    return written
  } catch {
    return undefined
  }
}
