import { describe, expect, test } from 'vitest'
import { isLong } from '../../../../test/shared.ts'
import type { Metric } from '../../../core/format/scoresDocument.ts'
import { LEAST_LABELLED, labelsNeeded } from '../../../core/stats/labelsNeeded.ts'
import { boundVerdict } from '../../../deciding/gates/evaluateGates.ts'
import { DESIGNS, halfFilled, meanOfTasks, type SimulatedJudging, simulateJudging, truthOf } from '../test/judgedSimulation.ts'
import { correctedMetrics } from './correctedMetrics.ts'

const RIGHT: SimulatedJudging = { truth: 0.6, sensitivity: 1, specificity: 1, items: 200, labels: 40 }
const correct = (design: SimulatedJudging, seed: number) => correctedMetrics({ ...simulateJudging(design, seed), summarize: meanOfTasks })

describe('metrics corrected by labels', () => {
  test('of a judge who calls all right are moved by what people call wrong of the labelled', () => {
    const { records, labelled } = simulateJudging({ ...RIGHT, truth: 0.5, tasks: 1, specificity: 0 }, 1)
    const wrong = labelled.filter(({ people }) => people.scores.score === 0).length
    const { overall } = correctedMetrics({ records, labelled, summarize: meanOfTasks })
    expect(meanOfTasks(records).overall?.value).toBe(1)
    expect(overall?.value).toBeCloseTo(1 - wrong / labelled.length, 12)
    expect(overall?.n).toBe(40)
  })

  test('count labelled items by the inverse of their chance', () => {
    const { records, labelled } = simulateJudging({ ...RIGHT, truth: 0.5, tasks: 1, specificity: 0 }, 2)
    const uneven = labelled.map((entry, at) => ({ ...entry, probability: at % 2 === 0 ? 0.1 : 0.4 }))
    const weighted = (wanted: (score: number) => boolean) =>
      uneven.reduce((sum, { people, probability }) => sum + (wanted(people.scores.score as number) ? 1 / probability : 0), 0)
    const { overall } = correctedMetrics({ records, labelled: uneven, summarize: meanOfTasks })
    expect(overall?.value).toBeCloseTo(weighted((score) => score === 1) / weighted(() => true), 12)
  })

  test("are people's own where all is labelled", () => {
    const design = { ...RIGHT, sensitivity: 0.7, specificity: 0.6, labels: 200 }
    const { records, labelled } = simulateJudging(design, 3)
    const people = meanOfTasks(labelled.map((entry) => entry.people).sort((one, other) => (one.item < other.item ? -1 : 1)))
    const found = correctedMetrics({ records, labelled, summarize: meanOfTasks })
    expect(labelled).toHaveLength(200)
    for (const key of ['overall', 't0']) {
      expect(found[key]?.value).toBeCloseTo(people[key]?.value as number, 12)
      expect(found[key]?.ofLabels).toBeCloseTo(0, 12)
    }
  })

  test('do not take a judge for perfect that erred in no label', () => {
    const { records, labelled } = simulateJudging(RIGHT, 4)
    const width = ({ ci95 }: Metric) => (ci95 as [number, number])[1] - (ci95 as [number, number])[0]
    const few = correctedMetrics({ records, labelled, summarize: meanOfTasks }).overall as Metric
    const all = correct({ ...RIGHT, labels: 200 }, 4).overall as Metric
    expect(few.value).toBeCloseTo(meanOfTasks(records).overall?.value as number, 12)
    expect(width(few)).toBeGreaterThan(1.1 * width(all))
    expect(few.ofLabels).toBeGreaterThan(0)
  })

  test('are left out with too few labels, and where no label can change them', () => {
    const { records, labelled } = simulateJudging(RIGHT, 5)
    expect(correctedMetrics({ records, labelled: labelled.slice(0, LEAST_LABELLED - 1), summarize: meanOfTasks })).toEqual({})
    const counted = () => ({ ...meanOfTasks(records), items: { value: records.length, n: records.length, ci95: null } })
    expect(Object.keys(correctedMetrics({ records, labelled, summarize: counted }))).toEqual([])
  })
})

const RUNS = isLong ? 500 : 50

