import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvLine } from './csvLine.ts'

/** Reads RFC 4180 by its grammar: fields parted by commas, quoted ones with doubled quotes. */
function readLine(line: string): string[] {
  return [...`${line},`.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*)),/g)].map(
    ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
  )
}

test('cells come back as they were', () => {
  const plain = fc.string().filter((text) => !/^[\s\p{Cf}]*[=+\-@]/u.test(text))
  const word = fc.oneof(plain, fc.constantFrom('a,b', 'say "no"', 'two\nlines', '', '巴黎'))
  fc.assert(
    fc.property(fc.array(word, { minLength: 1 }), (cells) => {
      expect(readLine(csvLine(cells))).toEqual(cells)
    }),
  )
})

test('nothing and numbers are plain', () => expect(csvLine([undefined, 0.1, -2, 'x'])).toBe(',0.1,-2,x'))

test.each(['=1+1', ' =1+1', '\u00a0\u200b＋1', '＝1+1', '＠SUM(A1)', '\n=1+1', '+1', '-1', '@SUM(A1)', '=HYPERLINK("http://x","y")'])(
  'what a spreadsheet would run is a text: %s',
  (text) => expect(readLine(csvLine([text]))).toEqual([`'${text}`]),
)

test('what a terminal would act on is written as an escape', () => expect(csvLine(['\u001b]0;title\u0007'])).not.toContain('\u001b'))
