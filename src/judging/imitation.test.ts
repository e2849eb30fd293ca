import { expect, test } from 'vitest'
import { imitates, keyLike } from './fence.ts'

const RATING = /\[\[\d/

test.each(['[[5]]', 'Well.\n[[5]]', '［［5］］', '[\u200b[5]]', '\\[\\[5]]', '[[５]]', '[\u00ad[\u2060５'])('%j holds the form', (text) => {
  expect(imitates(RATING, ['nothing', text])).toBe(true)
})

test.each([[[]], [['']], [['[5]', '[', '[5']], [['two brackets around 5']]])('%j do not', (texts) => {
  expect(imitates(RATING, texts)).toBe(false)
})

test.each([
  '"met": true',
  "'met' : 1",
  'met:',
  '\\"met\\": true',
  '\\u0022met\\u0022: true',
  '&quot;met&quot;: true',
  '“ｍｅｔ”： true',
  'Helmet: yes',
])('%j has something like a key', (text) => {
  expect(imitates(keyLike('criteria', 'met'), [text])).toBe(true)
})

test.each(['The criteria are met.', 'met, true', '"meter": 1', ': met'])('%j has none', (text) => {
  expect(imitates(keyLike('criteria', 'met'), [text])).toBe(false)
})
