import { appendFileSync } from 'node:fs'
import { test } from 'vitest'
import { READERS } from './readers.ts'

const N = Number(process.env.SEARCH_N ?? 6000)
const UNITS = [
  '*',
  '[',
  ']',
  '[[',
  ']]',
  '{',
  '}',
  '"',
  "'",
  '\\',
  '\\"',
  ' ',
  '\t',
  '\n',
  '\r\n',
  '\n\n',
  '1',
  '0',
  '1.',
  '.',
  '. ',
  'a',
  'A',
  'a ',
  'A. ',
  'Mr. ',
  'Ab. ',
  '<',
  '>',
  '<<',
  '>>',
  '<think>',
  '</think>',
  '<think></think>',
  '`',
  ',',
  ', ',
  '́',
  '👍',
  '\ud800',
  '{"a":',
  '"a",',
  '["a"],',
  '[[1]] ',
  '( ',
  '-',
  '+',
  '_',
  '#',
  '##[',
  '###',
  ':',
  '::',
  '@',
  'http://',
  'model ',
  'model id',
  'lost ',
  '\n  lost a',
  '\n  lost a 1 of 1 points: x',
  '\n            why',
  '\n            why.',
  'answer ',
  'answer: ',
  'Output (a)',
  '\nOutput (b)',
  'Output (a) is better',
  'retry in ',
  '1s',
  '\u2028',
  '\u00a0',
  'is ',
  '你',
  '你好。',
  '! ',
  '? ',
  'doc1 ',
  'doc',
  '\\u',
  '\\x',
  'É',
  'set.',
  '.stop.',
  '\nasked "',
  'x"y ',
  '\x1b[31m',
  '\x1b[',
  '1_',
  '0x',
  'e',
  '1 of 1 points ',
  '<a',
  '&',
  '%',
  '%4',
  '|',
  '—',
  'ﷺ',
  '　',
  '\u200b',
  '\u0301\u0316',
  '\uff9e\u0301',
  '\x85',
  '\x1c',
]
const PRE = [
  '',
  ' ',
  '\n  lost',
  '  lost ',
  '"',
  '[[',
  '{"a":"',
  '\n  asked ',
  '  asked "',
  'answer',
  'A',
  'x\n  lost a: not met',
  '<think>',
  '<<',
  '**',
  '@http://',
  'retry in ',
  'bearer ',
  '[',
  '{',
  'set.s',
]
const SUF = ['', 'x', '\u2028x', '"', ' is']
const ms = async (read: (t: string) => unknown, text: string) => {
  const b = process.cpuUsage()
  try {
    await read(text)
  } catch {}
  const u = process.cpuUsage(b)
  return (u.user + u.system) / 1000
}
const only = process.env.SEARCH_ONLY?.split(';')
const log = process.env.SEARCH_LOG ?? '/tmp/text-tools/search.log'
test('search', async () => {
  const from = READERS.findIndex(({ name }) => name === (process.env.SEARCH_FROM ?? READERS[0]?.name))
  for (const { name, read } of READERS.slice(from)) {
    if (only && !only.some((o) => name.startsWith(o))) continue
    const found: [number, string][] = []
    for (const pre of PRE)
      for (const unit of UNITS)
        for (const suf of SUF) {
          const make = (n: number) => pre + unit.repeat(Math.ceil(n / unit.length)) + suf
          let t = await ms(read, make(N))
          if (t < 6) continue
          let small = Infinity
          for (let k = 0; k < 3; k++) {
            small = Math.min(small, await ms(read, make(N / 8)))
            t = Math.min(t, await ms(read, make(N)))
          }
          if (t >= 6 && t / Math.max(small, 0.05) > 20)
            found.push([t, JSON.stringify([pre, unit, suf]) + ` ${small.toFixed(2)} -> ${t.toFixed(1)}`])
        }
    found.sort((a, b) => b[0] - a[0])
    appendFileSync(
      log,
      `${name}: ${found.length}\n${found
        .slice(0, 4)
        .map(([, s]) => `    ${s}\n`)
        .join('')}`,
    )
  }
}, 3e6)
