import { counted as countedNoun } from '../base/text/counted.ts'
import type { ResolvedConfig } from '../config/resolve.ts'
import type { Role, SuiteDefinition } from '../config/suite.ts'
import type { BenchmarkMeta, ItemMeta } from '../format/meta.ts'
import { inOrder, latestRecords, trialKey } from '../format/records.ts'
import type { ScoresDocument, SuiteScores } from '../format/scoresDocument.ts'
import { cost, stoppedByBudget } from '../models/budget.ts'
import { suiteScores } from '../stats/summary/suiteScores.ts'
import { comparableOf, incomparable } from './baseline/baseline.ts'
import {
  DEFAULT_MAX_UNSCORED,
  type EvaluatedGate,
  evaluateGates,
  type GateFacts,
  hasMetricGates,
  type JudgeStanding,
} from './gates/evaluateGates.ts'

/** Everything a run reported, from which its result follows. */
export interface RunFacts {
  readonly config: ResolvedConfig
  readonly benchmarks: readonly BenchmarkMeta[]
  readonly items: readonly ItemMeta[]
  /** Failures that are not scores, each a sentence: a file that did not load, a plain test, an unhandled error. */
  readonly otherFailures: readonly string[]
  readonly interrupted: boolean
  /** What is known of bundled suites: their names tell a mistyped one. */
  readonly suites: readonly Pick<SuiteDefinition, 'name' | 'roles' | 'scoring' | 'lowerIsBetter'>[]
  /** The baseline that gates name, or why it cannot be read. */
  readonly baseline?: ScoresDocument | string | undefined
}

/** The result of a run: its scores.json and why it exits as it does. */
export interface RunResult {
  readonly document: ScoresDocument
  readonly gates: readonly EvaluatedGate[]
  /** Reasons for exit code 1, empty for 0. */
  readonly reasons: readonly string[]
}

/** Scores, gates and exit code of a run (docs/contracts.md, section 1). Pure. */
export function runResult(facts: RunFacts, finishedAt: Date): RunResult {
  const { config, benchmarks, items } = facts
  const suites = Object.fromEntries(benchmarks.map((meta) => [meta.suite, scoresOf(meta, items)]))
  const roles = rolesOf(items)
  const { runId, startedAt, version, seed } = config
  const settings = settingsOf(facts)
  const data = Object.fromEntries(benchmarks.map((meta) => [meta.suite, meta.data]))
  const gates = config.gates ? evaluateGates(config.gates, suites, gateFacts(facts, { data, roles, ...settings })) : []
  const reasons = exitReasons(facts, suites, gates, roles)
  const document: ScoresDocument = {
    schema: 'holdfast.scores/1',
    run: {
      id: runId,
      startedAt,
      finishedAt: finishedAt.toISOString(),
      version,
      seed,
      partial: facts.interrupted || ranRecords(items) < plannedRecords(benchmarks),
      roles,
      data,
      ...settings,
      ...(config.shard && { shard: `${config.shard.index}/${config.shard.count}` }),
    },
    suites,
    usage: usageOf(items, config),
    gates: gates.map(({ because: _because, strict: _strict, ...gate }) => gate),
    exitCode: reasons.length > 0 ? 1 : 0,
  }
  return { document, gates, reasons }
}

function scoresOf(meta: BenchmarkMeta, items: readonly ItemMeta[]): SuiteScores {
  const records = latestRecords(items.map(({ record }) => record).filter((record) => record.suite === meta.suite))
  return suiteScores(inOrder(records), meta.metrics ?? {})
}

/** Options and versions of the suites that ran. */
function settingsOf({ config, benchmarks, suites }: RunFacts): Pick<ScoresDocument['run'], 'options' | 'scoring'> {
  const bundled = suites.filter(({ name }) => benchmarks.some(({ suite }) => suite === name))
  return {
    options: Object.fromEntries(bundled.map(({ name }) => [name, { ...config.suites[name] }])),
    scoring: Object.fromEntries(bundled.map(({ name, scoring }) => [name, scoring])),
  }
}

function gateFacts(facts: RunFacts, run: Pick<ScoresDocument['run'], 'data' | 'roles' | 'options' | 'scoring'>): GateFacts {
  const { config, benchmarks, suites, baseline } = facts
  const against = (suite: string) => {
    if (baseline === undefined) return undefined
    if (typeof baseline === 'string') return baseline
    // JSON, as the baseline's were written: an absent option and an undefined one are the same.
    const now = JSON.parse(JSON.stringify({ run })) as ScoresDocument
    const calls = suites.find(({ name }) => name === suite)?.roles
    return incomparable(comparableOf(baseline, suite, calls), comparableOf(now, suite, calls))
  }
  return {
    bundled: suites.map(({ name }) => name),
    judge: judgeOf(facts, run.roles),
    comparisons: Object.fromEntries(benchmarks.map(({ suite, baseline: comparison }) => [suite, comparison])),
    incomparable: Object.fromEntries(benchmarks.map(({ suite }) => [suite, against(suite)])),
    lowerIsBetter: (suite, key) => suites.find(({ name }) => name === suite)?.lowerIsBetter?.(key) ?? false,
    sharded: config.shard !== undefined,
  }
}

