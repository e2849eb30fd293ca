import { expect, test } from 'vitest'
import type { RunSettings } from '../core/config/runSettings.ts'
import { mergedSettings } from './summarize.ts'

test('the settings of merged parts are of the suites that were merged, in every field', () => {
  const both = <T>(value: T) => ({ demo: value, other: value })
  const part = {
    ran: ['demo', 'other'],
    files: ['a.eval.ts'],
    sha256: both('ab'),
    planned: both(3),
    leftOut: both([]),
    headlines: both({ key: 'score', label: 'score', digits: 3 }),
    declaredIn: both({ file: 'a.eval.ts', project: '' }),
    suites: both({}),
  } as unknown as RunSettings
  const merged = mergedSettings([part, part], ['demo'])
  expect(JSON.stringify(merged)).not.toContain('other')
  expect(merged).toMatchObject({ planned: { demo: 6 }, declaredIn: { demo: { file: 'a.eval.ts' } } })
})
