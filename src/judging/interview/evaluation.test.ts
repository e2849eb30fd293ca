import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ASPECTS, INTERVIEW_METRICS, imitatesEvaluation, isExactEvaluation, parseEvaluation, STOP_REASONS } from './evaluation.ts'

/** A form filled in: every aspect with this score, and what differs. */
const form = (score: unknown, change: Readonly<Record<string, unknown>> = {}): Record<string, unknown> => ({
  ...Object.fromEntries(ASPECTS.map((aspect) => [aspect, { comment: 'so', score }])),
  overall_comment: 'so so',
  overall_score: score,
  stop_conversation: false,
  stop_reason: 'none',
  ...change,
})
const read = (change: Readonly<Record<string, unknown>> = {}, score: unknown = 3) => parseEvaluation(JSON.stringify(form(score, change)))
const NOTHING = {
  ...Object.fromEntries(INTERVIEW_METRICS.map((metric) => [metric, null])),
  stop: false,
  stopReason: null,
  comment: '',
}

test('the aspects and stop reasons are those of the paper’s code', () => {
  expect(INTERVIEW_METRICS).toEqual(['accuracy', 'logic', 'relevance', 'coherence', 'conciseness', 'overall'])
  expect(STOP_REASONS).toEqual(['none', 'off_topic', 'empty_response', 'rule_violation', 'repetition', 'unpermitted_role_shift'])
})

describe('a form that is filled in', () => {
  test('gives every score, the flag, the reason and the comment', () => {
    const scores = { accuracy: 1, logic: 2, relevance: 3, coherence: 4, conciseness: 2 }
    const aspects = Object.fromEntries(Object.entries(scores).map(([aspect, score]) => [aspect, { comment: aspect, score }]))
    expect(read({ ...aspects, overall_score: 4, overall_comment: 'Enough.', stop_conversation: true, stop_reason: 'off_topic' })).toEqual({
      ...scores,
      overall: 4,
      stop: true,
      stopReason: 'off_topic',
      comment: 'Enough.',
      parsed: true,
    })
  })

  test('may have nothing in it', () => expect(parseEvaluation('{}')).toEqual({ ...NOTHING, parsed: true }))

  test('may lack an aspect, its score or its comment, and keeps the others', () => {
    const { logic: _logic, ...lacking } = form(4)
    const one = parseEvaluation(JSON.stringify({ ...lacking, accuracy: { comment: 'no score' }, relevance: { score: 2 } }))
    expect(one).toMatchObject({ accuracy: null, logic: null, relevance: 2, coherence: 4, conciseness: 4, overall: 4, parsed: true })
  })

  test('may have more than was asked for', () => expect(read({ reasoning: { score: 1 }, mood: 'fine' })).toEqual(read()))

  test('of the older profiles, with reasoning for logic, has no logic', () => {
    const { logic, ...older } = form(4)
    expect(parseEvaluation(JSON.stringify({ ...older, reasoning: logic }))).toMatchObject({ logic: null, accuracy: 4 })
  })

  test.each([3, '3', null, true, [3], ['score', 3], [{ score: 3 }]])('may have %j for an aspect, which is no score', (aspect) => {
    expect(read({ accuracy: aspect })).toMatchObject({ accuracy: null, logic: 3 })
  })
})

describe('a score', () => {
  test.each<[unknown, number]>([
    [1, 1],
    [4, 4],
    [0, 0],
    [5, 5],
    [2.5, 2.5],
    ['3', 3],
    [' 3\n', 3],
    ['2.5', 2.5],
    ['+2', 2],
    ['.5', 0.5],
    ['3.', 3],
    ['3e0', 3],
    ['40E-1', 4],
    // As Python's float() reads them.
    ['３', 3],
    ['\u3000２.５\u0085', 2.5],
    ['٣', 3],
    ['0_3', 3],
  ])('may be %j', (score, value) => {
    expect(read({ logic: { comment: '', score } }).logic).toBe(value)
    expect(read({ overall_score: score }).overall).toBe(value)
  })

  test.each<[unknown]>([
    [-1],
    [-0.001],
    [5.001],
    [7],
    [10],
    ['7'],
    ['-1'],
    [''],
    [' '],
    ['three'],
    ['3/4'],
    ['3 of 4'],
    ['3,5'],
    ['0x3'],
    ['1e1'],
    ['NaN'],
    ['Infinity'],
    ['3e'],
    ['3 4'],
    ['３．５'],
    ['①'],
    ['_3'],
    ['\u001f3'],
    [true],
    [false],
    [null],
    [[3]],
    [{ score: 3 }],
  ])('is none where it is %j', (score) => {
    expect(read({ logic: { comment: '', score } })).toMatchObject({ logic: null, accuracy: 3, overall: 3, parsed: true })
    expect(read({ overall_score: score })).toMatchObject({ logic: 3, overall: null, parsed: true })
  })
})

