import ts from 'typescript'
import { describe, expect, test } from 'vitest'
import { copyAsTest } from './copyAsTest.ts'
import type { Step, Transcript } from './transcript.ts'

const step = (who: Step['who'], part: number, rest: Partial<Step> = {}): Step => ({ who, title: '', parts: [part], findings: [], ...rest })

/** A criterion that a pattern decides. */
const by = (pattern: string) => ({ weight: 1, check: { pattern, flags: '' } })

const syntaxErrors = (code: string) =>
  ts.transpileModule(code, { reportDiagnostics: true }).diagnostics?.map(({ messageText }) => messageText)

describe('a test copied from an item', () => {
  test('asks what was asked and refutes what was refuted', () => {
    const transcript: Transcript = {
      texts: ['Q', 'A', 'No.', 'B', 'Again?', 'C'],
      calls: [],
      judgements: [],
      steps: [
        step('user', 0),
        step('candidate', 1, { call: 'answer-0' }),
        step('user', 2, { objection: 1 }),
        step('candidate', 3, { call: 'answer-1' }),
        step('user', 4),
        step('candidate', 5, { call: 'answer-2' }),
      ],
    }
    const code = copyAsTest({ id: 'a/b', lost: [] }, transcript)
    expect(code.split('\n').slice(4, 10)).toEqual([
      'test("a/b", async ({ dialogue }) => {',
      '  await dialogue.ask("Q")',
      '  await dialogue.refute("No.")',
      '  await expect(dialogue).toSatisfyRefutation()',
      '  await dialogue.ask("Again?")',
      '  await expect(dialogue).toRetainAfterTurns(1)',
    ])
    expect(syntaxErrors(code)).toEqual([])
  })

  test('gives the answers that were given', () => {
    const transcript: Transcript = {
      texts: ['Q', 'A', 'R', 'B'],
      calls: [],
      judgements: [],
      steps: [step('user', 0), step('candidate', 1), step('user', 2), step('candidate', 3, { call: 'answer' })],
    }
    const code = copyAsTest({ id: 'x', lost: ['format'] }, transcript)
    expect(code).toContain('dialogue.given("Q", "A")\n  await dialogue.ask("R")')
    expect(code).toContain('toPassRubric(rubric({ "format": 1 }))')
  })

  test.each([
    ['of patterns alone, no judge', { a: by('x'), b: by('y') }, 'Needs a real model (HOLDFAST_MODEL).'],
    ['of a pattern and another, a judge', { a: by('x') }, 'Needs a real model (HOLDFAST_MODEL) and a real judge (HOLDFAST_JUDGE).'],
    ['of none, a judge', {}, 'Needs a real model (HOLDFAST_MODEL) and a real judge (HOLDFAST_JUDGE).'],
  ])('says what it needs: %s', (_, criteria, needs) => {
    const steps = [step('user', 0), step('candidate', 1, { call: 'answer' })]
    const code = copyAsTest({ id: 'x', lost: ['a', 'b'], criteria }, { texts: ['Q', 'A'], calls: [], judgements: [], steps })
    expect(code.split('\n')[0]).toBe(`// ${needs}`)
  })

  test('weighs each criterion as it was weighed', () => {
    const criteria = { a: { ...by('x'), weight: 2 }, b: { weight: 0.5, check: null }, c: { weight: 3 } }
    const steps = [step('user', 0), step('candidate', 1)]
    const written = (lost: readonly string[]) =>
      copyAsTest({ id: 'x', lost, criteria }, { texts: ['Q', 'A'], calls: [], judgements: [], steps }).split('\n')
    expect(written(['a', 'b', 'c'])).toEqual(
      expect.arrayContaining([
        '    criterion("a", { weight: 2, check: new RegExp("x", "") }),',
        '    criterion("b", { weight: 0.5 }),',
        '    criterion("c", { weight: 3 }),',
      ]),
    )
    expect(written(['c'])).toContain('  await expect(dialogue).toPassRubric(rubric({ "c": 3 }))')
    // The message of a total loss names no point.
    expect(written([])).toContain('    criterion("a", { weight: 2, check: new RegExp("x", "") }),')
  })

  test('takes no check from what every object has', () => {
    const steps = [step('user', 0), step('candidate', 1)]
    const criteria = { a: by('x') }
    const code = copyAsTest({ id: 'x', lost: ['a', 'constructor'], criteria }, { texts: ['Q', 'A'], calls: [], judgements: [], steps })
    expect(code).toContain('    criterion("constructor"),')
  })

  test('has the application compact where it did', () => {
    const steps = [
      step('user', 0),
      step('candidate', 1, { call: 'answer-0' }),
      step('compaction', 2, { call: 'compact-1' }),
      step('user', 3),
      step('candidate', 4, { call: 'answer-1' }),
    ]
    const code = copyAsTest({ id: 'x', lost: [] }, { texts: ['Q', 'A', 'kept', 'R', 'B'], calls: [], judgements: [], steps })
    expect(code).toContain('  await dialogue.ask("Q")\n  await dialogue.compact()\n  await dialogue.ask("R")\n')
    expect(code).not.toContain('kept')
  })

  test('has the criteria that the message lists in place of the point they make up', () => {
    const transcript: Transcript = {
      texts: ['Q', 'A'],
      calls: [],
      judgements: [],
      steps: [step('user', 0), step('candidate', 1, { call: 'answer' })],
    }
    const reason = 'Failed.\n  lost      criteria 1 of 1 points: not met\n            says 13: no\n            keeps to x: y: no'
    expect(copyAsTest({ id: 'x', lost: ['criteria of its checklist'], reason }, transcript)).toContain(
      'toPassRubric(rubric({ "says 13": 1, "keeps to x: y": 1 }))',
    )
    const weighed = reason.replace('says 13:', 'says 13 (0.5):')
    expect(copyAsTest({ id: 'x', lost: [], reason: weighed }, transcript)).toContain('rubric({ "says 13": 0.5, "keeps to x: y": 1 })')
  })

  test('is code whatever the model wrote, and no text of it is', () => {
    const hostile = '`$' + '{process.exit()}`"); process.exit(); ("\u2028\n*/ \u202e'
    const transcript: Transcript = {
      texts: [hostile, 'A'],
      calls: [],
      judgements: [],
      steps: [step('user', 0), step('candidate', 1, { call: 'answer' })],
    }
    const code = copyAsTest({ id: hostile, lost: [hostile] }, transcript)
    expect(syntaxErrors(code)).toEqual([])
    const file = ts.createSourceFile('x.ts', code, ts.ScriptTarget.Latest, true)
    const called: string[] = []
    const visit = (node: ts.Node) => {
      if (ts.isCallExpression(node)) called.push(node.expression.getText())
      ts.forEachChild(node, visit)
    }
    visit(file)
    expect(called.filter((name) => name.includes('process'))).toEqual([])
    expect(code).not.toMatch(/[\u2028\u202e]/)
  })

  test('leaves out a context and says so', () => {
    const long = { blob: 'b', name: 'context', chars: 500_000, head: 'H', tail: 'T' }
    const transcript: Transcript = {
      texts: [long, 'A'],
      calls: [],
      judgements: [],
      steps: [step('user', 0), step('candidate', 1, { call: 'answer' })],
    }
    expect(copyAsTest({ id: 'x', lost: [] }, transcript)).toContain('[context: 500000 characters, put them here]')
  })
})
