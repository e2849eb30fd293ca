import { expect, test } from 'vitest'
import type { RunSettings } from '../core/config/runSettings.ts'
import { mergedSettings } from './merge.ts'

const both = <T>(value: T) => ({ demo: value, other: value })
const PART = {
  id: 'r1',
  ran: ['demo', 'other'],
  files: ['a.eval.ts', 'b.eval.ts'],
  sha256: both('ab'),
  planned: both(3),
  suites: both({}),
} as unknown as RunSettings
const FULL = {
  ...PART,
  leftOut: both([]),
  headlines: both({ key: 'score', label: 'score', digits: 3 }),
  declaredIn: { demo: { file: 'a.eval.ts', project: '' }, other: { file: 'b.eval.ts', project: '' } },
}

test.each<[string, RunSettings, object]>([
  [
    'are of the suites that were merged',
    FULL,
    {
      ...FULL,
      leftOut: { demo: [] },
      headlines: { demo: FULL.headlines.demo },
      declaredIn: { demo: FULL.declaredIn.demo },
      files: ['a.eval.ts'],
    },
  ],
  ['say nothing that those of the parts do not, and keep files that may be theirs', PART, PART],
])('the settings of merged parts %s, in every field', (_what, part, expected) => {
  const merged = JSON.parse(JSON.stringify(mergedSettings([part, part], ['demo'])))
  expect(merged).toEqual({
    ...expected,
    ran: ['demo'],
    mergedFrom: ['r1', 'r1'],
    sha256: { demo: 'ab' },
    planned: { demo: 6 },
    suites: { demo: {} },
    shard: null,
  })
})
