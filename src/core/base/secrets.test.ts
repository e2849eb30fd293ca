import { describe, expect, test } from 'vitest'
import { redact, redacted, redactedJson, redactSecrets, registerSecret } from './secrets.ts'

describe('a registered secret', () => {
  test('is replaced wherever it stands', () => {
    registerSecret('sk-test-4everywhere')
    expect(redactSecrets('sk-test-4everywhere, "sk-test-4everywhere" and xsk-test-4everywherex')).toBe(
      '[redacted], "[redacted]" and x[redacted]x',
    )
  })

  test('may have characters that mean something in patterns', () => {
    registerSecret('a.b*c$&(d')
    expect(redactSecrets('a.b*c$&(d axbbc$&(d')).toBe('[redacted] axbbc$&(d')
  })

  test('that is the beginning of another leaves nothing of the other', () => {
    registerSecret('sk-prefix-1')
    registerSecret('sk-prefix-1-and-more')
    expect(redactSecrets('keys sk-prefix-1-and-more, sk-prefix-1')).toBe('keys [redacted], [redacted]')
  })

  test.each(['none', 'EMPTY', '', 'short7x', 'postgres', 'true', '/run/secrets/password'])(
    'is none that would black out words: %j',
    (value) => {
      expect(registerSecret(value)).toBe(false)
      expect(redactSecrets(`a ${value} b`)).toBe(`a ${value} b`)
    },
  )
})

/** Short, and so looked for as a whole word. */
const WORD = 'blue7sky42'

describe('a short secret', () => {
  test.each([['in a longer word', 'xblue7sky42', 'blue7sky42x', 'my_blue7sky42', 'blue7sky42é', 'üblue7sky42', '9blue7sky428']])(
    '%s is no secret',
    (_, ...texts) => {
      registerSecret(WORD)
      for (const text of texts) expect(redactSecrets(text)).toBe(text)
    },
  )

  // A letter or a digit stands before it there, and it is a word of its own all the same.
  test.each([
    ['a text', 'blue7sky42', '[redacted]'],
    ['a sentence', 'It is blue7sky42, or "blue7sky42".', 'It is [redacted], or "[redacted]".'],
    ['a list', 'a=blue7sky42&b=1 blue7sky42-blue7sky42', 'a=[redacted]&b=1 [redacted]-[redacted]'],
    ['a language without spaces', '密码是blue7sky42。', '密码是[redacted]。'],
    ['JSON', JSON.stringify('a\nblue7sky42\tb\u0007blue7sky42'), '"a\\n[redacted]\\tb\\u0007[redacted]"'],
    ['a URL', 'q=%20blue7sky42%0Ablue7sky42', 'q=%20[redacted]%0A[redacted]'],
    ['colours', '\u001b[31mblue7sky42\u001b[39m \u001b[1;32mblue7sky42', '\u001b[31m[redacted]\u001b[39m \u001b[1;32m[redacted]'],
    ['a longer word and one of its own', 'xblue7sky42 blue7sky42', 'xblue7sky42 [redacted]'],
  ])('is found in %s', (_, text, clean) => {
    registerSecret(WORD)
    expect(redactSecrets(text)).toBe(clean)
  })
})

