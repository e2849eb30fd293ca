import { sum } from '../core/base/collections.ts'
import { counted } from '../core/base/text/counted.ts'
import { resumedBy } from '../core/config/settingOrigins.ts'
import { EXIT_INCOMPLETE } from '../core/format/exitIncomplete.ts'
import { type Gates, hasMetricGates } from '../core/format/gates.ts'
import { type ItemRecord, stoppedByBudget, stoppedWithRun, trialKey } from '../core/format/records.ts'
import type { ScoresDocument, SuiteScores } from '../core/format/scoresDocument.ts'
import { DEFAULT_MAX_UNSCORED, type EvaluatedGate, evaluateGates, type GateFacts } from './gates/evaluateGates.ts'

/** What a run was to do. */
export interface RunPlan {
  /** Records that it was to write: items times trials, over all its suites. */
  readonly records: number
  /** Whether items have several trials: then not items are counted. */
  readonly inTrials?: boolean | undefined
  /** Parts of a sharded run that are not there, as `2/4`, or `2/4 of llmbar` where not all suites lack them. */
  readonly missing?: readonly string[] | undefined
}

/** What else bears on the verdict. */
export interface DecideFlags {
  /** Any failed item fails the run (`HOLDFAST_STRICT`). */
  readonly strict: boolean
  /** The run was stopped from outside and can go on by itself. */
  readonly interrupted: boolean
  /** It was stopped since answers come by batch. */
  readonly awaitsBatch?: boolean | undefined
  /** One part of a run alone: gates stay pending until the parts are merged. */
  readonly sharded: boolean
  /** Failures that are not scores, each a sentence: a file that did not load, a plain test, an unhandled error. */
  readonly otherFailures: readonly string[]
  /** The pattern that names of tests had to match (`-t`). */
  readonly nameFilter?: string | undefined
}

/** Everything that decides a run. */
export interface DecideInput {
  /** Undefined for bare records: nobody knows what else was planned. */
  readonly plan: RunPlan | undefined
  /** The last record of each item and trial that has ended, of all suites: {@link endedRecords}. */
  readonly records: readonly ItemRecord[]
  readonly suites: Readonly<Record<string, SuiteScores>>
  readonly gates: Gates | undefined
  /** What rules are held against beside the metrics: the baseline and the judge's certificate. */
  readonly facts: Omit<GateFacts, 'pending'>
  readonly roles: ScoresDocument['run']['roles']
  readonly usage?: ScoresDocument['usage']
  /** What each suite took of it, where there were several. */
  readonly spent?: ScoresDocument['spent']
  /** When the run began. */
  readonly startedAt?: string | undefined
  readonly flags: DecideFlags
}

/** The verdict on a run. */
export interface Decision {
  readonly gates: readonly EvaluatedGate[]
  /** Why the exit code is not 0, each a sentence without its full stop; empty for 0. */
  readonly reasons: readonly string[]
  /** Fewer items ran than were planned: how many, counting each trial, and whether it was stopped. Undefined of a run that ended. */
  readonly incomplete: ScoresDocument['run']['incomplete']
  /** 0: complete, and every gate holds. 75: incomplete and nothing else, and it can go on by itself. 1: all else. */
  readonly exitCode: 0 | 1 | 75
}

/** Records of what has ended: of a run that was stopped from outside, without the items that this cut off. They are yet to come. */
export function endedRecords(records: readonly ItemRecord[], { interrupted }: Pick<DecideFlags, 'interrupted'>): readonly ItemRecord[] {
  return interrupted ? records.filter((record) => !stoppedWithRun(record)) : records
}

/** Decides a run, live, merged or judged again: its gates, its exit code, and why. The only function that does; pure. */
export function decide({ plan, records, suites, gates: rules, facts, roles, usage = {}, spent, startedAt, flags }: DecideInput): Decision {
  const ran = new Set(records.map(trialKey)).size
  const missing = plan?.missing ?? []
  const unpaid = records.filter(stoppedByBudget).length
  const isIncomplete = flags.interrupted || missing.length > 0 || unpaid > 0 || (plan !== undefined && ran < plan.records)
  // Figures of a part decide nothing about the whole.
  const gates = rules ? evaluateGates(rules, suites, { ...facts, pending: flags.sharded || isIncomplete }) : []
  const faults = [
    ...flags.otherFailures,
    ...gateFaults(gates),
    ...simulatedFaults(rules, roles),
    ...replayFaults(rules, usage),
    ...cacheFaults(rules, spent ? Object.values(spent) : [{ usage }], startedAt),
    ...countFaults(suites, records, rules, flags, plan?.records ?? 0),
    // More money is needed, so such a run cannot go on by itself.
    ...(unpaid > 0 ? [`the budget is spent: ${counted(unpaid, 'item')} left. Finish them with ${resumedBy()} and a larger budget`] : []),
  ]
  const lacking = missing.length > 0 ? [`incomplete: shard ${missing.join(', ')} missing`] : []
  if (plan !== undefined && ran > 0 && ran < plan.records)
    lacking.push(`incomplete: ${ran} of ${plan.records} ${plan.inTrials ? 'trials of items' : 'items'} ran`)
  if (flags.interrupted) lacking.push(flags.awaitsBatch ? 'answers are to come by batch' : 'interrupted')
  const reasons = [...faults, ...lacking]
  const canGoOn = faults.length === 0 && flags.interrupted && missing.length === 0
  // How many a part that is not there was to do, nobody knows.
  const known = { ...(missing.length === 0 && { planned: plan?.records }), ...(flags.interrupted && { interrupted: true as const }) }
  const incomplete = isIncomplete ? { ran: ran - unpaid, ...known } : undefined
  return { gates, reasons, incomplete, exitCode: reasons.length === 0 ? 0 : canGoOn ? EXIT_INCOMPLETE : 1 }
}

