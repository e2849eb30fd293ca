import { fromAny } from '../core/base/collections.ts'
import { holdfastCommand } from '../core/base/text/shellWord.ts'
import type { Gates } from '../core/format/gates.ts'
import { signsText } from '../core/format/judgeSign.ts'
import type { LeftOut } from '../core/format/leftOut.ts'
import { inOrder } from '../core/format/records.ts'
import type { Role } from '../core/format/role.ts'
import type { ScoresDocument, SuiteScores } from '../core/format/scoresDocument.ts'
import { suiteScores } from '../core/stats/summary/suiteScores.ts'
import { certificatesFor, type FoundCertificate } from '../judging/certificate/certificate.ts'
import { type Comparable, comparableOf, incomparable, otherServed, simulatedBase } from './baseline/baseline.ts'
import { baselineChanges, suiteChange } from './baseline/compareWithBaseline.ts'
import { type DecideFlags, type DecideInput, type Decision, decide, endedRecords } from './decide.ts'
import { countedRecords } from './early/earlyDecision.ts'
import { shownScores } from './early/widened.ts'
import type { SuiteResult } from './figures.ts'
import { type BaseFacts, type GateFacts, jointChance } from './gates/evaluateGates.ts'
import { whyNoValue } from './headline.ts'

/** A run that has ended, or the parts of one put together, with nothing decided yet. */
export interface EndedRun extends Pick<DecideInput, 'plan' | 'records'> {
  /** What scores.json says of the run itself. */
  readonly run: Omit<ScoresDocument['run'], 'partial' | 'incomplete'>
  readonly figures: readonly SuiteResult[]
  readonly presentation: ScoresDocument['presentation']
  /** What was left out of suites before the first call, by their names. */
  readonly leftOut?: Readonly<Record<string, readonly LeftOut[]>> | undefined
  readonly calls: Readonly<Record<string, readonly Role[]>>
  readonly usage: ScoresDocument['usage']
  /** What each suite took of it, where there were several. */
  readonly spent?: ScoresDocument['spent']
  /** What items that were not needed would have taken, by suite, as far as known. */
  readonly saved?: Readonly<Record<string, Saved>>
}

/** Calls that were not made, and dollars where they have a price. */
export type Saved = NonNullable<NonNullable<ScoresDocument['run']['early']>[string]['saved']>

/** What a run is decided by. */
export interface ConcludeBy {
  readonly gates: Gates | undefined
  /** The baseline that gates name, or why it cannot be read. */
  readonly baseline: ScoresDocument | string | undefined
  /** Runs of this candidate that gates held against it before. */
  readonly earlier?: number | undefined
  /** `worse` rules of the whole configuration, where the gates are those of one suite alone. */
  readonly worseRules?: number | undefined
  /** Certificates of the judge, or why they do not count. */
  readonly certificates: readonly FoundCertificate[]
  /** Names of suites there are beside those that ran, to tell a mistyped one. */
  readonly known: readonly string[]
  readonly flags: DecideFlags
}

/** A run with its verdict, and the records that it is of: {@link endedRecords}. */
export interface ConcludedRun extends Pick<Decision, 'gates' | 'reasons'>, Pick<DecideInput, 'records'> {
  readonly document: ScoresDocument
}

/** Scores, gates and exit code of a run, as its scores.json has them. Pure. */
export function conclude(run: EndedRun, by: ConcludeBy): ConcludedRun {
  const ended = { ...run, records: endedRecords(run.records, by.flags) }
  // Suites end in any order; everything that reads the document shows them in this one.
  const byName = [...ended.figures].sort((one, other) => (one.suite < other.suite ? -1 : 1))
  const suites = Object.fromEntries(byName.map((figures) => [figures.suite, scoresOf(figures, ended)]))
  const { gates, reasons, incomplete, exitCode } = decide({
    plan: ended.plan,
    records: ended.records,
    suites,
    gates: by.gates,
    facts: gateFacts(ended, by),
    roles: ended.run.roles,
    usage: ended.usage,
    spent: ended.spent,
    startedAt: ended.run.startedAt,
    flags: by.flags,
  })
  const each = <T>(of: (figures: SuiteResult) => T | undefined) => fromAny(ended.figures.map((figures) => [figures.suite, of(figures)]))
  const document: ScoresDocument = {
    schema: 'holdfast.scores/1',
    run: {
      ...ended.run,
      partial: incomplete !== undefined || Object.values(suites).some((scores) => scores.leftOut),
      ...(incomplete && { incomplete }),
      ...(by.flags.otherFailures.length > 0 && { otherFailures: [...by.flags.otherFailures] }),
      labels: each(({ people }) => people),
      doubtful: each(({ doubt }) => doubt),
      early: each((figures) => earlyOf(figures, ended)),
    },
    suites,
    presentation: ended.presentation,
    usage: ended.usage,
    spent: ended.spent,
    gates: gates.map(({ fails: _fails, p: _p, ...gate }) => gate),
    redByChance: jointChance(gates, by.gates?.holm),
    baseline: changesOf(ended, by),
    lastRun: lastRunsOf(ended),
    exitCode,
    ...(reasons.length > 0 && { reasons: [...reasons] }),
  }
  return { document, gates, reasons, records: ended.records }
}

