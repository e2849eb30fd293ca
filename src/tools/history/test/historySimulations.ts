// Simulated histories of weekly runs: without a change, with a planted drop, a slow drift, or one bad run, and what is said of them.
import { random, type SeedParts } from '../../../core/base/random.ts'
import { runsToSee } from '../stats/runsToSee.ts'
import { alarmLevels, watchFigure } from '../stats/watchFigure.ts'

const STEPS = 2 ** 30
const { cos, log, max, min, PI, sqrt } = Math

type Draw = () => number

/** Rates of items with a mean: some are sure, the others lie anywhere between. */
const rates = (sure: number, draw: Draw) => (draw() < sure ? 1 : draw())

interface HistoryDesign {
  readonly units: number
  readonly size: number
  readonly rate: (draw: Draw) => number
  readonly graded?: boolean
  readonly figures?: number
}

/**
 * Benchmarks by name. `rate` draws the chance that an item is right in a run; `graded` scores are a part of what the item could have.
 * `size` items are a cluster, of which half of the variation is shared. `figures` 3 watches the whole and its halves.
 */
export const HISTORY_DESIGNS: Readonly<Record<string, HistoryDesign>> = {
  'rate 0.5': { units: 300, size: 1, rate: (draw) => min(1, max(0, 1.6 * draw() - 0.3)) },
  'rate 0.8': { units: 300, size: 1, rate: (draw) => rates(0.6, draw) },
  'rate 0.97': { units: 300, size: 1, rate: (draw) => rates(0.94, draw) },
  graded: { units: 300, size: 1, rate: (draw) => (draw() < 0.5 ? 1 : (2 / 3) * draw()), graded: true },
  '60 clusters of 5': { units: 60, size: 5, rate: (draw) => rates(0.4, draw) },
  'three figures': { units: 300, size: 1, rate: (draw) => rates(0.6, draw), figures: 3 },
  'no noise at all': { units: 300, size: 1, rate: (draw) => Number(draw() < 0.8) },
  'one flip in 500': { units: 300, size: 1, rate: (draw) => (draw() < 0.8 ? 0.998 : 0.002) },
  '30 items': { units: 30, size: 1, rate: (draw) => rates(0.6, draw) },
}

type NoteDesign = { readonly [Name in 'whole' | 'carried' | 'memory' | 'noisyFrom' | 'drop']?: number }

/** Histories of 100 items whose whole runs move, whose items remember, that grow less steady with run 26, or drop with run 16. */
export const NOTE_DESIGNS: Readonly<Record<string, NoteDesign>> = {
  'nothing changes': {},
  'whole runs move by 0.03': { whole: 0.03 },
  'by 0.05': { whole: 0.05 },
  'by 0.05, carried over': { whole: 0.05, carried: 0.8 },
  'by 0.10': { whole: 0.1 },
  'an item keeps 0.5': { memory: 0.5 },
  'an item keeps 0.9': { memory: 0.9 },
  'an item keeps 0.98': { memory: 0.98 },
  'steady items grow noisy': { noisyFrom: 26 },
  'a drop of 0.10': { drop: 0.1 },
}

const RATE = 0.05
/** Error of either note of an alarm. */
const NOTE_ERROR = 0.025
const YEAR = 52

const designOf = (name: string) => HISTORY_DESIGNS[name] as HistoryDesign

const draws = (...parts: SeedParts): Draw => {
  const { int } = random(...parts)
  return () => (int(0, STEPS - 1) + 0.5) / STEPS
}

/**
 * By unit its part in the figure, run by run.
 *
 * @param dropAt by run the points (0 to 1) by which the truth is lower than at first.
 */
