import { counted } from '../core/base/text/counted.ts'
import type { ResolvedConfig } from '../core/config/resolve.ts'
import { EXIT_INCOMPLETE } from '../core/format/exitIncomplete.ts'
import type { ItemResult } from '../core/format/itemResult.ts'
import type { ScoresDocument } from '../core/format/scoresDocument.ts'
import type { SuitePlan } from '../core/format/suitePlan.ts'
import type { ConcludedRun } from '../deciding/conclude.ts'
import type { SuiteResult } from '../deciding/figures.ts'
import type { EvaluatedGate } from '../deciding/gates/evaluateGates.ts'
import { DEFAULT_MAX_UNSCORED, hasMetricGates } from '../deciding/gates/evaluateGates.ts'
import { besideBlocks } from './besideBlocks.ts'
import { terminalBlocks } from './blocks/terminalBlocks.ts'
import { earlyEndText } from './earlyText.ts'
import { failureLines, unscoredLines } from './failures.ts'
import { gateLines } from './gateTable.ts'
import { grouped, labelled, paint, roughly, wrapWords } from './layout.ts'
import { modelNotes } from './modelNotes.ts'
import { scoreLines } from './scoreTable.ts'
import { simulatedBanner } from './simulatedBanner.ts'
import { suiteHeading, suiteOverview } from './suiteHeading.ts'

/** What the end of a run is told from. */
export interface ResultInput {
  readonly config: ResolvedConfig
  readonly concluded: ConcludedRun
  readonly plans: readonly SuitePlan[]
  readonly results: readonly ItemResult[]
  readonly figures: readonly SuiteResult[]
  /** Lines about failures that are not scores. */
  readonly otherFailures: readonly string[]
  /** Tests that are no scored items and passed. */
  readonly plainPassed: number
  readonly width: number
}

/** The end of a run for the terminal, up to the line with its verdict: failures, figures, gates, calls, exit code. */
export function resultLines({ config, concluded, plans, results, figures, otherFailures, plainPassed, width }: ResultInput): string[] {
  const { document, gates, reasons } = concluded
  const limit = config.gates?.maxUnscored ?? DEFAULT_MAX_UNSCORED
  const byName = [...plans].sort((one, other) => (one.suite < other.suite ? -1 : 1))
  const suites = byName.flatMap((plan) => {
    const own = results.filter(({ record }) => record.suite === plan.suite)
    const scores = document.suites[plan.suite]
    const presentation = document.presentation?.[plan.suite]
    const comparison = figures.find(({ suite }) => suite === plan.suite)?.comparison
    return [
      '',
      ...(scores ? suiteHeading(plan.suite, scores, presentation, width) : []),
      ...failureLines(plan, own, width, comparison),
      ...unscoredLines(own, limit, width),
      ...(scores ? scoreLines({ ...plan, headline: presentation?.headline }, scores, taskCounts(plan, own), width) : []),
      ...(scores ? besideBlocks(plan.suite, scores, document).flatMap((blocks) => [...terminalBlocks(blocks, width), '']) : []),
    ]
  })
  return [
    ...suites,
    ...suiteOverview(document, width),
    ...byName.flatMap(({ suite }) => {
      const text = earlyEndText(document, suite)
      return text === undefined ? [] : [...labelled(suite, text, width), '']
    }),
    ...gateLines(gates, width, { baseline: config.gates?.baseline, suites: document.suites }),
    ...otherFailures,
    ...(plainPassed > 0 ? ['', ` ${counted(plainPassed, 'test')} beside the items passed.`] : []),
    ...modelNotes(document).flatMap(({ role, text, isWarning }) => labelled(isWarning ? `! ${role}` : role, text, width)),
    ...usageLines(document.usage, width),
    ...simulatedBanner([{ document }], width),
    ...verdictLines(document, reasons, gatesHeld(gates, config), width, config.exportsBatch),
  ]
}

/** The exit code with its reasons; of an incomplete run, how to go on. */
function verdictLines(
  { exitCode, run }: ScoresDocument,
  reasons: readonly string[],
  held: string,
  width: number,
  exportsBatch = false,
): string[] {
  const goOn = exitCode === EXIT_INCOMPLETE && !exportsBatch ? [' Finish it: the same command with HOLDFAST_RESUME=latest.'] : []
  const text = exitCode === 0 ? `exit 0: ${run.early ? 'decided early' : 'complete'}, ${held}.` : `exit ${exitCode}: ${reasons.join('; ')}.`
  return [...wrapWords(text, width - 1, 8).map((line) => paint(exitCode === 0 ? 'green' : 'red', ` ${line}`)), ...goOn]
}

function gatesHeld(gates: readonly EvaluatedGate[], { gates: rules, shard }: ResolvedConfig): string {
  if (!hasMetricGates(rules)) return 'no gates configured'
  if (shard) return 'gates pending until all parts are merged by holdfast summarize'
  const count = (wanted: EvaluatedGate['verdict']) => gates.filter(({ verdict }) => verdict === wanted).length
  const [pending, undecided] = [count('pending'), count('undecided')]
  if (pending === gates.length) return 'no gate checked, their suites did not run'
  const rest = [...(undecided > 0 ? [`${undecided} undecided`] : []), ...(pending > 0 ? [`${pending} whose suites did not run`] : [])]
  return rest.length === 0 ? 'all gates held' : `all gates held but ${rest.join(' and ')}`
}

function taskCounts({ tasks }: SuitePlan, results: readonly ItemResult[]) {
  return tasks.map(({ task }) => {
    const scored = results.filter(({ record }) => record.task === task && (record.status === 'passed' || record.status === 'failed'))
    return { task, scored: scored.length, passed: scored.filter(({ record }) => record.status === 'passed').length }
  })
}

/** A failure for the terminal: a title, the message, and what Vitest prints below a message. */
export function otherFailureLines(name: string, message: readonly string[], details: readonly string[], width: number): string[] {
  return [
    ...labelled('x', name, width, 3),
    ...message.flatMap((line) => wrapWords(line, width - 4, 0).map((wrapped) => `    ${wrapped}`)),
    ...details.map((line) => `    ${line}`.trimEnd()),
  ]
}

/** What the run took: calls by role, how many of them came from cache or recording, tokens, and cost where prices are known. */
function usageLines(usage: ScoresDocument['usage'], width: number): string[] {
  const tokens = Object.values(usage).some(({ promptTokens, completionTokens }) => promptTokens + completionTokens > 0)
  const cached = Object.values(usage).some((role) => role.cached > 0)
  if (!tokens && !cached) return []
  const parts = Object.entries(usage).map(([role, { calls, cached: hits, promptTokens, completionTokens, usd }]) =>
    [
      `${role} ${grouped(calls)}`,
      ...(hits > 0 ? [`${Math.round((100 * hits) / calls)} % from cache or recording`] : []),
      ...(promptTokens + completionTokens > 0 ? [`${roughly(promptTokens)} tokens in, ${roughly(completionTokens)} out`] : []),
      ...(usd === null ? [] : [`$${usd.toFixed(2)}`]),
    ].join(', '),
  )
  return [...labelled('calls', parts.join('; '), width), '']
}
