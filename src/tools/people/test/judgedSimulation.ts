import { mean } from '../../../core/base/mean.ts'
import { random } from '../../../core/base/random.ts'
import type { ItemRecord } from '../../../core/format/records.ts'
import { type Figures, metric } from '../../../core/stats/summary/metric.ts'
import type { LabelledRecord } from '../../../deciding/people.ts'

/** A population of items that a judge judges and people would judge: how often each is right, and how alike items are. */
export interface SimulatedJudging {
  /** Share of items that people call right, on average over the tasks. */
  readonly truth: number
  /** How often the judge calls right what people call right, and wrong what they call wrong. */
  readonly sensitivity: number
  readonly specificity: number
  readonly items: number
  readonly labels: number
  readonly tasks?: number
  /** Items of one cluster, of which 6 in 10 are right or wrong together. */
  readonly clusterSize?: number
  /** The share of items on which the judge can err at all; it says of which. Labels are drawn by it where they are drawn by doubt. */
  readonly doubtful?: number
  /** Labels go to doubtful items so many times as often. Default: as often. */
  readonly preference?: number
}

/** What intervals of corrected figures are tried on; those that the short run takes come first. */
export const DESIGNS: readonly (SimulatedJudging & { readonly name: string })[] = [
  { name: 'lenient, 100 labels', truth: 0.6, sensitivity: 0.95, specificity: 0.6, items: 400, labels: 100 },
  { name: 'lenient, clusters of 5', truth: 0.6, sensitivity: 0.95, specificity: 0.6, items: 400, labels: 100, clusterSize: 5 },
  { name: 'by doubt', truth: 0.6, sensitivity: 0.9, specificity: 0.1, items: 400, labels: 60, doubtful: 0.4, preference: 4 },
  { name: 'lenient, 50 labels', truth: 0.6, sensitivity: 0.95, specificity: 0.6, items: 400, labels: 50 },
  { name: 'lenient, 200 labels', truth: 0.6, sensitivity: 0.95, specificity: 0.6, items: 800, labels: 200 },
  { name: 'lenient, 500 labels', truth: 0.6, sensitivity: 0.95, specificity: 0.6, items: 1500, labels: 500 },
  { name: 'good, 50 labels', truth: 0.6, sensitivity: 0.95, specificity: 0.95, items: 400, labels: 50 },
  { name: 'useless, 100 labels', truth: 0.6, sensitivity: 0.5, specificity: 0.5, items: 400, labels: 100 },
  { name: 'rarely wrong, 100 labels', truth: 0.85, sensitivity: 0.98, specificity: 0.6, items: 400, labels: 100 },
  { name: '16 tasks, 100 labels', truth: 0.5, sensitivity: 0.95, specificity: 0.6, items: 480, labels: 100, tasks: 16 },
  { name: 'clusters of 10, 200 labels', truth: 0.5, sensitivity: 0.9, specificity: 0.7, items: 800, labels: 200, clusterSize: 10 },
]

/** One run of it. */
export interface SimulatedRun {
  readonly records: readonly ItemRecord[]
  readonly labelled: readonly LabelledRecord[]
}

/** The mean of the tasks' means, and one task's mean: what FB-Bench and its like report. */
export function meanOfTasks(records: readonly ItemRecord[]): Figures {
  const cells = new Map<string, number[]>()
  for (const { task, scores } of records) {
    const own = cells.get(task)
    if (own) own.push(scores.score as number)
    else cells.set(task, [scores.score as number])
  }
  const first = cells.get('t0') ?? []
  const share = (value: number, n: number) => metric(value, { n, range: [0, 1] })
  return { overall: share(mean([...cells.values()].map((cell) => mean(cell))), records.length), t0: share(mean(first), first.length) }
}

/** The same of a sheet of which people filled this share where the judge errs, and all else. */
export function halfFilled({ records, labelled }: SimulatedRun, share: number, seed: number) {
  const stream = random('half-filled', seed)
  const isFilled = labelled.map(({ record, people }) => record.scores.score === people.scores.score || stream.int(0, 999_999) < share * 1e6)
  const of = (filled: boolean) => labelled.filter((_, at) => isFilled[at] === filled)
  return { records, labelled: of(true), unlabelled: of(false) }
}

/** What people would call right of a task: tasks differ by a tenth each. */
export function truthOf({ truth, tasks = 4 }: SimulatedJudging, task: number): number {
  return truth + (task - (tasks - 1) / 2) * 0.04
}

/** Draws a run and its labels. Seeded: the same one for the same seed. */
export function simulateJudging(design: SimulatedJudging, seed: number): SimulatedRun {
  const { items, labels, sensitivity, specificity, tasks = 4, clusterSize = 1, doubtful, preference = 1 } = design
  const stream = random('simulated judging', JSON.stringify(design), seed)
  const share = () => stream.int(0, 999_999) / 1e6
  let together = share()
  const drawn = Array.from({ length: items }, (_, index) => {
    const cluster = Math.floor(index / clusterSize)
    if (index % clusterSize === 0) together = share()
    const task = cluster % tasks
    const human = Number((clusterSize > 1 && share() < 0.6 ? together : share()) < truthOf(design, task))
    const isDoubtful = doubtful === undefined || share() < doubtful
    const isRight = !isDoubtful || share() < (human === 1 ? sensitivity : specificity)
    const at = (score: number): ItemRecord => ({
      suite: 's',
      item: `i${String(index).padStart(6, '0')}`,
      task: `t${task}`,
      trial: 0,
      status: score === 1 ? 'passed' : 'failed',
      tags: {},
      clusters: { seed: `c${cluster}` },
      scores: { score },
    })
    return {
      record: at(isRight ? human : 1 - human),
      people: at(human),
      extremes: [at(0), at(1)] as const,
      weight: isDoubtful ? preference : 1,
    }
  })
  // A systematic sample of a shuffled list has exactly these chances.
  const total = drawn.reduce((sum, { weight }) => sum + weight, 0)
  const start = share()
  let sum = 0
  const labelled = stream.shuffle(drawn).flatMap(({ weight, ...entry }) => {
    const before = Math.floor(sum - start)
    sum += (labels * weight) / total
    if (Math.floor(sum - start) === before) return []
    return [{ ...entry, ...(preference !== 1 && { probability: (labels * weight) / total }) }]
  })
  return { records: drawn.map(({ record }) => record), labelled }
}
