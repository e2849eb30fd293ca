import { makeFolder } from '../base/files/makeFolder.ts'
import { writeWhole } from '../base/files/writeWhole.ts'
import { redactSecrets } from '../base/secrets.ts'
import type { ItemRecord } from '../format/records.ts'
import type { RunFolder } from '../format/runFolder.ts'
import { certificateFor, certificateLine, type FoundCertificate } from '../judges/certificate/certificate.ts'
import type { ConcludedRun } from '../results/conclude.ts'
import type { Figures } from '../results/figures.ts'
import { markdownReport, reportedSuites } from './markdown.ts'

/** A run that has been decided, with what its reports show beside its scores. */
export interface ReportedRun extends ConcludedRun {
  readonly records: readonly ItemRecord[]
  readonly figures: readonly Figures[]
  /** Certificate of the judge, or why it does not count. */
  readonly certificate: FoundCertificate | undefined
}

/**
 * Writes scores.json and report.md of a run.
 *
 * @returns the text of report.md.
 */
export function writeReports(folder: RunFolder, { document, gates, reasons, records, figures, certificate }: ReportedRun): string {
  makeFolder(folder.path)
  writeWhole(folder.scores, `${JSON.stringify(document, null, 2)}\n`)
  const { judge, candidate } = document.run.roles
  const report = markdownReport({
    document,
    gates,
    reasons,
    benchmarks: reportedSuites(document, figures),
    records,
    // Where the judge itself is measured, a certificate is what the run is for.
    certificate: judge && candidate && certificateLine(certificateFor(certificate, judge.served)),
  })
  const markdown = `${redactSecrets(report)}\n`
  writeWhole(folder.markdown, markdown)
  return markdown
}