/** The judge, where it judged a model; where it is itself measured its certificate is what the run is for. */
function judgeOf({ config, benchmarks }: RunFacts, { judge }: Roles): JudgeStanding | undefined {
  const judged = benchmarks.some(({ roles }) => roles.length > 1 && roles.includes('judge'))
  return judge && judged ? { model: judge.model, certificate: config.certificate } : undefined
}

type Roles = ScoresDocument['run']['roles']

function rolesOf(items: readonly ItemMeta[]): Roles {
  const roles: Roles = {}
  for (const { usage } of items) {
    for (const [role, { model, simulated, calls }] of Object.entries(usage))
      if (calls > 0) roles[role] = { model, simulated: simulated || (roles[role]?.simulated ?? false) }
  }
  return roles
}

function usageOf(items: readonly ItemMeta[], { roles }: ResolvedConfig): ScoresDocument['usage'] {
  const total: ScoresDocument['usage'] = {}
  for (const { usage } of items) {
    for (const [role, counts] of Object.entries(usage)) {
      if (counts.calls === 0) continue
      const sum = total[role] ?? { calls: 0, cached: 0, promptTokens: 0, completionTokens: 0, usd: null }
      sum.calls += counts.calls
      sum.cached += counts.cached ?? 0
      sum.promptTokens += counts.promptTokens
      sum.completionTokens += counts.completionTokens
      const price = roles[role as Role]?.price
      if (price) sum.usd = cost(sum, price)
      total[role] = sum
    }
  }
  return total
}

/** Items that ended, each trial by itself. */
function ranRecords(items: readonly ItemMeta[]): number {
  return new Set(items.map(({ record }) => trialKey(record))).size
}

function plannedRecords(benchmarks: readonly BenchmarkMeta[]): number {
  return benchmarks.reduce((sum, { items, trials }) => sum + items * trials, 0)
}

function exitReasons(
  facts: RunFacts,
  suites: Readonly<Record<string, SuiteScores>>,
  gates: readonly EvaluatedGate[],
  roles: Roles,
): string[] {
  const { config, benchmarks, otherFailures } = facts
  const scores = Object.values(suites)
  const sum = (state: 'failed' | 'unscored' | 'error') => scores.reduce((total, entry) => total + entry[state], 0)
  const ran = ranRecords(facts.items)
  const planned = plannedRecords(benchmarks)
  const counted = scores.reduce((total, entry) => total + entry.items - entry.skipped, 0)
  const lost = sum('unscored') + sum('error')
  const limit = config.gates?.maxUnscored ?? DEFAULT_MAX_UNSCORED
  const broken = gates.filter(({ verdict }) => verdict === 'broken').length
  const simulated = Object.entries(roles).filter(([, role]) => role.simulated)
  const reasons: string[] = [...otherFailures]
  const undecided = gates.filter(({ verdict }) => verdict === 'undecided')
  if (broken > 0)
    reasons.push(`${broken} of ${countedNoun(gates.length, 'rule')} broken${undecided.length > 0 ? `, ${undecided.length} undecided` : ''}`)
  else if (undecided.some(({ strict }) => strict)) reasons.push(`${undecided.length} of ${countedNoun(gates.length, 'rule')} undecided`)
  if (hasMetricGates(config.gates) && simulated.length > 0 && !config.gates?.allowSimulated) {
    reasons.push(
      `gates are configured and the ${simulated.map(([role, { model }]) => `${role} is ${model}, simulated`).join('; ')}: name a real model, or set allowSimulated`,
    )
  }
  if (counted === 0) reasons.push('no item ran')
  else if (ran < planned) reasons.push(`partial: ${ran} of ${planned} items ran`)
  else if (facts.interrupted) reasons.push('interrupted')
  if (counted > 0 && lost / counted > limit)
    reasons.push(`${lost} of ${counted} items have no score, over the limit of ${Number((100 * limit).toFixed(2))} %`)
  const left = facts.items.filter(({ record }) => stoppedByBudget(record)).length
  if (left > 0) reasons.push(`the budget is spent: ${countedNoun(left, 'item')} left, finish them with HOLDFAST_RESUME`)
  if (config.strict && sum('failed') > 0) reasons.push(`HOLDFAST_STRICT: ${countedNoun(sum('failed'), 'item')} failed`)
  return reasons
}
