import { describe, expect, test } from 'vitest'
import { registerMatchers } from '../../matchers/index.ts'
import { hashFraction } from '../../src/core/base/random.ts'
import { itemsOf } from '../../suites/retention/items.ts'
import { isInForce } from '../../suites/retention/plants.ts'
import { retentionSuite } from '../../suites/retention/suite.ts'
import { metricsOf } from '../outcome.ts'
import { runSuite } from '../runSuite.ts'

registerMatchers()

const CONTRACT = [
  'retention',
  'retained',
  'retained_after_compaction',
  'lost_by_compaction',
  'decay_per_1k',
  'known_and_broken',
  'forgotten',
  'over_compliance',
  'measurable',
  'reached',
  'inferred',
  'unread',
]
const LOST = 0.5
/** Short ones: what a fault does to a plant does not depend on how much is said. */
const SHORT = { retention: { lengths: ['2k', '8k'] } }
const dropped = itemsOf(['2k', '8k']).flatMap(({ id, plants }) =>
  plants.filter(isInForce).map((plant) => Number(hashFraction('compacting', 0, id, plant.id) < LOST)),
)
const shareDropped = dropped.reduce((sum, own) => sum + own, 0) / dropped.length

/** What each simulated application must give, by the design; undefined for a metric that it must not have. */
const ROWS: readonly (readonly [model: string, figures: Readonly<Record<string, number | undefined>>])[] = [
  [
    'sim:compacting?keep=all',
    {
      retention: 1,
      retained: 1,
      retained_after_compaction: 1,
      lost_by_compaction: 0,
      over_compliance: 0,
      reached: 1,
      measurable: 1,
      decay_per_1k: 0,
    },
  ],
  [
    'sim:compacting?keep=none',
    { retention: 0, retained: 0, forgotten: 1, known_and_broken: 0, lost_by_compaction: 1, over_compliance: 0, measurable: 1 },
  ],
  [
    `sim:compacting?keep=some&p=${LOST}`,
    { lost_by_compaction: shareDropped, retained: 1 - shareDropped, forgotten: shareDropped, measurable: 1 },
  ],
  ['sim:compacting?keep=stale', { retention: 0, over_compliance: 1 }],
  ['sim:compacting?keep=all&obeys=no', { known_and_broken: 1, forgotten: 0, retained: 0, lost_by_compaction: 1, measurable: 1 }],
  ['sim:compacting?never=yes', { reached: 0, retained: 1, retained_after_compaction: undefined, lost_by_compaction: undefined }],
  ['sim:compacting?obeys=all', { measurable: 0, retention: undefined, retained: undefined }],
  ['sim:oracle', { retention: 1, retained: 1, reached: 0, decay_per_1k: 0, lost_by_compaction: undefined, unread: 0 }],
]

describe('each simulated application has exactly the figures that its fault makes', () => {
  test.each(ROWS)('%s', async (model, figures) => {
    const outcome = await runSuite(retentionSuite, { model, suites: SHORT })
    expect(outcome.records.filter(({ status }) => status === 'error' || status === 'unscored')).toEqual([])
    for (const [key, value] of Object.entries(figures)) {
      if (value === undefined) expect(outcome.plain, key).not.toHaveProperty(key)
      else expect(outcome.plain?.[key]?.value, key).toBeCloseTo(value, 12)
    }
  })
})

test('three of each length give every metric, each with an interval', async () => {
  const metrics = metricsOf(await runSuite(retentionSuite, { model: 'sim:compacting?keep=some&p=0.5', limit: 3 }))
  expect(CONTRACT.filter((key) => !metrics[key])).toEqual([])
  expect(CONTRACT.filter((key) => !metrics[key]?.ci95)).toEqual([])
})
