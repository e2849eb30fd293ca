import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { cp, mkdir, writeFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { redactedJson } from '../base/secrets.ts'
import { readRunSettings, saveRunSettings } from '../config/runSettings.ts'
import type { RunFolder } from '../format/runFolder.ts'
import { type PageOptions, writePage } from '../report/page/writePage.ts'
import { type ReportedRun, writeReports } from '../report/writeReports.ts'
import { loadSuiteViews } from '../vitest/suiteViews.ts'

/** Writes the parts of a run as one run: settings, records, calls with what they refer to, scores, and its reports. */
export async function writeMergedRun(
  folder: RunFolder,
  parts: readonly RunFolder[],
  run: ReportedRun,
  page: Pick<PageOptions, 'root' | 'baseline'>,
): Promise<void> {
  await mkdir(folder.path, { recursive: true })
  await writeFile(folder.items, run.records.map((record) => `${redactedJson(record)}\n`).join(''))
  const calls = parts.map((part) => part.calls).filter((path) => existsSync(path))
  await pipeline(Readable.from(contents(calls)), createWriteStream(folder.calls))
  for (const { blobs } of parts) if (existsSync(blobs)) await cp(blobs, folder.blobs, { recursive: true })
  writeSettings(folder, parts, Object.keys(run.document.suites))
  writeReports(folder, run)
  const views = await loadSuiteViews(Object.keys(run.document.suites))
  await writePage(folder, { ...page, reasons: run.reasons, views })
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
    ran: first.ran.filter((suite) => suites.includes(suite)),
    sha256: only(first.sha256),
    suites: only(first.suites),
    planned: Object.fromEntries(suites.map((suite) => [suite, known.reduce((sum, { planned }) => sum + (planned[suite] ?? 0), 0)])),
    files: [...new Set(known.flatMap(({ files }) => files))],
  })
}

async function* contents(paths: readonly string[]): AsyncIterable<Buffer> {
  for (const path of paths) for await (const chunk of createReadStream(path)) yield chunk as Buffer
}
