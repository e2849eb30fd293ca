import {
  composed,
  counted,
  type Figure,
  type FigureDescription,
  type Figures,
  groupBy,
  type ItemRecord,
  isScored,
  mean,
  meanOfKnown,
  metric,
  ratioOver,
  type SummaryInput,
  sum,
  twoSided,
} from '../../src/kit.ts'
import { LENGTHS, SIZES } from './items.ts'
import { KINDS, type Kind } from './plants.ts'

/** Share of the conversations without a plant in which its probe may be answered as if it were there. */
const MOST_BY_CHANCE = 0.1

const IN_FORCE = KINDS.filter((kind) => kind !== 'withdrawn')

/** The floor: who follows each thing with one chance t, in force or taken back, has 2t(1 - t). */
const BLIND = 0.5

type Value = 'last' | 'before' | 'after' | 'fresh' | 'known' | 'never' | 'followed'

function scoreOf({ scores }: ItemRecord, kind: Kind, name: Value): number | undefined {
  return scores[`${kind}.${name}`]
}

/** All figures (docs/suites/retention.md, R3): shares of probes over all conversations, each with its trials as one. */
export function retentionSummary({ records }: Pick<SummaryInput, 'records'>): Figures {
  const scored = records.filter(isScored)
  const isChance = byChance(scored)
  /** Kinds in force whose figures mean anything. */
  const measured = (record: ItemRecord) => inForce(record).filter((kind) => isFollowedAgain(record, kind) && !isChance(record, kind))
  const told = notMeasured(scored, isChance)
  const noted = told === undefined ? {} : { note: told }
  const share = (of: (record: ItemRecord, kind: Kind) => boolean, description: FigureDescription, counts = (_: ItemRecord) => true) =>
    ratio(
      scored,
      (record) => (counts(record) ? sum(measured(record).map((kind) => Number(of(record, kind)))) : 0),
      (record) => (counts(record) ? measured(record).length : 0),
      { none: told, ...noted, ...description },
    )
  const kept = (record: ItemRecord, kind: Kind) => scoreOf(record, kind, 'last') === 1
  const isKnown = (record: ItemRecord, kind: Kind) => scoreOf(record, kind, 'known') === 1
  const isReached = ({ scores }: ItemRecord) => scores.reached === 1
  const notReached = 'no conversation was compacted, or none says so'
  const retained = share(kept, { label: 'retained: in force and followed at the last probe' })
  const takenBack = scored.filter((record) => scoreOf(record, 'withdrawn', 'followed') !== undefined).length
  const over = ratio(
    scored,
    (record) => Number(scoreOf(record, 'withdrawn', 'followed') === 1 && scoreOf(record, 'withdrawn', 'last') === 0),
    (record) => Number(scoreOf(record, 'withdrawn', 'followed') === 1),
    {
      label: 'taken back and still followed',
      better: 'lower',
      none:
        takenBack === 0
          ? 'no conversation that ran takes an instruction back'
          : `no instruction was followed before it was taken back, of ${takenBack}`,
    },
  )
  const asked = (record: ItemRecord) => measured(record).filter((kind) => scoreOf(record, kind, 'before') !== undefined)
  const paired = (record: ItemRecord) => (isReached(record) ? asked(record) : [])
  return {
    retention: composed([retained, over], ([own = Number.NaN, still = Number.NaN]) => twoSided(own, 1 - still), {
      label: 'retained, and dropped when taken back',
      range: [0, 1],
      floor: BLIND,
      headline: { unit: 'share', digits: 3 },
    }),
    retained,
    retained_after_compaction: share(kept, { label: 'retained after a confirmed compaction', none: notReached }, isReached),
    lost_by_compaction: ratio(
      scored,
      (record) => sum(paired(record).map((kind) => (scoreOf(record, kind, 'before') ?? 0) - (scoreOf(record, kind, 'after') ?? 0))),
      (record) => paired(record).length,
      { label: 'lost by the compaction', range: [-1, 1], better: 'lower', none: notReached, ...noted },
    ),
    decay_per_1k: { ...decay(scored, asked), ...noted },
    known_and_broken: share((record, kind) => !kept(record, kind) && isKnown(record, kind), {
      label: 'not followed, though known',
      better: 'lower',
    }),
    forgotten: share((record, kind) => !kept(record, kind) && !isKnown(record, kind), {
      label: 'not followed, and forgotten',
      better: 'lower',
    }),
    over_compliance: over,
    measurable: ratio(
      scored,
      (record) => measured(record).length,
      (record) => inForce(record).length,
      { label: 'plants that can be measured', compared: false },
    ),
    reached: perItem(scored, 'reached', 'conversations with a confirmed compaction', 'higher'),
    inferred: perItem(scored, 'inferred', 'conversations whose compaction is inferred from the tokens of their prompts', 'none'),
    unread: perItem(scored, 'unread', 'plants whose last answer is empty or makes no choice', 'lower'),
  }
}

