import { resolve } from 'node:path'
import { makeFolder } from '../base/files/makeFolder.ts'
import { writeWhole } from '../base/files/writeWhole.ts'
import { redactSecrets } from '../base/secrets.ts'
import type { ItemRecord } from '../format/records.ts'
import { redactedDocument } from '../format/redactedDocument.ts'
import { redactedRecord } from '../format/redactedRecord.ts'
import type { RunFolder } from '../format/runFolder.ts'
import { certificatesFor, certificatesLine, type FoundCertificate } from '../judges/certificate/certificate.ts'
import type { ConcludedRun } from '../results/conclude.ts'
import type { Figures } from '../results/figures.ts'
import { runName } from './decision/nextStep.ts'
import { markdownReport, reportedSuites } from './markdown.ts'
import { withShrunkItems } from './shrink/shrunkItems.ts'

/** A run that has been decided, with what its reports show beside its scores. */
export interface ReportedRun extends ConcludedRun {
  readonly records: readonly ItemRecord[]
  readonly figures: readonly Figures[]
  /** Certificates of the judge, or why they do not count. */
  readonly certificates: readonly FoundCertificate[]
}

/**
 * Writes scores.json and report.md of a run.
 *
 * @returns the text of report.md.
 */
export function writeReports(folder: RunFolder, run: ReportedRun): string {
  const { figures, certificates } = run
  // The data, and not what is made of them: a secret may stand for a word of ours there.
  const document = redactedDocument(run.document)
  makeFolder(folder.path)
  writeWhole(folder.scores, `${JSON.stringify(document, null, 2)}\n`)
  const { judge, candidate } = document.run.roles
  const report = markdownReport({
    document,
    benchmarks: reportedSuites(document, figures),
    records: run.records.map(redactedRecord),
    run: runName(resolve(folder.path), process.cwd()),
    // Where the judge itself is measured, a certificate is what the run is for.
    certificate: judge && candidate && redactSecrets(certificatesLine(certificatesFor(certificates, judge.served))),
  })
  const markdown = withShrunkItems(`${report}\n`, folder, run.records)
  writeWhole(folder.markdown, markdown)
  return markdown
}
