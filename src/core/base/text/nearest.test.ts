import { expect, test } from 'vitest'
import { nearest } from './nearest.ts'

test.each([
  ['orcale', ['null', 'oracle', 'echo'], 'oracle'],
  ['ORACLE', ['oracle'], 'oracle'],
  ['lenghts', ['lengths', 'tasks'], 'lengths'],
  ['kk', ['k'], 'k'],
  ['oracl', ['oracle', 'oracles'], 'oracle'],
])('%s is near in %j: %s', (word, candidates, expected) => expect(nearest(word, candidates)).toBe(expected))

test.each([
  ['parrot', ['oracle', 'null']],
  ['abc', ['xyz']],
  ['fest', ['fa']],
  ['anything', []],
])('%s is near to none of %j', (word, candidates) => expect(nearest(word, candidates)).toBeUndefined())

test('a third of the letters may differ, and no more', () => {
  expect(nearest('abcdef', ['abcdXY'])).toBe('abcdXY')
  expect(nearest('abcdef', ['abcXYZ'])).toBeUndefined()
})

test('two letters that changed places are one change', () => {
  expect(nearest('modle', ['model', 'judge'])).toBe('model')
  expect(nearest('fats', ['fast', 'slow'])).toBe('fast')
})