/** How the suites changed from the baseline that gates name; nothing without one. */
function changesOf({ run, figures, calls }: EndedRun, { gates, baseline, earlier }: ConcludeBy): ScoresDocument['baseline'] {
  if (gates?.baseline === undefined || typeof baseline !== 'object') return undefined
  const suites = figures.flatMap(({ suite, comparison }) => {
    if (!baseline.suites[suite]) return []
    const why = incomparable(...comparables(baseline, run, suite, calls))
    return [[suite, why === undefined ? (comparison ? suiteChange(comparison) : {}) : { incomparable: why }] as const]
  })
  return baselineChanges(gates.baseline, baseline, Object.fromEntries(suites), earlier)
}

/** How the suites changed from the last runs of them, where these were judged alike too. */
function lastRunsOf({ run, figures, calls }: EndedRun): ScoresDocument['lastRun'] {
  return fromAny(
    figures.map(({ suite, fromLast }) => [
      suite,
      fromLast && incomparable(fromLast.like, comparableOf(asWritten(run), suite, calls[suite])) === undefined ? fromLast.last : undefined,
    ]),
  )
}

/** JSON, as other runs' were written: an absent option and an undefined one are the same. */
function asWritten(run: EndedRun['run']): Pick<ScoresDocument, 'run'> {
  return JSON.parse(JSON.stringify({ run }))
}

/** What must be the same of the baseline and the run in one suite. */
function comparables(baseline: ScoresDocument, run: EndedRun['run'], suite: string, calls: EndedRun['calls']): [Comparable, Comparable] {
  return [comparableOf(baseline, suite, calls[suite]), comparableOf(asWritten(run), suite, calls[suite])]
}

/** What gates say of a suite whose baseline was made otherwise: nothing, or that a change may be the judge's. */
function gateComparability(ended: EndedRun, { gates, baseline }: ConcludeBy, suite: string): BaseFacts {
  if (typeof baseline !== 'object') return {}
  const [base, now] = comparables(baseline, ended.run, suite, ended.calls)
  const isSimulated = (role: Role) => ended.run.roles[role]?.simulated === true
  const why = incomparable({ ...base, judgedBy: undefined }, now) ?? simulatedBase(baseline, gates, ended.calls[suite], isSimulated)
  const signs = signsText(baseline.suites[suite]?.judgeSigns)
  if (why === undefined && signs !== undefined) return { signs: `of the baseline: ${signs}. Judge it anew` }
  const other = otherServed(base, now)
  if (why !== undefined || other === undefined) return { why }
  const again = holdfastCommand('judge', 'again', gates?.baseline ?? '', '--judge', base.judge ?? '')
  return { other: `the baseline was made with ${other}, so a change may be the judge’s. Judge it anew: ${again}` }
}

function scoresOf(
  { suite, metrics, headline, none, about, early }: SuiteResult,
  { records, presentation, leftOut }: EndedRun,
): SuiteScores {
  const own = inOrder(records.filter((record) => record.suite === suite))
  const shown = shownScores(countedRecords(own, early), metrics, early)
  // Items that were under way at the decision count in no figure, but they ran.
  const scores = { ...shown, ...(early && suiteScores(own, {})) }
  const left = leftOut?.[suite]
  const { key } = presentation?.[suite]?.headline ?? headline
  const noValue = shown.metrics[key] ? undefined : whyNoValue(scores, about?.item, none[key])
  return { ...scores, ...(left && { leftOut: left }), headline: key, ...(noValue !== undefined && { noValue }), metrics: shown.metrics }
}

/** How a suite ended early, with what was saved. */
function earlyOf({ suite, early }: SuiteResult, { saved }: EndedRun) {
  if (!early) return undefined
  const { rules: _rules, ...told } = early
  return { ...told, ...(saved?.[suite] && { saved: saved[suite] }) }
}

function gateFacts(ended: EndedRun, by: ConcludeBy): Omit<GateFacts, 'pending'> {
  const { run, figures, calls } = ended
  const { baseline, certificates, known, worseRules } = by
  const each = <T>(of: (figures: SuiteResult) => T) => Object.fromEntries(figures.map((one) => [one.suite, of(one)]))
  // Where the judge is itself what is measured, a certificate is what the run is for.
  const isJudged = Object.values(calls).some((roles) => roles.length > 1 && roles.includes('judge'))
  const { judge } = run.roles
  return {
    known,
    trials: run.trials,
    judge: judge && isJudged ? { model: judge.model, certificates: certificatesFor(certificates, judge.served) } : undefined,
    comparisons: each(({ comparison }) => comparison),
    people: each(({ people }) => people),
    floors: each(({ about }) => about?.floor),
    doubt: each(({ doubt }) => doubt),
    early: each(({ early }) => early),
    noBaseline: typeof baseline === 'string' ? baseline : undefined,
    base: each(({ suite }) => gateComparability(ended, by, suite)),
    worseRules,
  }
}
