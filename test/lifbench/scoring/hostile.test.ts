import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Grade } from '../../../src/kit.ts'
import type { LifbenchItem } from '../../../suites/lifbench/items.ts'
import { contentScore } from '../../../suites/lifbench/scoring/content.ts'
import { scoreAnswer } from '../../../suites/lifbench/scoring/score.ts'
import { TASKS } from '../../../suites/lifbench/tasks.ts'
import { isLong } from '../../shared.ts'
import { bundledItems } from '../bundledItems.ts'

// No time is measured: of these sizes what takes quadratic time does not end within a test's own minute.
const MANY = 100_000
const MB = 1024 * 1024
const TEN_MB = 10 * MB
/** Bytes of the long answers: a tenth in the short run. */
const SIZE = isLong ? TEN_MB : MB

const folder = mkdtempSync(join(tmpdir(), 'holdfast-hostile-'))
/** What the answers would make if any were evaluated. */
const witness = join(folder, 'witness')

const items = new Map<string, LifbenchItem>()
beforeAll(() => {
  for (const item of bundledItems('4k')) if (!items.has(item.task.id)) items.set(item.task.id, item)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function expectFiniteScores(id: string, answer: (item: LifbenchItem) => string): Grade {
  const item = items.get(id) as LifbenchItem
  const { task, param, context, promptTail } = item
  const input = { task, param, facts: context.facts(), promptTail }
  const reply = answer(item)
  const { points, total } = scoreAnswer(reply, input)
  expect([...Object.values(points), total, contentScore(reply, input)].filter((value) => !Number.isFinite(value) || value < 0)).toEqual([])
  return { points, total }
}

/** A long text, made of one piece. */
const filled = (piece: string) => piece.repeat(Math.ceil(SIZE / piece.length))

const LONG: Readonly<Record<string, (item: LifbenchItem) => string>> = {
  'megabytes of prose': () => filled('The quick brown fox jumps over the lazy dog. '),
  'megabytes of the right answer': (item) => filled(`${item.reference()}\n`),
  'megabytes of spaces between two letters': () => `a${' '.repeat(SIZE)}b`,
  ...(isLong && {
    'megabytes of short lines': () => filled('a\n'),
    'megabytes of astral characters': () => filled('😀'),
    'megabytes of lists of lists': () => filled('[["a"]]'),
    'megabytes of malformed escapes': () => filled('\\u'),
  }),
}

const DEEP: Readonly<Record<string, string>> = {
  'opening brackets': '['.repeat(MANY),
  'closing brackets': ']'.repeat(MANY),
  'brackets within brackets': '['.repeat(MANY) + ']'.repeat(MANY),
  'empty lists of lists': '[[]]'.repeat(MANY),
  'unclosed lists of lists, a line each': '[[\n'.repeat(MANY),
  'opening braces': '{'.repeat(MANY),
  'braces within braces': '{'.repeat(MANY) + '}'.repeat(MANY),
  'objects within objects': `${'{"a":'.repeat(MANY)}1${'}'.repeat(MANY)}`,
  'parentheses within a list of lists': `[[${'('.repeat(MANY)}${')'.repeat(MANY)}]]`,
  'signs before a number': `[[${'-'.repeat(MANY)}1]]`,
  'double quotes': '"'.repeat(MANY),
  'single quotes in a list of lists': `[[${"'".repeat(MANY)}]]`,
  backslashes: '\\'.repeat(MANY),
  'an odd number of backslashes': '\\'.repeat(MANY + 1),
  'malformed escapes': '\\u'.repeat(MANY),
  'line breaks between letters': `a${'\n'.repeat(MANY)}b`,
  digits: '1'.repeat(MANY),
  'digits in a list of lists': `[[${'1'.repeat(MANY)}]]`,
  commas: `{${','.repeat(MANY)}}`,
}

const STRANGE: Readonly<Record<string, string>> = {
  'a lone high surrogate': '\ud83d',
  'a lone low surrogate': '\ude00',
  'surrogates in the wrong order, in a list': '["\ude00\ud83d"]',
  'a lone surrogate in a list of lists': '[["\ud83d", null]]',
  'an escaped lone surrogate': '["\\ud83d"]',
  'null characters': '\0\0[["\0"]]',
  'a byte order mark': '\ufeff[]',
}

const CODE: Readonly<Record<string, string>> = {
  'a Python call': `[[__import__('os').system('touch ${witness}')]]`,
  'a Python call in a string': `[["__import__('os').system('touch ${witness}')"]]`,
  'a Python comprehension': `[[open('${witness}', 'w') for _ in [1]]]`,
  'a JavaScript call': `[[process.mainModule.require('fs').writeFileSync('${witness}', '')]]`,
  'a JavaScript template': `[[\`\${require('fs').writeFileSync('${witness}', '')}\`]]`,
  'a shell command': `[["$(touch ${witness})", "\`touch ${witness}\`"]]`,
  'a prototype in JSON': '{"__proto__": {"polluted": true}, "constructor": {"prototype": {"polluted": true}}}',
}

/** In the short run one of each scorer: LOI and LOE are scored as LSI, LBE as LBI. */
const SCORED = TASKS.map(({ id }) => id).filter((id) => isLong || !['LOI', 'LOE', 'LBE'].includes(id))

describe.each(SCORED)('%s', (id) => {
  test.each(Object.keys(LONG))('scores %s', (name) => {
    expectFiniteScores(id, (item) => LONG[name]?.(item) as string)
  })

  test.each(Object.keys(DEEP))(`scores ${MANY.toLocaleString('en')} %s`, (name) => {
    expectFiniteScores(id, () => DEEP[name] as string)
  })

  test.each(Object.keys(STRANGE))('scores %s', (name) => {
    expectFiniteScores(id, () => STRANGE[name] as string)
  })

  test.each(Object.keys(CODE))('scores %s and evaluates nothing', (name) => {
    expectFiniteScores(id, () => CODE[name] as string)
    expect(existsSync(witness)).toBe(false)
    expect({}).not.toHaveProperty('polluted')
  })
})

// A repeated class in the expression for numbers exhausted the stack of V8 here, where V8 interpreted it.
test.each(['1', '1_', '0x1'])('MF scores a list of lists of ten megabytes of digits: %s…', (piece) => {
  expectFiniteScores('MF', () => `[[${piece}${'1'.repeat(TEN_MB)}]]`)
})