/** Kinds in force of a conversation that were asked for. */
function inForce(record: ItemRecord): readonly Kind[] {
  return IN_FORCE.filter((kind) => scoreOf(record, kind, 'last') !== undefined)
}

/** Whether a plant was followed right after it was said again. */
function isFollowedAgain(record: ItemRecord, kind: Kind): boolean {
  return scoreOf(record, kind, 'fresh') === 1
}

/** How many plants in force could be measured, and why the others could not; undefined where all could. */
function notMeasured(records: readonly ItemRecord[], isChance: (record: ItemRecord, kind: Kind) => boolean): string | undefined {
  const asked = records.flatMap((record) =>
    inForce(record).map((kind) => ({ fails: !isFollowedAgain(record, kind), chance: isChance(record, kind) })),
  )
  const failed = asked.filter(({ fails }) => fails).length
  const byHabit = asked.filter(({ fails, chance }) => !fails && chance).length
  if (failed + byHabit === 0) return undefined
  return [
    `of ${counted(asked.length, 'plant')} ${asked.length - failed - byHabit} could be measured`,
    ...(failed > 0 ? [`not followed even right after it was said again: ${failed}`] : []),
    ...(byHabit > 0 ? [`answered alike where it was never said: ${byHabit}`] : []),
  ].join('; ')
}

/** Says of what is kept to where it was never planted, by the plant, or where that says nothing by its kind. */
function byChance(records: readonly ItemRecord[]): (record: ItemRecord, kind: Kind) => boolean {
  const rates = new Map<string, number>()
  for (const kind of IN_FORCE)
    for (const variant of ['a', 'b', undefined]) {
      const own = records.filter(({ tags }) => variant === undefined || tags.variant === variant)
      const values = own.flatMap((record) => scoreOf(record, kind, 'never') ?? [])
      if (values.length > 0) rates.set(`${kind}-${variant}`, mean(values))
    }
  return ({ tags }, kind) => (rates.get(`${kind}-${tags.variant}`) ?? rates.get(`${kind}-undefined`) ?? 0) > MOST_BY_CHANCE
}

/** Least squares of the share that is lost before any compaction over thousands of tokens of filler, through the mean of each length. */
function decay(records: readonly ItemRecord[], asked: (record: ItemRecord) => readonly Kind[]): Figure {
  const parts = LENGTHS.map((length) => {
    const before = (record: ItemRecord) => (record.task === length ? asked(record) : [])
    const lost = (record: ItemRecord) => sum(before(record).map((kind) => 1 - (scoreOf(record, kind, 'before') ?? 0)))
    const own = ratio(records, lost, (record) => before(record).length, {})
    return { own, thousands: SIZES[length].thousands }
  }).filter(({ own }) => Number.isFinite(own.value))
  const centre = mean(parts.map(({ thousands }) => thousands))
  const spread = sum(parts.map(({ thousands }) => (thousands - centre) ** 2))
  const slope = (lost: readonly number[]) =>
    sum(parts.map(({ thousands }, at) => ((thousands - centre) * (lost[at] ?? Number.NaN)) / spread))
  return composed(
    parts.map(({ own }) => own),
    (lost) => (parts.length < 2 ? Number.NaN : slope(lost)),
    {
      label: 'lost before any compaction, for each 1000 tokens',
      range: [-1, 1],
      better: 'lower',
      none: 'it takes conversations of two lengths, asked before they are compacted',
    },
  )
}

/** The sum of some numbers of conversations over that of others; trials of one are its mean. */
function ratio(
  records: readonly ItemRecord[],
  part: (record: ItemRecord) => number,
  whole: (record: ItemRecord) => number,
  description: FigureDescription,
): Figure {
  const items = [...groupBy(records, ({ item }) => item).values()]
  const of = (number: typeof part) => (trials: readonly ItemRecord[]) => mean(trials.map(number))
  const counted = items.filter((trials) => of(whole)(trials) > 0)
  const mine = (number: typeof part) => (_: unknown, trials: readonly ItemRecord[]) => meanOfKnown(trials.filter(isScored).map(number))
  return metric(sum(counted.map(of(part))) / sum(counted.map(of(whole))), {
    n: counted.length,
    range: [0, 1],
    mean: ratioOver(records, mine(part), mine(whole)),
    ...description,
  })
}

function perItem(records: readonly ItemRecord[], name: string, label: string, better: 'higher' | 'lower' | 'none'): Figure {
  const has = ({ scores }: ItemRecord) => Number(scores[name] !== undefined)
  return ratio(records, ({ scores }) => scores[name] ?? 0, has, { label, better, compared: false })
}