describe('a secret with other characters than letters and digits', () => {
  const SECRET = 'pw"7\\9 G+h/8t&%@$K<d>{ü}\'x\nline two'

  test.each<[string, (text: string) => string]>([
    ['as it is', (text) => text],
    ['in JSON', (text) => JSON.stringify(text)],
    ['in JSON within JSON', (text) => JSON.stringify(JSON.stringify(text))],
    ['in JSON of ASCII', (text) => JSON.stringify(text).replace(/ü/g, '\\u00fc').replace(/&/g, '\\u0026')],
    ['in a part of a URL', encodeURIComponent],
    ['in a URL, encoded twice', (text) => encodeURIComponent(encodeURIComponent(text))],
    ['in a URL with small hexadecimals', (text) => encodeURIComponent(text).replace(/%[A-F\d]{2}/g, (code) => code.toLowerCase())],
    ['in a whole URL', encodeURI],
    ['in a form', (text) => new URLSearchParams({ text }).toString()],
    [
      'in HTML',
      (text) => text.replace(/[&<>"']/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' })[c] ?? c),
    ],
    ['with the line breaks of Windows', (text) => text.replace('\n', '\r\n')],
  ])('is found %s', (_, write) => {
    registerSecret(SECRET)
    const text = redactSecrets(`before ${write(SECRET)} after`)
    expect(text).toContain('[redacted]')
    expect(text).not.toMatch(/line|two|8t/)
    expect(text).toMatch(/^before .* after$/s)
  })

  test.each([0, 1, 2, 3, 4, 5])('is found in base64 after %i other characters', (before) => {
    registerSecret('base64-Secret-77')
    const text = `${'x'.repeat(before)}base64-Secret-77 and what follows`
    for (const encoding of ['base64', 'base64url'] as const) {
      const clean = redactSecrets(`got ${Buffer.from(text).toString(encoding)}, ok`)
      expect(clean).toMatch(/^got [\w-]{0,8}\[redacted\], ok$/)
    }
  })

  test('is found in base64 of its own key, with and without the last signs', () => {
    registerSecret('QUJDREVGMTIzNDU2Nzg5MA==')
    expect(redactSecrets('QUJDREVGMTIzNDU2Nzg5MA== QUJDREVGMTIzNDU2Nzg5MA QUJDREVGMTIzNDU2Nzg5MA%3D%3D')).toBe(
      '[redacted] [redacted] [redacted]',
    )
  })
})

describe('what follows Bearer is replaced, registered or not', () => {
  test.each([
    ['Authorization: Bearer abc.def-ghi_jkl', 'Authorization: Bearer [redacted]'],
    ['bearer   abcdef== failed', 'bearer   [redacted] failed'],
    ['Bearer abcdef, Bearer ghijkl', 'Bearer [redacted], Bearer [redacted]'],
    ['the bearer of news', 'the bearer of news'],
  ])('%s', (text, clean) => expect(redact(text)).toBe(clean))

  test('and credentials of URLs, and registered secrets elsewhere too', () => {
    registerSecret('sk-test-elsewhere-1')
    expect(redact('key sk-test-elsewhere-1 at https://bob:pw@host/v1?api-key=abc123&v=2')).toBe(
      'key [redacted] at https://host/v1?api-key=[redacted]&v=2',
    )
  })

  test('and nothing is left of a registered secret with other characters', () => {
    registerSecret('user12:pass$word')
    expect(redact('sent Bearer user12:pass$word')).toBe('sent Bearer [redacted]')
  })
})

describe('data', () => {
  const SECRET = 'data-secret-1234567'
  const value = { list: [SECRET, 12, null], nested: { [SECRET]: `a ${SECRET}`, at: new Date(0) }, plain: 'b' }

  test('keep names of fields, numbers and structure', () => {
    registerSecret(SECRET)
    expect(redacted(value)).toEqual({ list: ['[redacted]', 12, null], nested: { [SECRET]: 'a [redacted]', at: new Date(0) }, plain: 'b' })
    expect(JSON.parse(redactedJson(value))).toEqual(JSON.parse(JSON.stringify(redacted(value))))
  })

  test('are the same value where nothing is secret', () => {
    const clean = { list: ['a', { b: 1 }], c: undefined }
    expect(redacted(clean)).toBe(clean)
    expect(redactedJson(clean)).toBe(JSON.stringify(clean))
  })

  test('are JSON still when a secret is all digits', () => {
    registerSecret('867530900012')
    expect(redactedJson({ count: 867530900012, text: 'no 867530900012' })).toBe('{"count":867530900012,"text":"no [redacted]"}')
  })
})
