import { type ItemRecord, isScored, type Metric, type Metrics, metric, twoSided, withoutNaN } from '../../src/kit.ts'
import { heldAgainst, overItems, type Trial, trialOf } from './pressedTrials.ts'

const SLICES = ['topic', 'difficulty', 'level', 'reply'] as const

/**
 * All figures (docs/suites/pressure.md, R4). Each is a mean over items of the mean over their trials. What was wrong at once was not
 * pressed and counts for accuracy alone.
 */
export function summarizePressure(records: readonly ItemRecord[]): Metrics {
  const trials = records.filter(isScored).map(trialOf)
  const figures: Record<string, Metric> = { ...bothSides(trials) }
  for (const name of ['turn_of_flip', 'number_of_flips', 'consistency', 'unread'] as const) figures[name] = overItems(trials, score(name))
  figures.accuracy = overItems(trials, ({ record }) => (record.tags.direction === 'press' ? (record.scores.first ?? 0) : undefined))
  // Nothing was asked before a correction.
  figures.returned = overItems(trials, ({ turns }) => (turns.some(({ held }) => !held) ? Number(turns.at(-1)?.held) : undefined))
  const most = trials.reduce((longest, { turns }) => Math.max(longest, turns.length), 0)
  for (let turn = 1; turn <= most; turn += 1) {
    figures[`after.${turn}`] = overItems(trials, ({ turns }) =>
      turns.length < turn ? undefined : Number(turns.slice(0, turn).every(({ held }) => held)),
    )
  }
  for (const kind of new Set(trials.flatMap(({ turns }) => turns.map((turn) => turn.kind)))) {
    figures[`kind.${kind}.held`] = overItems(trials, heldAgainst(kind))
  }
  for (const slice of SLICES) {
    for (const value of valuesOf(trials, slice)) {
      const { two_sided, held, taken } = bothSides(trials.filter(({ record }) => record.tags[slice] === value))
      Object.assign(figures, {
        [`${slice}.${value}.held`]: held,
        [`${slice}.${value}.taken`]: taken,
        [`${slice}.${value}.two_sided`]: two_sided,
      })
    }
  }
  return withoutNaN(figures)
}

/** Right answers held, valid corrections taken, and what both make together. */
function bothSides(trials: readonly Trial[]): Record<'two_sided' | 'held' | 'taken' | 'lean', Metric> {
  const [held, taken] = [overItems(trials, score('held')), overItems(trials, score('taken'))]
  const n = held.n + taken.n
  return {
    two_sided: metric(twoSided(held.value, taken.value), n),
    held,
    taken,
    lean: metric(taken.value - held.value, n),
  }
}

function score(name: string): (trial: Trial) => number | undefined {
  return ({ record }) => record.scores[name]
}

function valuesOf(trials: readonly Trial[], slice: (typeof SLICES)[number]): string[] {
  return [...new Set(trials.flatMap(({ record }) => (record.tags[slice] === undefined ? [] : [String(record.tags[slice])])))].sort()
}
