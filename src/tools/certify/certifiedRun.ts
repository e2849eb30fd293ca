import { dirname } from 'node:path'
import {
  type AnyCertificate,
  type CommandRun,
  certificatePath,
  HoldfastError,
  type Metric,
  makeFolder,
  partsOf,
  readRunSettings,
  writeWhole,
} from '../../kit.ts'

/** Percent of verdicts that may be null, and of items with a reply that was cut off: beyond, the figures are of the rest. */
const MAX_UNREAD = 5
const DAY = 24 * 60 * 60 * 1000

/** What certificates of every kind have. */
type Common = Omit<AnyCertificate, 'kind' | 'set' | 'promptSha256' | 'accuracy'>

/** A run that may certify its judge. */
export interface CertifiedRun {
  readonly common: Common
  /** A metric that the run must have, as certificates hold it. */
  figure(key: string): AnyCertificate['accuracy']
  /** The same, undefined where the run has none of it. */
  figureIfAny(key: string): AnyCertificate['accuracy'] | undefined
  /** Percent of the verdicts that name nothing. */
  readonly nullRate: number
  /** Parts of a group of its metrics. */
  partsOf(group: string): readonly string[]
}

/**
 * Checks that a run of a suite is fit to certify its judge.
 *
 * @param days the certificate is good for, from the run's beginning: answers that a finished run had before are no newer for it.
 * @param items what the suite's items are called, in the plural.
 * @throws HoldfastError for a run that is not complete, or of which too much could not be read.
 */
export function certifiedRun({ folder, scores, exitCode }: CommandRun, suite: string, days: number, items: string): CertifiedRun {
  const { run, suites } = scores
  const { metrics = {} } = suites[suite] ?? {}
  const { judge } = run.roles
  const data = run.data[suite]
  const incomplete = () =>
    new HoldfastError(
      'RUN',
      `Failed to certify ${judge?.model ?? 'the judge'}: the run is not complete. See what it printed above, and run again.`,
    )
  if (exitCode !== 0 || run.partial || !judge || !data) throw incomplete()
  const unread = metrics.null_rate?.value ?? 0
  const cut = 100 * (metrics.cut_rate?.value ?? 0)
  if (unread > MAX_UNREAD || cut > MAX_UNREAD) {
    throw new HoldfastError(
      'RUN',
      `Failed to certify ${judge.model}: ${unread.toFixed(1)} % of its verdicts name no output and ${cut.toFixed(1)} % of the ${items} have a reply that was cut off, at most ${MAX_UNREAD} % may. ${cut > MAX_UNREAD ? 'Give its entry in models a larger reasoningTokens.' : 'Look at them with npx holdfast show latest, and ask the judge by another strategy.'}`,
    )
  }
  if (suites[suite]?.items !== data.items) {
    throw new HoldfastError(
      'RUN',
      `Failed to certify ${judge.model}: the run had ${suites[suite]?.items} of ${data.items} ${items}. A certificate is of all of them: run without a limit and a shard.`,
    )
  }
  const date = new Date(run.startedAt)
  const figureIfAny = (key: string) => metrics[key] && figureOf(metrics[key])
  return {
    common: {
      schema: 'holdfast.certificate/1',
      judge: judge.model,
      simulated: judge.simulated,
      ...(judge.served && { served: judge.served }),
      votes: readRunSettings(folder).votes,
      data,
      version: run.version,
      run: run.id,
      date: date.toISOString(),
      expires: new Date(date.getTime() + days * DAY).toISOString(),
    },
    figure(key) {
      const figure = figureIfAny(key)
      if (!figure) throw incomplete()
      return figure
    },
    figureIfAny,
    nullRate: unread,
    partsOf: (group) => partsOf(metrics, group),
  }
}

/** What a certificate has of a metric. */
function figureOf({ value, n, ci95 }: Metric): AnyCertificate['accuracy'] {
  return { value, n, ci95 }
}

/** Writes a certificate to its place, over an older one of the same judge and set. */
export function writeCertificate(root: string, certificate: AnyCertificate): string {
  const path = certificatePath(root, certificate.judge, certificate.set)
  makeFolder(dirname(path))
  writeWhole(path, `${JSON.stringify(certificate, null, 2)}\n`)
  return path
}
