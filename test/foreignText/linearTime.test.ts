import { describe, expect, test } from 'vitest'
import { isLong } from '../shared.ts'
import { isExpected, type Reader, type Shape } from './reader.ts'
import { READERS } from './readers.ts'

// A text 16 times as long may take 16 times the time, and not 256 times. What is measured is the processor time of this process, the
// least of several tries: neither other processes nor the machine's speed count.
const SMALL = isLong ? 16 * 1024 : 4 * 1024
const TIMES = 16
/** Between 16, of linear time, and 256, of quadratic. */
const MOST_RATIO = 64
const TRIES = 4
/** Milliseconds below which a time says nothing: quadratic time is far above at the large size. */
const NOISE = isLong ? 200 : 40

const PIECES = ['*', '#', '[', ']', '[[', ']]', '{', '}', '"', "'", '\\', '\\"', '`', '|', '<', '>', '<think>', '</think>', ' ', '\t', '\n']
const MORE = [
  '\r\n',
  '\u2028',
  '1',
  '0.',
  '.',
  '. ',
  'a',
  'A',
  'a ',
  'A. ',
  '! ',
  ',',
  ':',
  '::',
  '@',
  '-',
  '_',
  '=',
  '(',
  '\u0301',
  '你',
  '你。',
  '😀',
]
const RARE = [
  '\ud800',
  '\u200b',
  '\u00a0',
  '{"a":',
  '"a",',
  '[["a"],',
  '[[1]] ',
  'http://',
  'model ',
  'lost ',
  '\n  lost a',
  '\n            why',
]
const WORDS = [
  'Output (a)',
  '\nOutput (b)',
  'answer ',
  'retry in ',
  '\\u',
  '##[',
  'doc1 ',
  '\u001b[31m',
  '$',
  '\u0301\u0316',
  '"met": ',
  '评判结果',
]
const SHAPES: readonly Shape[] = [...PIECES, ...MORE, ...RARE, ...WORDS].map((piece) => ['', piece])
/** In the long run each piece stands between others, too: much of what is quadratic fails at the end only. */
const BETWEEN: readonly Shape[] = isLong
  ? ['"', '[[', '{"a":"', '  lost ', '\n  asked "', '<think>'].flatMap((before) =>
      ['x', '\u2028x'].flatMap((after) => SHAPES.map(([, piece]): Shape => [before, piece, after])),
    )
  : []

function textOf([before, piece, after = '']: Shape, length: number): string {
  return before + piece.repeat(Math.ceil(length / piece.length)) + after
}

/** Milliseconds of the processor that reading takes. */
async function costOf(read: Reader['read'], text: string): Promise<number> {
  const before = process.cpuUsage()
  try {
    await read(text)
  } catch (error) {
    if (!isExpected(error)) throw error
  }
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

/** How many times as long a reader takes for the large text as for the small one; 0 where that is shorter than `noise` milliseconds. */
async function growth(read: Reader['read'], shape: Shape, length = SMALL, noise = NOISE): Promise<number> {
  const [small, large] = [textOf(shape, length), textOf(shape, TIMES * length)]
  let [least, most] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  for (let tries = 0; tries < TRIES; tries += 1) {
    most = Math.min(most, await costOf(read, large))
    if (most < noise) return 0
    for (let times = 0; times < 3; times += 1) least = Math.min(least, await costOf(read, small))
    if (most / least < MOST_RATIO) return most / least
  }
  return most / least
}

// Minutes of processor time: with the long tests.
describe.runIf(isLong).each(READERS)('$name', ({ read, slow = [], samples = [], isCostly = false }) => {
  test('takes time that grows with the length of a text, whatever it is made of', async () => {
    const own = samples.map((sample): Shape => ['', `${sample}\n`])
    for (const shape of [...slow, ...own, ...SHAPES, ...(isCostly ? [] : BETWEEN)]) {
      expect(await growth(read, shape), JSON.stringify(shape)).toBeLessThan(MOST_RATIO)
    }
  })
})

test.runIf(isLong)('quadratic time is told from linear', async () => {
  const quadratic = (text: string) => /a*b/.test(text)
  expect(await growth(quadratic, ['', 'a'], 1024, 0)).toBeGreaterThan(MOST_RATIO)
  expect(await growth((text) => [...text].map(String).join('').split('a').length, ['', 'a'], 65_536)).toBeLessThan(MOST_RATIO)
})
