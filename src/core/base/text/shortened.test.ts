import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { excerpt, shortened } from './singleLine.ts'

test.each([
  ['abc', 3, 'abc'],
  ['abcd', 3, 'abc…'],
  ['ab🙂d', 3, 'ab…'],
  ['ab🙂d', 4, 'ab🙂…'],
  ['🙂', 1, '…'],
])('%j of %i characters is %j', (text, most, expected) => expect(shortened(text, most)).toBe(expected))

test('a part has no half of a character at either end', () => {
  expect(excerpt('a🙂b🙂c', 2, 5)).toBe('b')
  expect(excerpt('a🙂b', 1)).toBe('🙂b')
})

test('no text of the product is cut for the screen by slice alone', () => {
  const cut = /\.slice\((?:0, )?-?\w+(?: - 1)?\)\}(?:…| \[and)/
  const files = ['src', 'suites', 'matchers'].flatMap((folder) => {
    const root = new URL(`../../../../${folder}/`, import.meta.url)
    return readdirSync(root, { recursive: true, encoding: 'utf8' }).map((name) => [`${folder}/${name}`, new URL(name, root)] as const)
  })
  const own = files.filter(([name]) => /(?<!\.test)\.ts$/.test(name))
  const found = own
    .filter(([, url]) => cut.test(readFileSync(url, 'utf8').replace(/(?:sha256|found|hash|version)\w*\.slice/g, '')))
    .map(([name]) => name)
  // The script of a page imports nothing of the engine: names of models and texts that can be copied are cut there.
  expect(found.filter((name) => !/\/page\/(?:client|shared)\//.test(name))).toEqual([])
})
