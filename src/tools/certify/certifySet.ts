import { existsSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import {
  type AnyCertificate,
  type CommandFlags,
  type CommandRun,
  type CommandTools,
  certificatePath,
  type GivenSettings,
  HoldfastError,
  LLMBAR,
  readCertificate,
  readLines,
  type StrategyName,
  wholeRun,
} from '../../kit.ts'
import { CERTIFY_CRITERIA, CERTIFY_PAIRS, certificateOf, checklistCertificate, judgeRun, pairFileCertificate } from './certificates.ts'
import { BUNDLED_CRITERIA, readLabelledCriteria, readPairFile } from './readSets.ts'

/** What is run for a certificate: a suite with these settings, and the certificate that its run earns. */
interface CertifiedSet {
  readonly suite: string
  readonly settings: GivenSettings
  readonly certificateFor: (run: CommandRun) => Promise<AnyCertificate>
}

/** The set that a judge is certified on: LLMBar, or the pairs or labelled criteria of a file, told apart by their fields. */
export async function certifiedSet(
  judge: string,
  strategy: StrategyName,
  days: number,
  { from, name }: CommandFlags,
  root: string,
): Promise<CertifiedSet> {
  if (from === undefined) {
    if (name !== undefined) throw new HoldfastError('USAGE', 'Failed to certify: --name names what --from gives. Add --from.')
    // PaLM 2's rule is for its published figures alone.
    const { suites, ...settings } = await judgeRun(judge, strategy)
    const whole = { ...settings, limit: undefined, suites: { llmbar: { ...suites?.llmbar, cotRule: 'phrase' } } }
    return { suite: LLMBAR, settings: whole, certificateFor: (run) => certificateOf(run, strategy, days) }
  }
  const isCriteria = from === BUNDLED_CRITERIA || (await hasCriteria(from))
  const pairs = isCriteria ? undefined : await readPairFile(from)
  const read = pairs ?? (await readLabelledCriteria(from))
  // A file may be called llmbar.jsonl; its certificate is none of LLMBar all the same.
  const own = name ?? (read.name === LLMBAR ? `${read.name}-file` : read.name)
  assertSameSet(root, judge, own, read.sha256)
  const [suite, options] = pairs
    ? [CERTIFY_PAIRS, { file: resolve(root, from), strategy }]
    : [CERTIFY_CRITERIA, { file: from === BUNDLED_CRITERIA ? 'bundled' : resolve(root, from) }]
  return {
    suite,
    // On all of it, decided by nobody.
    settings: { judge, limit: undefined, strict: false, suites: { [suite]: options } },
    certificateFor: async (run) => {
      const certificate = await (pairs ? pairFileCertificate(run, own, pairs.form, strategy, days) : checklistCertificate(run, own, days))
      // A name of the configuration has become a URI.
      assertSameSet(root, certificate.judge, own, read.sha256)
      return certificate
    },
  }
}

/** Measures a judge on a set. @throws HoldfastError for a run that was interrupted, and for one that earns no certificate. */
export async function certify(
  { suite, settings, certificateFor }: CertifiedSet,
  tools: CommandTools,
  work: string | undefined,
  root: string,
): Promise<AnyCertificate> {
  const place = work !== undefined && { out: resolve(root, work), resume: 'auto' }
  return certificateFor(wholeRun(await tools.runSuite(suite, { ...settings, ...place }, root), 'judge certify', '--work'))
}

/** Whether the first entry of a file has criteria: else it is of pairs. */
async function hasCriteria(path: string): Promise<boolean> {
  for await (const line of readLines(path)) if (line.trim() !== '') return /"criteria"\s*:/.test(line)
  return false
}

/**
 * A certificate takes the place of an older one of the same set only.
 *
 * @throws HoldfastError where the judge has one of another set under this name.
 */
function assertSameSet(root: string, judge: string, set: string, sha256: string): void {
  const path = certificatePath(root, judge, set)
  if (!existsSync(path)) return
  const before = readCertificate(path)
  // One that cannot be read is worth nothing.
  if (before.problem !== undefined || before.data.sha256 === sha256) return
  throw new HoldfastError(
    'USAGE',
    `Failed to certify ${judge}: ${relative(root, path)} is of other items named ${set} (SHA-256 ${before.data.sha256.slice(0, 12)}, now ${sha256.slice(0, 12)}). Name this set with --name, or remove that file.`,
  )
}