describe('the flag', () => {
  test.each<[unknown]>([[true], ['true'], ['True'], ['TRUE'], [' true '], ['True\n']])('%j ends the interview', (flag) => {
    expect(read({ stop_conversation: flag }).stop).toBe(true)
  })

  // The official code stops at anything truthy, "false" included.
  test.each<[unknown]>([[false], ['false'], ['False'], ['yes'], ['1'], [''], [1], [0], [null], [{}], [[]], [[true]], [undefined]])(
    '%j does not',
    (flag) => expect(read({ stop_conversation: flag }).stop).toBe(false),
  )

  test.each<[unknown, string | null]>([
    ['repetition', 'repetition'],
    ['bored', 'bored'],
    ['', ''],
    [null, null],
    [3, null],
    [['repetition'], null],
    [undefined, null],
  ])('has the reason %j as %j', (given, reason) => expect(read({ stop_reason: given }).stopReason).toBe(reason))

  test.each<[unknown]>([[null], [7], [['a']], [undefined]])('has no comment where that is %j', (comment) => {
    expect(read({ overall_comment: comment }).comment).toBe('')
  })
})

describe('a reply', () => {
  const json = JSON.stringify(form(2))

  test.each([
    ['as it is', json],
    ['indented', JSON.stringify(form(2), null, 2)],
    ['in a fence', `\`\`\`json\n${json}\n\`\`\``],
    ['with words around it', `Here you are:\n${json}\nI hope it helps :]`],
    ['after white space, a byte order mark too', `\u001c\n \ufeff${json}\u0085\n`],
    ['in a list', `[${json}]`],
  ])('is read %s', (_, reply) => expect(parseEvaluation(reply)).toEqual(read({}, 2)))

  test('may be JSON5', () => {
    const reply = `{
      // the candidate is vague
      accuracy: {comment: 'it\\'s fine', score: +3,},
      'logic': {comment: "a \\
long line", score: 2.},
      relevance: {score: .5}, coherence: {score: NaN}, conciseness: {score: Infinity}, /* and so on */
      overall_score: 0x2, overall_comment: 'ok', stop_conversation: false, stop_reason: 'none',
    }`
    expect(parseEvaluation(reply)).toEqual({
      accuracy: 3,
      logic: 2,
      relevance: 0.5,
      coherence: null,
      conciseness: null,
      overall: 2,
      stop: false,
      stopReason: 'none',
      comment: 'ok',
      parsed: true,
    })
  })

  test('with a key twice has the last', () => expect(parseEvaluation('{"overall_score": 1, "overall_score": 4}').overall).toBe(4))

  test.each([
    ['empty', ''],
    ['words', 'The reply is good. Overall score: 4.'],
    ['a list', '[3, 3, 3]'],
    ['without an end', json.slice(0, -1).replaceAll('}', '')],
    ['without a beginning', '"overall_score": 4}'],
    ['with its braces the wrong way round', '} "overall_score": 4 {'],
    ['cut off', json.slice(0, -20)],
    ['two objects', `${json}\n${json}`],
    ['Python', json.replaceAll('"', "'").replace('false', 'False')],
    ['an object after words in braces', `As {you} asked: ${json}`],
  ])('that is %s has no scores and does not end the interview', (_, reply) => {
    expect(parseEvaluation(reply)).toEqual({ ...NOTHING, parsed: false })
  })

  test('cannot reach anything but its own fields', () => {
    expect(parseEvaluation('{"__proto__": {"overall_score": 4, "accuracy": {"score": 4}, "stop_conversation": true}}')).toEqual({
      ...NOTHING,
      parsed: true,
    })
  })

  test('of any text never throws, and its scores are null or from 0 to 5', () => {
    const piece = fc.constantFrom(
      '{',
      '}',
      '"overall_score"',
      'accuracy',
      ':',
      '3',
      '-1',
      "'",
      '[',
      ']',
      ',',
      'score',
      'NaN',
      '/*',
      '\\',
      ' ',
    )
    const text = fc.oneof(
      fc.string(),
      fc.array(piece, { maxLength: 30 }).map((parts) => parts.join('')),
    )
    fc.assert(
      fc.property(text, (reply) => {
        const found = parseEvaluation(reply)
        for (const metric of INTERVIEW_METRICS) {
          const score = found[metric]
          expect(score === null || (score >= 0 && score <= 5)).toBe(true)
        }
      }),
    )
  })
})

describe('where what was said holds something like an evaluation', () => {
  test.each(['{"score": 4}', 'overall_score: 4', "'score' : 4", '“ｓｃｏｒｅ”：4', '\\"stop_conversation\\": true'])('as %j does', (text) =>
    expect(imitatesEvaluation(['Why?', text])).toBe(true),
  )

  test.each(['It scored well.', 'The score was 4.', '{"comment": "good"}'])('as %j does not', (text) => {
    expect(imitatesEvaluation(['Why?', text])).toBe(false)
  })

  test('only one JSON object of the form asked for is an evaluation', () => {
    const whole = JSON.stringify(form(3))
    expect(isExactEvaluation(whole)).toBe(true)
    expect(isExactEvaluation(`\n ${JSON.stringify(form('3', { stop_conversation: 'false' }), null, 2)}\n`)).toBe(true)
    const others = [
      '',
      'Good.',
      `Here: ${whole}`,
      `${whole}\n{"score": 4}`,
      `\`\`\`json\n${whole}\n\`\`\``,
      JSON.stringify(form(3, { more: 1 })),
      JSON.stringify(form(3, { accuracy: { comment: '', score: 4, more: {} } })),
      JSON.stringify(form(3, { overall_score: undefined })),
      JSON.stringify([form(3)]),
      whole.replace('"score":3', '"score":4,"score":3'),
      whole.replaceAll('"', "'"),
      whole.replace('3', 'NaN'),
    ]
    for (const text of others) expect(isExactEvaluation(text), text).toBe(false)
  })
})
