import fc from 'fast-check'
import { get_encoding } from 'tiktoken'
import { describe, expect, test } from 'vitest'
import { TOKENIZERS, tokenizer } from './tokenizer.ts'

const o200k = tokenizer('o200k_base')
const reference = get_encoding('o200k_base')

/** Prose: words, numbers, marks and line breaks, one space between them. */
const prose = (minLength: number) => {
  const word = fc.constantFrom(
    'the',
    'river',
    "doesn't",
    'Überfluss',
    '1,872',
    '2026',
    'e.g.',
    '(see',
    'below):',
    'état,',
    'End.\n',
    '—',
    '河流',
  )
  return fc.array(word, { minLength, maxLength: 2 * minLength }).map((words) => words.join(' '))
}

describe('count', () => {
  test('knows the tokens of a text that OpenAI documents', () => {
    // https://github.com/openai/openai-cookbook, How_to_count_tokens_with_tiktoken.
    expect(tokenizer('cl100k_base').count('tiktoken is great!')).toBe(6)
    expect(tokenizer('o200k_base').count('2 + 2 = 4')).toBe(7)
    expect(tokenizer('r50k_base').count('antidisestablishmentarianism')).toBe(5)
  })

  test.each(TOKENIZERS)('equals that of tiktoken on a text of several pieces: %s', (name) => {
    const encoder = get_encoding(name)
    const own = tokenizer(name)
    fc.assert(
      fc.property(prose(1500), (text) => {
        expect(text.length).toBeGreaterThan(4000)
        expect(own.count(text)).toBe(encoder.encode_ordinary(text).length)
      }),
      { numRuns: 5 },
    )
    encoder.free()
  })

  test('takes what looks like a control token for plain text', () => {
    expect(o200k.count('<|endoftext|>')).toBe(reference.encode_ordinary('<|endoftext|>').length)
    expect(o200k.count('<|endoftext|>')).toBeGreaterThan(1)
  })

  test('of an empty text is 0', () => expect(o200k.count('')).toBe(0))

  test('comes to an end on 50,000 Chinese characters without a break', { timeout: 30_000 }, () => {
    const text = Array.from({ length: 50_000 }, (_, index) => String.fromCodePoint(0x4e00 + ((index * 7919) % 20_000))).join('')
    const count = o200k.count(text)
    // At least a token per run of characters that are one token, at most one for each of three bytes.
    expect(count).toBeGreaterThan(10_000)
    expect(count).toBeLessThanOrEqual(150_000)
  })
})

describe('truncate', () => {
  const anything = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 80 }),
    fc
      .array(fc.constantFrom(' ', '  ', '\n', '\r\n', '\t', 'word', "'s", '123', '家', '👩‍👩‍👧', 'e\u0301', '.', '\ufffd'), {
        maxLength: 80,
      })
      .map((parts) => parts.join('')),
  )

  test('gives a beginning of the text, never over its tokens, and never half a character', () => {
    fc.assert(
      fc.property(anything, fc.nat({ max: 50 }), (text, tokens) => {
        const cut = o200k.truncate(text, tokens)
        expect(text.startsWith(cut)).toBe(true)
        expect(o200k.count(cut)).toBeLessThanOrEqual(tokens)
        expect(cut).not.toMatch(/[\ud800-\udbff]$/)
      }),
      { numRuns: 2000 },
    )
  })

  test('does so across pieces, and uses all its tokens on plain words', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('river', 'the', 'of', 'and'), { minLength: 3000, maxLength: 6000 }),
        fc.nat({ max: 3000 }),
        (words, tokens) => {
          const text = words.join(' ')
          const cut = o200k.truncate(text, tokens)
          expect(text.startsWith(cut)).toBe(true)
          // Each of these words is one token, with the space before it.
          expect(cut.split(' ').filter(Boolean)).toHaveLength(tokens)
        },
      ),
      { numRuns: 20 },
    )
  })

  test('leaves a text that fits as it is', () => {
    fc.assert(
      fc.property(anything, (text) => {
        expect(o200k.truncate(text, o200k.count(text))).toBe(text)
      }),
    )
  })

  test('to no tokens is nothing', () => expect(o200k.truncate('hello there', 0)).toBe(''))

  test('to fewer than no tokens is nothing', () => expect(o200k.truncate('hello there you all', -2)).toBe(''))

  test('cuts 50,000 Chinese characters without a break', { timeout: 30_000 }, () => {
    const text = '河山'.repeat(25_000)
    const cut = o200k.truncate(text, 5000)
    expect(text.startsWith(cut)).toBe(true)
    expect(cut.length).toBeGreaterThan(1000)
    expect(o200k.count(cut)).toBeLessThanOrEqual(5000)
  })

  test('keeps a byte order mark at the beginning', () => {
    const text = '\ufeffhello there'
    expect(text.startsWith(o200k.truncate(text, 2))).toBe(true)
  })
})