function history(name: string, seed: number, runs: number, dropAt: (run: number) => number = () => 0) {
  const { units, size, rate: rateOf, graded } = designOf(name)
  const draw = draws('history', name, seed)
  const items = Array.from({ length: units * size }, () => rateOf(draw))
  // Items lose all they had in the order of this list, as many as make up the drop.
  const order = random('history', name, seed, 'order').shuffle(items.map((_, at) => at))
  const lostBefore = new Float64Array(items.length)
  let sum = 0
  for (const at of order) {
    lostBefore[at] = sum
    sum += (items[at] as number) / items.length
  }
  const values = Array.from({ length: units }, () => new Float64Array(runs))
  for (let run = 0; run < runs; run += 1) {
    const drop = dropAt(run)
    for (let unit = 0; unit < units; unit += 1) {
      const common = draw()
      let total = 0
      for (let item = unit * size; item < (unit + 1) * size; item += 1) {
        const own = draw()
        if ((lostBefore[item] as number) < drop - 1e-9) continue
        const rate = items[item] as number
        const luck = size > 1 && draw() < 0.5 ? common : own
        total += graded ? rate * (rate === 1 ? 1 : 0.5 + luck) : Number(luck < rate)
      }
      ;(values[unit] as Float64Array)[run] = total / items.length
    }
  }
  return values
}

const figuresOf = (name: string, values: Float64Array[]) =>
  designOf(name).figures === 3
    ? [0, 1, 2].map((part) =>
        values.map((own, at) => (part === 0 ? own : at % 2 === part - 1 ? own.map((value) => 2 * value) : own.map(() => 0))),
      )
    : [values]
const levelsOf = (name: string) => alarmLevels({ rate: RATE, per: YEAR, figures: designOf(name).figures ?? 1 })

/** Share of histories of a year without a change that give an alarm, of any figure and side. */
export function falseAlarms(name: string, histories: number, runs = YEAR + 1) {
  let alarmed = 0
  for (let seed = 0; seed < histories; seed += 1) {
    const levels = levelsOf(name)
    const watched = figuresOf(name, history(name, seed, runs)).map((units, at) => watchFigure(units, runs, levels[at] as number))
    alarmed += Number(watched.some(({ alarms }) => alarms.length > 0))
  }
  return alarmed / histories
}

/**
 * A drop after some runs. `within`: share of the histories in which it was seen within the number of runs that was said before it;
 * `said`: the median of that number, of those for which there is one; `held`: share of the alarms whose interval of runs holds the
 * true change; `off`: median distance of the change point from it; `median`: runs until it was seen.
 */
export function drops(name: string, histories: number, drop = 0.03, before = 16, most = YEAR) {
  const [level = 0] = levelsOf(name)
  const { units, size } = designOf(name)
  const sizes = Array.from({ length: units }, () => size)
  let [promised, kept, alarmed, held] = [0, 0, 0, 0]
  const [said, off, took]: [number[], number[], number[]] = [[], [], []]
  for (let seed = 0; seed < histories; seed += 1) {
    const values = history(name, seed, before + most, (run) => (run < before ? 0 : drop))
    const { noise } = watchFigure(
      values.map((unit) => unit.subarray(0, before)),
      before,
      Number.POSITIVE_INFINITY,
    )
    const within = runsToSee({ units: values, sizes, runs: [0, before - 1], drop, scale: 1, noise: noise ?? Number.NaN, level, most })
    const alarm = watchFigure(values, before + most, level).alarms.find(({ side, seen }) => side === 'fell' && seen >= before)
    took.push(alarm ? alarm.seen - before + 1 : Number.POSITIVE_INFINITY)
    if (within !== undefined) {
      promised += 1
      said.push(within)
      kept += Number(alarm !== undefined && alarm.seen - before + 1 <= within)
    }
    if (!alarm) continue
    alarmed += 1
    held += Number(alarm.interval[0] <= before && before <= alarm.interval[1])
    off.push(Math.abs(alarm.at - before))
  }
  const median = (values: number[]) => values.sort((one, other) => one - other)[Math.floor(values.length / 2)]
  return {
    promised: promised / histories,
    within: promised === 0 ? undefined : kept / promised,
    said: median(said),
    held: alarmed === 0 ? undefined : held / alarmed,
    off: median(off),
    median: median(took) as number,
  }
}

