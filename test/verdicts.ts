import { describe, expect, test } from 'vitest'
import type { Gates, GatesInput } from '../src/core/format/gates.ts'
import type { ItemRecord, ItemState } from '../src/core/format/records.ts'
import type { Metric, Metrics } from '../src/core/format/scoresDocument.ts'
import { metric } from '../src/core/stats/summary/metric.ts'
import { suiteScores } from '../src/core/stats/summary/suiteScores.ts'
import { type DecideInput, decide, endedRecords } from '../src/deciding/decide.ts'
import type { GateFacts } from '../src/deciding/gates/evaluateGates.ts'

/** What is said of a run; what is left out is as in a run in which nothing is wrong. */
export interface ToldRun {
  /** Items by state: `P` passed, `F` failed, `U` unscored, `E` error, `S` skipped, `B` left by the budget, `X` stopped with the run. */
  readonly items?: string
  /** Of a second suite. */
  readonly others?: string
  /** Records planned; as many as there are by default, null where nobody knows. */
  readonly planned?: number | null
  readonly missing?: readonly string[]
  readonly gates?: GatesInput
  /** Roles that are simulated; the others are real. */
  readonly simulated?: readonly string[]
  readonly facts?: Partial<GateFacts>
  /** Which way the score is good. */
  readonly better?: Metric['better']
  readonly flags?: Partial<DecideInput['flags']>
}

/** A run, and the verdict on it. */
export interface VerdictRow extends ToldRun {
  readonly name: string
  readonly exit: 0 | 1 | 75
  /** Parts of the reasons, in order, one for each. */
  readonly says?: readonly (string | RegExp)[]
  /** Verdicts of the gates, in order. */
  readonly verdicts?: readonly string[]
  /** Whether a part of the run is missing; a reason that says so is of such a run, by default. */
  readonly partial?: boolean
}

const STATES: Readonly<Record<string, ItemState>> = {
  P: 'passed',
  F: 'failed',
  U: 'unscored',
  E: 'error',
  S: 'skipped',
  B: 'unscored',
  X: 'error',
}
const WHY: Readonly<Record<string, Partial<ItemRecord>>> = {
  U: { reason: 'the judge gave no usable reply' },
  E: { error: 'Failed to call m: 500.' },
  B: { reason: 'the budget of 1 USD is spent' },
  X: { error: 'Failed to call m: the run was stopped. Finish it with HOLDFAST_RESUME.' },
}

/** Records of a suite, one for each state. */
export function records(suite: string, states: string): ItemRecord[] {
  return [...states].map((state, index) => ({
    suite,
    item: `${suite}-${index}`,
    task: 'T',
    trial: 0,
    status: STATES[state] as ItemState,
    tags: {},
    scores: {},
    ...WHY[state],
  }))
}

/** The metrics that rules are about: a score of 0.8 (0.6 to 0.9) and an error rate of 0.1 without an interval. */
const METRICS: Metrics = { score: { value: 0.8, n: 10, ci95: [0.6, 0.9] }, faults: metric(0.1, { n: 10 }) }

/** What `decide` is given of a run. */
export function inputOf({
  items = 'PPPPPPPPPP',
  others,
  planned,
  missing,
  gates,
  simulated = [],
  facts,
  better,
  flags,
}: ToldRun): DecideInput {
  const ended = (suite: string, states: string) => [...endedRecords(records(suite, states), { interrupted: flags?.interrupted ?? false })]
  const [own, other] = [ended('demo', items), ended('other', others ?? '')]
  const all = [...own, ...other]
  return {
    plan: planned === null ? undefined : { records: planned ?? all.length, missing },
    records: all,
    suites: {
      demo: suiteScores(own, { ...METRICS, score: { ...(METRICS.score as Metric), better } }),
      ...(others !== undefined && { other: suiteScores(other, METRICS) }),
    },
    gates: gates as Gates | undefined,
    facts: { known: ['demo', 'other', 'lifbench'], ...facts },
    roles: {
      candidate: { model: 'm', simulated: simulated.includes('candidate') },
      judge: { model: 'j', simulated: simulated.includes('judge') },
    },
    flags: { strict: false, interrupted: false, sharded: false, otherFailures: [], ...flags },
  }
}

/** A gate by the lower bound of the score. */
export const min = (bound: number, more: object = {}): GatesInput => ({ demo: { score: { min: bound, ...more } } })

/** Holds each run to its verdict. */
export function testVerdicts(rows: readonly VerdictRow[]): void {
  describe('the verdict on a run', () => {
    test.each(rows.map((row) => [`${row.exit}: ${row.name}`, row] as const))('%s', (_name, row) => {
      const { exitCode, reasons, incomplete, gates } = decide(inputOf(row))
      const says = row.says ?? []
      expect(reasons).toHaveLength(says.length)
      for (const [index, expected] of says.entries()) expect(reasons[index]).toMatch(expected)
      expect(exitCode).toBe(row.exit)
      expect(incomplete !== undefined).toBe(row.partial ?? says.some((part) => /incomplete|missing|shard/.test(String(part))))
      expect(incomplete?.interrupted ?? false).toBe(row.flags?.interrupted ?? false)
      if (row.verdicts) expect(gates.map(({ verdict }) => verdict)).toEqual(row.verdicts)
    })

    test('is 0 exactly where there is no reason', () => {
      for (const row of rows) expect(decide(inputOf(row)).exitCode === 0).toBe((row.says ?? []).length === 0)
    })
  })
}
