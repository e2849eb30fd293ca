import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { cp, mkdir, writeFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { SUITES } from '../../suites/catalogue.ts'
import { redactSecrets } from '../base/secrets.ts'
import { votesOf } from '../config/runSettings.ts'
import type { ItemRecord } from '../format/records.ts'
import type { RunFolder } from '../format/runFolder.ts'
import type { ScoresDocument } from '../format/scoresDocument.ts'
import { certificateText } from '../judges/certificate/certificateText.ts'
import { markdownReport, type ReportedSuite } from '../report/markdown.ts'
import { type PageOptions, writePage } from '../report/page/writePage.ts'
import type { DecidedRun } from '../results/gates/decideMerged.ts'
import { suiteFacts } from '../stats/summary/suiteFacts.ts'

/** Writes the parts of a run as one run: records, calls with what they refer to, scores, and its reports. */
export async function writeMergedRun(
  folder: RunFolder,
  parts: readonly RunFolder[],
  records: readonly ItemRecord[],
  { document, gates, reasons }: DecidedRun,
  page: PageOptions,
): Promise<void> {
  await mkdir(folder.path, { recursive: true })
  await writeFile(folder.items, records.map((record) => `${JSON.stringify(record)}\n`).join(''))
  const calls = parts.map((part) => part.calls).filter((path) => existsSync(path))
  await pipeline(Readable.from(contents(calls)), createWriteStream(folder.calls))
  for (const { blobs } of parts) if (existsSync(blobs)) await cp(blobs, folder.blobs, { recursive: true })
  await writeFile(folder.scores, `${JSON.stringify(document, null, 2)}\n`)
  const benchmarks = Object.keys(document.suites).map((suite) => reportedSuite(suite, document))
  const items = records.map((record) => ({ record }))
  const certificate = await certificateText(
    document,
    parts.map(votesOf).find((votes) => votes !== undefined),
    page.root,
  )
  await writeFile(folder.markdown, `${redactSecrets(markdownReport({ document, gates, reasons, benchmarks, items, certificate }))}\n`)
  await writePage(folder, { ...page, reasons })
}

async function* contents(paths: readonly string[]): AsyncIterable<Buffer> {
  for (const path of paths) for await (const chunk of createReadStream(path)) yield chunk as Buffer
}

/** How a suite lays out its table is known to its eval file alone: here its headline metrics stand one below the other. */
function reportedSuite(suite: string, { suites }: ScoresDocument): ReportedSuite {
  const { metrics = {} } = suites[suite] ?? {}
  const { headline } = suiteFacts(suite, { metrics })
  const bundled = SUITES.find(({ name }) => name === suite)
  const keys = Object.keys(metrics).filter((key) => key !== headline.key && (bundled ? bundled.isHeadline(key) : key.startsWith('score.')))
  return {
    suite,
    tasks: keys.map((key) => ({ task: key, title: key })),
    display: { headline, taskKeys: Object.fromEntries(keys.map((key) => [key, key])), percent: (metrics[headline.key]?.value ?? 0) > 1 },
  }
}
