import type { ScoresDocument } from '../../core/format/scoresDocument.ts'
import { certificatesFor, certificatesLine, findCertificates } from './certificate.ts'

/**
 * What stands beside the judge's name in the reports of a finished run; undefined where the judge itself is what the run is
 * about.
 *
 * @param votes of the judge in that run, where they are known.
 */
export async function certificateText(
  { run: { roles } }: ScoresDocument,
  votes: number | undefined,
  root: string,
): Promise<string | undefined> {
  if (!roles.judge || !roles.candidate) return undefined
  return certificatesLine(certificatesFor(await findCertificates(root, roles.judge.model, votes, new Date()), roles.judge.served))
}
