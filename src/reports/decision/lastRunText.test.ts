import { expect, test } from 'vitest'
import { madeDocument, madeScores } from '../../../test/madeDocument.ts'
import type { ScoresDocument } from '../../core/format/scoresDocument.ts'
import { lastRunText } from './suiteRow.ts'

type Last = NonNullable<ScoresDocument['lastRun']>[string]
const METRIC: NonNullable<Last['metric']> = {
  key: 'score',
  base: 0.6,
  now: 0.777,
  change: 0.177,
  ci95: [0.021, 0.333],
  verdict: 'better',
  detectable: 0.2,
}
const last = (more: Partial<Last> = {}): Last => ({
  ...{ run: 'one', startedAt: '2026-11-22T16:14:00.000Z', model: 'openai:acme-chat-7', metric: METRIC, paired: 10 },
  ...more,
})

test.each<[string, Last, string | undefined]>([
  ['better', last(), 'had 0.600: better (paired interval +0.021 to +0.333)'],
  [
    'no difference that can be told',
    last({ metric: { ...METRIC, change: 0.02, ci95: [-0.1, 0.14], verdict: 'cannot-tell' } }),
    'had 0.600: cannot tell (paired interval -0.100 to +0.140, detects a change of 0.200 or more)',
  ],
  [
    'the same figure',
    last({ metric: { ...METRIC, base: 0.777, change: 0, ci95: [-0.1, 0.1], verdict: 'cannot-tell' } }),
    'had 0.777: same figure (paired interval -0.100 to +0.100)',
  ],
  ['another model', last({ model: 'openai:acme-chat-6' }), ', of openai:acme-chat-6, had 0.600: better (paired interval +0.021 to +0.333)'],
  ['few items in both', last({ paired: 4 }), 'had 0.600: better (on 4 items that both scored, paired interval +0.021 to +0.333)'],
  [
    'few items in both, on which the figure is another',
    last({ paired: 4, metric: { ...METRIC, now: 0.7 } }),
    'had 0.600: better (paired interval +0.021 to +0.333, on 4 shared items now 0.700)',
  ],
  ['no figure', last({ metric: undefined }), undefined],
])('the last run: %s', (_, own, text) => {
  const said = lastRunText('support', madeDocument({ lastRun: { support: own } }))
  expect(said).toBe(text && `The last run of this suite${text.startsWith(',') ? '' : ' '}${text}`)
})

test('is not told of where the judge does not judge, or where there is none', () => {
  const signs = madeScores({ judgeSigns: [{ role: 'judge', sign: 'first', n: 10, of: 10 }] })
  expect(lastRunText('support', madeDocument({ lastRun: { support: last() }, suites: { support: signs } }))).toBeUndefined()
  expect(lastRunText('support', madeDocument())).toBeUndefined()
})
