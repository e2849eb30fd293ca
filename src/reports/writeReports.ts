import { resolve } from 'node:path'
import { makeFolder } from '../core/base/files/makeFolder.ts'
import { writeWhole } from '../core/base/files/writeWhole.ts'
import { otherFolder } from '../core/base/typedFolder.ts'
import { redactedDocument, redactedRecord } from '../core/format/redactedRecord.ts'
import type { RunFolder } from '../core/format/runFolder.ts'
import type { ConcludedRun } from '../deciding/conclude.ts'
import type { SuiteResult } from '../deciding/figures.ts'
import { type FoundCertificate, judgeStanding } from '../judging/certificate/certificate.ts'
import { runName } from './decision/nextStep.ts'
import { markdownReport } from './markdown.ts'

/** A run that has been decided, with what its reports show beside its scores. */
export interface ReportedRun extends ConcludedRun {
  readonly figures: readonly SuiteResult[]
  /** Certificates of the judge, or why they do not count. */
  readonly certificates: readonly FoundCertificate[]
}

/** Writes scores.json and report.md of a run. @param root folder of its project. @returns the text of report.md. */
export async function writeReports(folder: RunFolder, run: ReportedRun, root: string): Promise<string> {
  makeFolder(folder.path)
  writeWhole(folder.scores, `${JSON.stringify(redactedDocument(run.document), null, 2)}\n`)
  const markdown = reportText(run, runName(resolve(folder.path), root), otherFolder(root))
  writeWhole(folder.markdown, markdown)
  return markdown
}

/** The text of report.md. @param name of the run, as commands take it. @param folder in which they are typed, where that is another one. */
export function reportText({ figures, certificates, records, ...run }: ReportedRun, name: string, folder?: string): string {
  // The data, and not what is made of them: a secret may stand for a word of ours there.
  const document = redactedDocument(run.document)
  const report = markdownReport({
    document,
    figures,
    records: records.map(redactedRecord),
    run: name,
    folder,
    standing: judgeStanding(document, certificates),
  })
  return `${report}\n`
}