describe('a sheet of which people left out what the judge got wrong', () => {
  const design: SimulatedJudging = { truth: 0.7, sensitivity: 1, specificity: 0.6, items: 200, labels: 50 }
  const filled = (seed: number) => halfFilled(simulateJudging(design, seed), 0.25, seed)

  test('has bounds with these at either end, and an interval that reaches over both', () => {
    const { records, labelled, unlabelled } = filled(1)
    const { overall } = correctedMetrics({ records, labelled, unlabelled, summarize: meanOfTasks })
    const at = (end: 0 | 1) =>
      correctedMetrics({
        records,
        labelled: [...labelled, ...unlabelled.map((one) => ({ ...one, people: one.extremes[end] }))],
        summarize: meanOfTasks,
      }).overall as Metric
    const alone = correctedMetrics({ records, labelled, summarize: meanOfTasks }).overall as Metric
    expect(unlabelled.length).toBeGreaterThan(2)
    expect(overall?.value).toBe(alone.value)
    expect(overall?.bounds).toEqual([at(0).value, at(1).value])
    expect(overall?.ci95?.[0]).toBe(at(0).ci95?.[0])
    expect(overall?.ci95?.[1]).toBeGreaterThanOrEqual(at(1).ci95?.[1] as number)
    expect(alone).not.toHaveProperty('bounds')
  })

  test('has an interval that holds what people would say, where that of the others does not', () => {
    const held = { all: 0, others: 0 }
    for (let seed = 0; seed < RUNS; seed += 1) {
      const { records, labelled, unlabelled } = filled(seed)
      for (const [name, known] of [
        ['all', unlabelled],
        ['others', []],
      ] as const) {
        const { ci95 } = correctedMetrics({ records, labelled, unlabelled: known, summarize: meanOfTasks }).overall as Metric
        held[name] += Number(ci95 && ci95[0] <= design.truth && design.truth <= ci95[1])
      }
    }
    expect(held.all / RUNS).toBeGreaterThan(0.93)
    expect(held.others / RUNS).toBeLessThan(0.8)
  })
})

describe('the interval of a corrected metric', () => {
  test.each(isLong ? DESIGNS : DESIGNS.slice(0, 3))('holds what people would say of all items: $name', ({ name, ...design }) => {
    const truths: Readonly<Record<string, number>> = { overall: design.truth, t0: truthOf(design, 0) }
    const held: Record<string, number> = { overall: 0, t0: 0 }
    const seen: Record<string, number> = { overall: 0, t0: 0 }
    let judgeAlone = 0
    for (let seed = 0; seed < RUNS; seed += 1) {
      const found = correct(design, seed)
      for (const [key, { ci95 }] of Object.entries(found)) {
        const [low, high] = ci95 as [number, number]
        seen[key] = (seen[key] as number) + 1
        if (low <= (truths[key] as number) && (truths[key] as number) <= high) held[key] = (held[key] as number) + 1
      }
      const raw = meanOfTasks(simulateJudging(design, seed).records).overall?.value as number
      judgeAlone += Number(Math.abs(raw - design.truth) <= 1.96 * Math.sqrt((raw * (1 - raw)) / design.items))
    }
    // Three standard errors of 95 % in as many runs. More than 97 % is no fault where errors are few.
    const least = (runs: number) => 0.95 - 3 * Math.sqrt((0.95 * 0.05) / runs)
    expect((held.overall as number) / RUNS).toBeGreaterThan(least(RUNS))
    expect(seen.overall).toBe(RUNS)
    if ((seen.t0 as number) > RUNS / 2) expect((held.t0 as number) / (seen.t0 as number)).toBeGreaterThan(least(seen.t0 as number))
    // The judge's own interval is about another figure: this one calls more wrong answers right than right ones wrong.
    if (name.startsWith('lenient') || name === 'by doubt') expect(judgeAlone / RUNS).toBeLessThan(0.5)
  })
})

describe('a gate on a corrected figure', () => {
  const design: SimulatedJudging = { truth: 0.7, sensitivity: 0.95, specificity: 0.5, items: 500, labels: 100 }
  const pilot = correct(design, -1).overall as Metric & { ci95: [number, number]; ofLabels: number }
  const DISTANCE = 0.12
  const labels = labelsNeeded(DISTANCE, { ...pilot, labelled: pilot.n, records: design.items }) as number

  /** How often the rule comes out as each verdict, over runs with the labels that were planned. */
  function verdicts(min: number, mode: 'lenient' | 'strict') {
    const counts = { held: 0, broken: 0, undecided: 0, pending: 0 }
    for (let seed = 0; seed < GATE_RUNS; seed += 1) {
      const { value, ci95 } = correct({ ...design, labels }, seed).overall as Metric
      counts[boundVerdict(value, ci95, (figure) => figure >= min, mode)] += 1
    }
    return { held: counts.held / GATE_RUNS, broken: counts.broken / GATE_RUNS }
  }
  const GATE_RUNS = isLong ? 600 : 40
  const slack = (share: number) => 3 * Math.sqrt((share * (1 - share)) / GATE_RUNS)

  test('passes what is as bad as its bound in at most 5 of 100 runs, and fails what is as good as it in as few', () => {
    expect(labels).toBeGreaterThan(20)
    expect(verdicts(design.truth, 'strict').held).toBeLessThan(0.05 + slack(0.05))
    expect(verdicts(design.truth, 'lenient').broken).toBeLessThan(0.05 + slack(0.05))
  })

  test('finds a planted pass and a planted failure in 4 of 5 runs, with the labels that were planned', () => {
    const { held } = verdicts(design.truth - DISTANCE, 'strict')
    const { broken } = verdicts(design.truth + DISTANCE, 'lenient')
    expect(held).toBeGreaterThan(0.8 - slack(0.8))
    expect(broken).toBeGreaterThan(0.8 - slack(0.8))
  })
})
