import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { registerSecret } from '../../core/base/secrets.ts'
import { escapeHtml, html, Markup, scriptJson } from './markup.ts'

describe('a template', () => {
  test('shows text as text and keeps markup', () => {
    expect(html`<p title="${'"><b>'}">${'<script>'}${html`<b>x</b>`}</p>`.html).toBe(
      '<p title="&quot;&gt;&lt;b&gt;">&lt;script&gt;<b>x</b></p>',
    )
  })

  test('leaves out what is not there', () => expect(html`${undefined}${null}${false}${['a', 1]}`.html).toBe('a1'))

  test('lets no character of any text open a tag, an entity or end an attribute', () =>
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => !/[<>"']|&(?!(?:amp|lt|gt|quot|#39);)/.test(escapeHtml(text)))))

  test('shows control characters and overrides by their codes', () =>
    expect(escapeHtml('a\u0000b\u202ec\u001b[2J')).toBe('a\\u{0}b\\u{202e}c\\u{1b}[2J'))
})

test('secrets are taken out of values, and never out of what a page is made of', () => {
  registerSecret('addEventListener')
  registerSecret('page-Secret-123456')
  const script = new Markup('<script>addEventListener("load", () => {})</script>')
  expect(html`<p class="addEventListener" title="${'page-Secret-123456'}">${'it is page-Secret-123456'}</p>${script}`.html).toBe(
    '<p class="addEventListener" title="[redacted]">it is [redacted]</p><script>addEventListener("load", () => {})</script>',
  )
  expect(JSON.parse(scriptJson({ 'page-Secret-123456': ['page-Secret-123456'] }))).toEqual({ 'page-Secret-123456': ['[redacted]'] })
})

describe('JSON in a script', () => {
  test('can neither close the element nor end a line', () => {
    const text = scriptJson('</script><!--\u2028\u2029')
    expect(text).not.toMatch(/[<\u2028\u2029]/)
    expect(JSON.parse(text)).toBe('</script><!--\u2028\u2029')
  })

  test('comes back as it was', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(JSON.parse(scriptJson(value))).toEqual(JSON.parse(JSON.stringify(value)))
      }),
    )
  })
})
