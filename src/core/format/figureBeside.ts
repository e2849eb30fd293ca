import type { Metric, Metrics } from './scoresDocument.ts'

/** What is made beside a figure, where people label: how its key begins, and what its name has in addition. */
export const BESIDE = {
  corrected: { prefix: 'corrected.', words: 'corrected' },
  sure: { prefix: 'sure.', words: 'without doubtful verdicts' },
  'with people': { prefix: 'with_people.', words: 'people on doubtful verdicts' },
} as const

/** A figure that stands beside another: as people would have it, without doubtful verdicts, or with people's in their place. */
export type Beside = keyof typeof BESIDE

/** Key of what stands beside a metric. */
export function besideKey(beside: Beside, key: string): string {
  return BESIDE[beside].prefix + key
}

/** The metric that a figure stands beside, among those that there are; undefined for a figure of its own. */
export function besideOf(key: string, metrics: Readonly<Record<string, unknown>>) {
  for (const own of Object.keys(metrics)) {
    for (const beside of Object.keys(BESIDE) as Beside[]) if (besideKey(beside, own) === key) return { beside, own }
  }
  return undefined
}

/** Figures under the keys and names of what stands beside them. They are of no group, and runs are not compared by them. */
export function asBeside(beside: Beside, metrics: Metrics): Record<string, Metric> {
  return Object.fromEntries(
    Object.entries(metrics).map(([key, { group: _group, part: _part, common: _common, ...figure }]) => {
      const label = `${figure.label ?? key}, ${BESIDE[beside].words}`
      return [besideKey(beside, key), { ...figure, label, compared: false as const }]
    }),
  )
}
