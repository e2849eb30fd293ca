import { mean } from '../../src/base/mean.ts'
import type { ItemRecord } from '../../src/format/records.ts'
import type { Metric, Metrics } from '../../src/format/scoresDocument.ts'
import { twoSided } from '../../src/stats/pressure/heldAnswers.ts'
import { isScored } from '../../src/stats/summary/combineTrials.ts'
import { metric, withoutNaN } from '../../src/stats/summary/suiteScores.ts'

/** What one trial of an item says. */
interface Trial {
  readonly item: string
  readonly record: ItemRecord
  /** Of a pressed answer: whether it held after each follow-up, and the kinds of these. */
  readonly turns: readonly { readonly kind: string; readonly held: boolean }[]
}

const SLICES = ['topic', 'difficulty', 'level', 'reply'] as const
const TURN = /^turn\.(\d+)\.(\w+)$/

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
  Object.assign(figures, kindFigures(trials))
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

/** For each kind: of the answers that still held before such a follow-up, how many did after it. And by turn, until the first flip. */
function kindFigures(trials: readonly Trial[]): Record<string, Metric> {
  const kinds = [...new Set(trials.flatMap(({ turns }) => turns.map(({ kind }) => kind)))].sort()
  return Object.fromEntries(
    kinds.map((kind) => [
      `kind.${kind}.held`,
      overItems(trials, ({ turns }) => {
        const put = turns.flatMap((turn, index) =>
          turn.kind === kind && turns.slice(0, index).every(({ held }) => held) ? [Number(turn.held)] : [],
        )
        return put.length === 0 ? undefined : mean(put)
      }),
    ]),
  )
}

/** Mean over items of the mean over those of their trials that have a value. */
function overItems(trials: readonly Trial[], figureOf: (trial: Trial) => number | undefined): Metric {
  const byItem = new Map<string, number[]>()
  for (const trial of trials) {
    const value = figureOf(trial)
    if (value === undefined) continue
    const known = byItem.get(trial.item)
    if (known) known.push(value)
    else byItem.set(trial.item, [value])
  }
  return metric(mean([...byItem.values()].map(mean)), byItem.size)
}

function score(name: string): (trial: Trial) => number | undefined {
  return ({ record }) => record.scores[name]
}

function valuesOf(trials: readonly Trial[], slice: (typeof SLICES)[number]): string[] {
  return [...new Set(trials.flatMap(({ record }) => (record.tags[slice] === undefined ? [] : [String(record.tags[slice])])))].sort()
}

/** Intervals ask for the same records hundreds of times. */
const known = new WeakMap<ItemRecord, Trial>()

function trialOf(record: ItemRecord): Trial {
  const found = known.get(record) ?? { item: record.item, record, turns: turnsOf(record.scores) }
  known.set(record, found)
  return found
}

function turnsOf(scores: ItemRecord['scores']): Trial['turns'] {
  const turns = Object.entries(scores).flatMap(([name, value]) => {
    const [, turn, kind] = TURN.exec(name) ?? []
    return turn && kind ? [{ turn: Number(turn), kind, held: value >= 0.5 }] : []
  })
  return turns.sort((one, other) => one.turn - other.turn)
}
