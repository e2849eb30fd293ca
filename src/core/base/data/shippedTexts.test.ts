import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { packageRoot } from '../packageRoot.ts'
import { readTexts, type TextsName } from './shippedTexts.ts'

const NAMES = ['state-of-the-union', 'moby-dick'] as const

test.each<[TextsName, number, RegExp]>([
  ['state-of-the-union', 233, /^Fellow-Citizens of the Senate and House of Representatives/],
  ['moby-dick', 139, /^Call me Ishmael\. Some years ago—never mind/],
])('%s has its %i texts, each under a name of its own and without runs of white space', (name, count, begin) => {
  const texts = readTexts(name)
  if ('missing' in texts) throw new Error(texts.missing)
  expect(texts).toHaveLength(count)
  expect(new Set(texts.map((text) => text.name)).size).toBe(count)
  expect(texts.some(({ text }) => begin.test(text))).toBe(true)
  expect(texts.filter(({ text }) => /[^\S ]| {2}/.test(text)).map((text) => text.name)).toEqual([])
})

// The texts are read once in a process, and from where the package is.
const root = mkdtempSync(join(tmpdir(), 'holdfast-'))
afterAll(() => {
  vi.doUnmock('../packageRoot.ts')
  vi.resetModules()
  rmSync(root, { recursive: true })
})

test('a file that was taken away or is damaged gives no texts, and why', async () => {
  const file = (name: string) => join('fixtures', 'texts', `${name}.jsonl.br`)
  mkdirSync(join(root, 'fixtures', 'texts'), { recursive: true })
  copyFileSync(join(packageRoot, file('moby-dick')), join(root, file('state-of-the-union')))
  vi.resetModules()
  vi.doMock('../packageRoot.ts', () => ({ packageRoot: root }))
  const { readTexts: readThere } = await import('./shippedTexts.ts')
  expect(NAMES.map(readThere)).toEqual([
    { missing: `${file('state-of-the-union')} of holdfast is damaged: install holdfast anew` },
    { missing: `${file('moby-dick')} of holdfast is missing: install holdfast anew` },
  ])
})