function gateFaults(gates: readonly EvaluatedGate[]): string[] {
  const broken = gates.filter(({ verdict }) => verdict === 'broken').length
  const undecided = gates.filter(({ verdict }) => verdict === 'undecided')
  const all = counted(gates.length, 'gate')
  if (broken > 0) return [`${broken} of ${all} broken${undecided.length > 0 ? `, ${undecided.length} undecided` : ''}`]
  return undecided.some(({ fails }) => fails) ? [`${undecided.length} of ${all} undecided`] : []
}

/** Else a simulated model, which passes what it is told to pass, would let every release through. */
function simulatedFaults(rules: Gates | undefined, roles: DecideInput['roles']): string[] {
  const simulated = Object.entries(roles).filter(([, role]) => role.simulated)
  if (!hasMetricGates(rules) || simulated.length === 0 || rules?.allowSimulated) return []
  const named = simulated.map(([role, { model }]) => `${role} is ${model}, simulated`).join('; ')
  return [`gates are configured and the ${named}: name a real model, or set allowSimulated`]
}

/** A recording says nothing of a question that it was not asked. */
function replayFaults(rules: Gates | undefined, usage: ScoresDocument['usage']): string[] {
  const otherwise = sum(Object.values(usage).map(({ askedOtherwise = 0 }) => askedOtherwise))
  if (!hasMetricGates(rules) || otherwise === 0) return []
  return [`gates are configured and ${counted(otherwise, 'call')} answered by a recording that was asked otherwise: record anew`]
}

/** Answers of before the run say nothing of the model now. One of a gated run asks for all of them; one that was begun without gates did not. */
function cacheFaults(rules: Gates | undefined, suites: readonly Pick<ScoresDocument, 'usage'>[], startedAt: string | undefined): string[] {
  const measured = suites.flatMap(({ usage: { candidate, judge } }) => candidate ?? judge ?? [])
  const oldest = Math.min(...measured.map(({ oldestCached }) => oldestCached ?? Number.POSITIVE_INFINITY))
  if (!hasMetricGates(rules) || rules?.allowCached || startedAt === undefined || !(oldest < Date.parse(startedAt))) return []
  return [
    `gates are configured and ${counted(sum(measured.map(({ fromCache = 0 }) => fromCache)), 'answer')} of before the run came from the cache: run anew, or set allowCached`,
  ]
}

const OVER_LIMIT = 'no score, over the limit of'

/** Whether a run fails since too many of its items have no score. */
export function lacksScores({ reasons = [] }: Pick<ScoresDocument, 'reasons'>): boolean {
  return reasons.some((reason) => reason.includes(OVER_LIMIT))
}

/** What the counts of items say. Items that are skipped were decided before the run and count nowhere. */
function countFaults(
  suites: DecideInput['suites'],
  records: readonly ItemRecord[],
  rules: Gates | undefined,
  { strict, interrupted, awaitsBatch, nameFilter }: DecideFlags,
  planned: number,
): string[] {
  const all = Object.values(suites)
  const count = (of: 'items' | 'skipped' | 'failed' | 'unscored' | 'error') => all.reduce((total, scores) => total + scores[of], 0)
  const due = count('items') - count('skipped')
  const lost = count('unscored') + count('error')
  const limit = rules?.maxUnscored ?? DEFAULT_MAX_UNSCORED
  const over = (some: number, all: number) => all > 0 && some / all > limit
  const without = (some: number, all: number, what: string) =>
    `${some} of ${counted(all, what)} ${all === 1 ? 'has' : 'have'} ${OVER_LIMIT} ${Number((100 * limit).toFixed(2))} %`
  // An item has the state of most of its trials: those that fail beside them are seen here alone.
  const trials = records.filter(({ status }) => status !== 'skipped')
  const lostTrials = trials.filter(({ status }) => status === 'unscored' || status === 'error').length
  const lacks = over(lost, due)
    ? [without(lost, due, 'item')]
    : over(lostTrials, trials.length)
      ? [without(lostTrials, trials.length, 'trial')]
      : []
  return [
    ...(due === 0 && !interrupted ? [noItem(nameFilter, planned)] : []),
    // What has ended before the last wave is no share of the whole.
    ...(awaitsBatch ? [] : lacks),
    ...(strict && count('failed') > 0 ? [`HOLDFAST_STRICT: ${counted(count('failed'), 'item')} failed`] : []),
  ]
}

function noItem(nameFilter: string | undefined, planned: number): string {
  return nameFilter === undefined || planned === 0
    ? 'no item ran'
    : `no item ran: none of ${planned} has ${JSON.stringify(nameFilter)} in its name (-t)`
}