/** One bad run among good ones: share in which it gives an alarm at once, and share with a later one. */
export function badRun(name: string, histories: number, drop: number, before = 8, runs = 20) {
  let [atOnce, later] = [0, 0]
  for (let seed = 0; seed < histories; seed += 1) {
    const values = history(name, seed, runs, (run) => (run === before ? drop : 0))
    const { alarms } = watchFigure(values, runs, levelsOf(name)[0] as number)
    atOnce += Number(alarms.some(({ seen }) => seen === before))
    later += Number(alarms.some(({ seen }) => seen > before))
  }
  return { atOnce: atOnce / histories, later: later / histories }
}

/** A drift of so many points a run: share seen within a year, and the median of the points lost until then. */
export function drift(name: string, histories: number, slope: number, before = 8) {
  const lost: number[] = []
  for (let seed = 0; seed < histories; seed += 1) {
    const runs = before + YEAR
    const values = history(name, seed, runs, (run) => max(0, run - before + 1) * slope)
    const alarm = watchFigure(values, runs, levelsOf(name)[0] as number).alarms.find(({ side }) => side === 'fell')
    lost.push(alarm ? (alarm.seen - before + 1) * slope : Number.POSITIVE_INFINITY)
  }
  lost.sort((one, other) => one - other)
  return { seen: lost.filter(Number.isFinite).length / histories, lost: lost[Math.floor(histories / 2)] as number }
}

/**
 * What is said with alarms of histories of a year that break what alarms assume, or of which the level drops: shares of the histories
 * with an alarm; of the alarms that say in their own week that whole runs move, that items remember, and that too few runs tell it;
 * of the alarms that say the level moved; and of the histories that carry either note at their end.
 */
export function notes(name: string, histories: number) {
  const { whole = 0, carried = 0, memory = 0, noisyFrom, drop = 0 } = NOTE_DESIGNS[name] as NoteDesign
  const counts = { alarms: 0, alarmed: 0, moved: 0, remembered: 0, few: 0, told: 0, noted: 0 }
  const [level = 0] = alarmLevels({ rate: RATE, per: YEAR, figures: 1 })
  for (let seed = 0; seed < histories; seed += 1) {
    const draw = draws('notes', name, seed)
    const normal = () => sqrt(-2 * log(draw())) * cos(2 * PI * draw())
    const items = Array.from({ length: 100 }, () => rates(0.5, draw) * (draw() < 0.05 ? 0 : 1))
    const sure = items.map((rate) => Number(draw() < rate))
    const values = items.map(() => new Float64Array(YEAR + 1))
    let common = 0
    for (let run = 0; run <= YEAR; run += 1) {
      common = carried * common + sqrt(1 - carried ** 2) * normal()
      for (const [at, rate] of items.entries()) {
        const own =
          noisyFrom === undefined
            ? rate
            : run < noisyFrom
              ? (sure[at] as number)
              : 0.1 + 0.8 * (sure[at] as number) + (sure[at] ? -0.1 : 0.3)
        const now = min(1, max(0, own + whole * common - (run >= 16 ? drop : 0)))
        const kept = values[at] as Float64Array
        const value = run > 0 && draw() < memory ? (kept[run - 1] as number) * items.length : Number(draw() < now)
        kept[run] = value / items.length
      }
    }
    const { alarms, variation } = watchFigure(values, YEAR + 1, level)
    counts.alarmed += Number(alarms.length > 0)
    counts.alarms += alarms.length
    const isNoted = (p = Number.NaN) => Number(p < NOTE_ERROR)
    for (const { told, variation: own } of alarms) {
      counts.told += Number(told)
      counts.few += Number(own === undefined)
      counts.moved += isNoted(own?.movedP)
      counts.remembered += isNoted(own?.rememberedP)
    }
    counts.noted += isNoted(min(variation?.movedP ?? 1, variation?.rememberedP ?? 1))
  }
  const ofAlarms = (key: 'moved' | 'remembered' | 'few' | 'told') => counts[key] / counts.alarms
  return {
    alarms: counts.alarms,
    alarmed: counts.alarmed / histories,
    ...{ moved: ofAlarms('moved'), remembered: ofAlarms('remembered'), few: ofAlarms('few'), told: ofAlarms('told') },
    noted: counts.noted / histories,
  }
}
