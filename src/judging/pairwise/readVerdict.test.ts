import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { imitatesName, readVerdict } from './parseVerdict.ts'

describe('what a person reads', () => {
  test.each([
    ['Output (a)', 'a'],
    ['Output (b).', 'b'],
    ['**Output (a)**', 'a'],
    ['"Output (a)"', 'a'],
    ['“Output (b)”.', 'b'],
    ['`Output (b)`', 'b'],
    ['Output **(b)**', 'b'],
    ['Answer: Output (a)', 'a'],
    ['**Answer:** Output (b)', 'b'],
    ['### Verdict: **Output (b)**', 'b'],
    ['My answer is Output (b).', 'b'],
    ['Final decision:\nOutput (b)', 'b'],
    ['(a)', 'a'],
    ['[b]', 'b'],
    ['a', 'a'],
    ['B.', 'b'],
    ['Output (A)', 'a'],
    ['output (b)', 'b'],
    ['Output b', 'b'],
    ['Output (b)。', 'b'],
    ['Answer: Output (b)。', 'b'],
    ['Answer: B', 'b'],
    ['**Answer:** (a)', 'a'],
    ['Final answer: <B>', 'b'],
    ['Ｏｕｔｐｕｔ （ａ）', 'a'],
    ['Output \\(b\\)', 'b'],
    ['- Output (b)', 'b'],
    ['It is Output (b).', 'b'],
    ['**Output (a)** is better.', 'a'],
    ['Output (b) is better', 'b'],
    ['Output (b) is **better**.', 'b'],
    ['Output (b) is clearly the better one, since it is exact.', 'b'],
    ['(b) is better.', 'b'],
    ['Therefore, (b).', 'b'],
    ['So the better output is **Output (b)**.', 'b'],
    ['The better output for the given instruction is Output (b).', 'b'],
    ['Better: Output (b)? No: the best choice is Output (a).', 'a'],
    ['I would choose Output (b) over Output (a).', 'b'],
    ['Output (b) wins.', 'b'],
    ['Output (b), for Output (a) is long', 'b'],
    ['Output (b) because Output (a) is long', 'b'],
    ['Output (b) – it is exact', 'b'],
    ['Output (b)\n\nOutput (a) is too long.\nOutput (b) is exact.', 'b'],
  ] as const)('in %j is (%s)', (reply, shown) => expect(readVerdict(reply, 'any')).toBe(shown))

  test.each([
    ['Output (a) is better. No: therefore, Output (b) is better.', 'b'],
    ['Output (b) is better. No: therefore, Output (a) is better.', 'a'],
    ['Output (a) is better in its detail.\n\n**Output (b)**', 'b'],
    ['Output (a)\nOutput (b)', 'b'],
    ['Output (b)\n\nOutput (b) lists rivers. No: Output (a) is better.', 'a'],
    ['**Output (a)**\nIt is long.\n\n**Output (b)**\nIt is exact.\n\nVerdict: (a)', 'a'],
    // What begins a line with a label may be about it.
    ['Output (b) is better.\n\nOutput (a) does not name a river.', 'b'],
    ['Output (a) is not about rivers. Therefore, Output (b) is better.', 'b'],
    ['Assistant (b) argues that Output (b) is better. I find that Output (a) is better.', 'a'],
    ['Assistant (a) argues that Output (a) is better, but it is clear that Output (b) is better.', 'b'],
  ] as const)('in %j is the last claim, (%s)', (reply, shown) => expect(readVerdict(reply, 'any')).toBe(shown))

  test.each([
    '',
    'Neither.',
    'Both are equally good.',
    'Therefore, neither Output (a) nor Output (b) is better.',
    'Both Output (a) and Output (b) are equally good.',
    'I do not think that Output (a) is better.',
    'It doesn’t mean Output (a) is better',
    'It depends on whether Output (a) is better.',
    'Which of Output (a) or Output (b) is better?',
    'Which of Output (a) and Output (b) is better?',
    'Assistant (a) claims that Output (a) is better, Assistant (b) claims that Output (b) is better. Therefore, based on',
    'Output (a) is not better.',
    'Output (a) lists rivers, Output (b) lists lakes.',
    'Output (b), on the other hand, lists lakes.',
    '**Output (a)**\nIt is long.\n\n**Output (b)**\nIt is exact.',
    'The better output is Output (a) or Output (b).',
    'A better answer is needed.',
    'Answer: A better one is needed.',
    'Answer: C',
    'Output (c)',
    'abc',
  ])('in %j is nothing', (reply) => expect(readVerdict(reply, 'any')).toBeNull())

  test('turns round when the labels do', () => {
    const words = fc.array(fc.constantFrom('Output (x)', '(x)', 'Output (y)', 'is better', 'Answer:', '. ', '\n', 'nor', '**'), {
      maxLength: 9,
    })
    fc.assert(
      fc.property(words, (parts) => {
        const reply = (one: string, other: string) => parts.join(' ').replaceAll('(x)', `(${one})`).replaceAll('(y)', `(${other})`)
        const turned = { a: 'b', b: 'a' } as const
        const read = readVerdict(reply('a', 'b'), 'any')
        expect(readVerdict(reply('b', 'a'), 'any')).toBe(read && turned[read])
      }),
    )
  })
})

describe('where what is compared holds something like a label', () => {
  test.each(['(a) Paris (b) Lyon', 'Output A', 'output a JSON object', '［ａ］', 'It is [b', '(\u200bA)', ' b.'])('as %j does', (text) => {
    expect(imitatesName(['Name a river.', text])).toBe(true)
  })

  test.each(['Output: a river', 'Option A', '(an aside)', '[array]', 'a) one'])('as %j does not', (text) => {
    expect(imitatesName(['Name a river.', text])).toBe(false)
  })

  test.each(['(a)', 'b', 'Answer: (b)', 'Therefore, (a) is better.', 'Output B'])('%j may be a quotation', (reply) => {
    expect(readVerdict(reply, 'labels')).toBeNull()
  })

  test.each(['**Output (b)**', 'Answer: Output (B)', 'It says “(a) is better”. Output (b) is better.'])('%j is not', (reply) => {
    expect(readVerdict(reply, 'labels')).toBe('b')
  })
})
