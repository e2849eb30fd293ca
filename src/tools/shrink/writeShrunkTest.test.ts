import { expect, test } from 'vitest'
import type { ShrunkCase } from './shrunkCase.ts'
import { writeShrunkTest } from './writeShrunkTest.ts'

const message = (role: 'user' | 'assistant', content: string) => ({ role, content })

const shrunk = (user: string): ShrunkCase => ({
  schema: 'holdfast.shrunk/1',
  suite: 'lifbench',
  item: 'an/item',
  trial: 0,
  model: 'm',
  simulated: false,
  outcome: 'shrunk',
  parts: [{ name: 'list', kind: 'list', title: 'entries\nx()', size: 9, unit: 'entries' }],
  sizes: { list: 2 },
  needed: [],
  before: { messages: [], tokens: 0, reason: '' },
  after: {
    messages: [message('user', user), message('assistant', 'no')],
    tokens: 0,
    reason: 'Failed to pass:\n  lost      a point\u2028x()',
  },
  tried: [],
  calls: 0,
  cached: 0,
  usd: 0,
  cutShort: false,
})

test('nothing that a model or a data file wrote becomes code', () => {
  const written = writeShrunkTest(shrunk('"}])); x() // \u2028x()'), { isBundled: true })
  expect(written).toContain('user: "\\"}])); x() // \\u2028x()"')
  // No line begins with what was smuggled in.
  expect(written.split(/[\n\r\u2028\u2029]/).filter((line) => line.trim().startsWith('x()'))).toEqual([])
})

test('the test of a suite of one’s own says first where it comes from and what it needs', () => {
  const written = writeShrunkTest({ ...shrunk('Say good bye.'), suite: 'own' }, { isBundled: false })
  expect(written.split('\n').slice(0, 4)).toEqual([
    '// Written by holdfast shrink: own an/item, which m failed.',
    '// Failed to pass:',
    expect.stringMatching(/^\/\/ {3}lost {6}a point/),
    '// Needs a real model (HOLDFAST_MODEL) and a real judge (HOLDFAST_JUDGE).',
  ])
})

test('the test of a suite of one’s own has what was lost as criteria', () => {
  const reason =
    'Failed to pass the rubric: total 0.000, threshold 1.000.\n  lost      in "capitals" 1 of 2 points: not met\n  lost      named: the pier 1 of 2 points'
  const own = { ...shrunk('Say good bye.'), suite: 'own', after: { ...shrunk('Say good bye.').after, reason } }
  const written = writeShrunkTest(own, { isBundled: false })
  expect(written).toContain('toPassRubric(rubric({ "in \\"capitals\\"": 1, "named: the pier": 1 }))')
  // A pattern stands as it was; a function is code of the suite, and a judge must not take its place unsaid.
  const criteria = {
    'in "capitals"': { weight: 1, check: { pattern: '^[A-Z"]+$', flags: 'u' } },
    'named: the pier': { weight: 1, check: null },
    gone: { weight: 1, check: null },
  }
  const checked = writeShrunkTest({ ...own, after: { ...own.after, criteria } }, { isBundled: false })
  expect(checked).toContain("import { criterion, rubric, test } from 'holdfast'")
  expect(checked).toContain('    criterion("in \\"capitals\\"", { check: new RegExp("^[A-Z\\"]+$", "u") }),')
  expect(checked).toContain(
    '    // Its check is a function of the suite. Give it here as { check }, else a judge decides.\n    criterion("named: the pier"),',
  )
  expect(checked).not.toContain('gone')
  const all = { ...own, after: { ...own.after, reason: 'Failed to pass.\n  lost      all points' } }
  expect(writeShrunkTest(all, { isBundled: false })).toContain('rubric({ "the answer is right": 1 })')
})
