import fc from 'fast-check'
import { expect, test } from 'vitest'
import { codeParts } from './codeParts.ts'

const shown = (text: string) => codeParts(text).map(({ text: part, isCode }) => `${isCode ? 'code' : 'text'} ${part}`)

test.each([
  ['', ['text ']],
  ['words', ['text words']],
  ['a\n```js\nx\n```\nb', ['text a\n', 'code ```js\nx\n```\n', 'text b']],
  ['```\nx\n```\n```\ny\n```', ['code ```\nx\n```\n', 'code ```\ny\n```']],
  ['````\n```\n````\nb', ['code ````\n```\n````\n', 'text b']],
  ['~~~\n```\n~~~', ['code ~~~\n```\n~~~']],
  ['```\nnever closed', ['code ```\nnever closed']],
  ['in `line` and ```not``` a fence', ['text in `line` and ```not``` a fence']],
])('the code of %j', (text, parts) => expect(shown(text)).toEqual(parts))

test('the parts of any text are the text', () => {
  const text = fc.array(fc.constantFrom('```', '````', '~~~', '\n', '\r\n', ' ', 'x')).map((all) => all.join(''))
  fc.assert(
    fc.property(text, (all) => {
      expect(
        codeParts(all)
          .map((part) => part.text)
          .join(''),
      ).toBe(all)
    }),
  )
})
