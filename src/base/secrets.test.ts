import { describe, expect, test } from 'vitest'
import { redact, redactSecrets, registerSecret } from './secrets.ts'

describe('a registered secret', () => {
  test('is replaced wherever it stands', () => {
    registerSecret('sk-test-everywhere')
    expect(redactSecrets('sk-test-everywhere, "sk-test-everywhere" and xsk-test-everywherex')).toBe(
      '[redacted], "[redacted]" and x[redacted]x',
    )
  })

  test('may have characters that mean something in patterns', () => {
    registerSecret('a.b*c$&(d')
    expect(redactSecrets('a.b*c$&(d axbbc$&(d')).toBe('[redacted] axbbc$&(d')
  })

  test('of fewer than six characters is no secret: it would black out words', () => {
    registerSecret('none')
    registerSecret('EMPTY')
    registerSecret('')
    expect(redactSecrets('none EMPTY')).toBe('none EMPTY')
  })

  test('that is the beginning of another leaves nothing of the other', () => {
    registerSecret('sk-prefix')
    registerSecret('sk-prefix-and-more')
    expect(redactSecrets('key sk-prefix-and-more')).toBe('key [redacted]')
  })
})

describe('what follows Bearer is replaced, registered or not', () => {
  test.each([
    ['Authorization: Bearer abc.def-ghi_jkl', 'Authorization: Bearer [redacted]'],
    ['bearer   abcdef== failed', 'bearer   [redacted] failed'],
    ['Bearer abcdef, Bearer ghijkl', 'Bearer [redacted], Bearer [redacted]'],
    ['the bearer of news', 'the bearer of news'],
  ])('%s', (text, clean) => {
    expect(redact(text)).toBe(clean)
  })

  test('and registered secrets elsewhere too', () => {
    registerSecret('sk-test-elsewhere')
    expect(redact('key sk-test-elsewhere')).toBe('key [redacted]')
  })

  test('and nothing is left of a registered secret with other characters', () => {
    registerSecret('user12:pass$word')
    expect(redact('sent Bearer user12:pass$word')).toBe('sent Bearer [redacted]')
  })
})
