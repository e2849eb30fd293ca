import type { ItemRecord } from '../../../core/format/records.ts'
import type { ScoresDocument } from '../../../core/format/scoresDocument.ts'
import { metric } from '../../../core/stats/summary/metric.ts'
import { type SuiteRules, summaryRules } from '../../../deciding/suiteRules.ts'
import { terminalBlocks } from '../../../reports/blocks/terminalBlocks.ts'
import { historyBlocks } from '../historyBlocks.ts'
import type { HistoryRun } from '../historyRuns.ts'
import { suiteHistory } from '../suiteHistory.ts'

/** Items of each run. */
export const ITEMS = 200

/** A suite whose figure is the mean of its items. */
export const rules: SuiteRules = {
  name: 'demo',
  roles: ['candidate'],
  scoring: 1,
  ...summaryRules('demo', ({ records }) => {
    const scored = records.filter(({ status }) => status === 'passed' || status === 'failed')
    const mean = scored.reduce((sum, { scores }) => sum + (scores.total ?? 0), 0) / scored.length
    return scored.length === 0 ? {} : { score: metric(mean, { n: scored.length, range: [0, 1] }) }
  }),
}

/** What is other than of every week. */
export interface Made {
  readonly scores?: (item: number) => number | undefined
  readonly served?: string
  readonly fingerprint?: string
  readonly sha256?: string
  readonly judge?: string
  readonly model?: string
}

/** A run of a week, of a model that gets four of five items right, always the same ones. */
export function week(number: number, made: Made = {}): HistoryRun {
  const { scores = right, served = 'demo-1', fingerprint = 'a', sha256 = '0', judge, model = 'openai:demo' } = made
  const records = Array.from({ length: ITEMS }, (_, item): ItemRecord => {
    const total = scores(item)
    const status = total === undefined ? 'error' : total >= 1 ? 'passed' : 'failed'
    return { suite: 'demo', item: `i${item}`, task: 't', trial: 0, status, tags: {}, scores: total === undefined ? {} : { total } }
  })
  const startedAt = new Date(Date.UTC(2026, 0, 5 + 7 * number)).toISOString()
  const document = {
    run: {
      id: `run-${number}`,
      startedAt,
      version: '0.1.0',
      roles: {
        candidate: { model, simulated: false, served: [served], fingerprints: [fingerprint] },
        ...(judge && { judge: { model: judge, simulated: false } }),
      },
      called: { demo: judge ? ['candidate', 'judge'] : ['candidate'] },
      data: { demo: { source: 'demo', sha256, items: ITEMS } },
      scoring: { demo: 1 },
      options: {},
    },
    suites: { demo: { metrics: rules.summarize(records) } },
  } as unknown as ScoresDocument
  return { name: `week-${number}`, document, records }
}

/** What the model of every week gets right. */
export const right = (item: number) => (item % 5 === 0 ? 0 : 1)

/** How alarms are watched. */
export const OPTIONS = { rate: 0.05, per: 52 }

/** Runs of so many weeks. */
export const weeks = (count: number, made: (number: number) => Made = () => ({})) =>
  Array.from({ length: count }, (_, at) => week(at, made(at)))

/** What the terminal shows of runs. */
export const screenOf = (runs: readonly HistoryRun[], options = OPTIONS) => {
  const report = { suites: [suiteHistory(rules, runs, options)], passedOver: [], rate: 0.05, per: 52, simulated: false }
  return terminalBlocks(historyBlocks(report, 9), 300).join('\n')
}
