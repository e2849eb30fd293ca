import { describe, expect, test } from 'vitest'
import { checkRewrite, comparable, type Refusal } from './checkRewrite.ts'

const origin = {
  task: 'LMI',
  text: 'Return the entries {id_arr} and the {options[0]} as a JSON array, such as {{"one": 1}}.',
  keeps: ['JSON'],
  known: [],
  count: 5,
}
const good = 'As JSON: an array of the entries {id_arr}, with {options[0]}, like {{"one": 1}}'
const check = (rewrite: string) => checkRewrite(rewrite, origin, new Set([origin.text].map(comparable)))

test('a rewrite with all placeholders and kept words is taken, also in several lines and another alphabet', () => {
  expect(check(good)).toBeUndefined()
  expect(check(`${good}\n再说一遍 {id_arr}`)).toBeUndefined()
})

const hostile: [string, string, Refusal][] = [
  ['nothing', ' \n ', 'empty'],
  ['an escape sequence', `${good} \u001b[2J`, 'characters'],
  ['a tabulator', `${good}\t`, 'characters'],
  ['text turned round', `${good} \u202e`, 'characters'],
  ['an invisible character', `${good} \u200b`, 'characters'],
  ['half a surrogate pair', `${good} \ud800`, 'characters'],
  ['a lost placeholder', good.replace('{id_arr}', 'five'), 'placeholders'],
  ['a placeholder that is none of the template', `${good} {element}`, 'placeholders'],
  ['a placeholder of another index', good.replace('[0]', '[1]'), 'placeholders'],
  ['a placeholder with a space', good.replace('{id_arr}', '{ id_arr }'), 'placeholders'],
  ['a placeholder of Python that the suite does not fill', good.replace('{id_arr}', '{id_arr!r}'), 'placeholders'],
  ['a bracket by itself', `${good} {`, 'placeholders'],
  ['doubled brackets lost', good.replace('{{"one": 1}}', 'an object'), 'placeholders'],
  ['doubled brackets made single', good.replace('{{"one": 1}}', '{"one": 1}'), 'placeholders'],
  ['a lost word', good.replace('JSON', 'text'), 'keeps'],
  ['the template itself in other letters', origin.text.toUpperCase().replace(/\{[^{}]*\}/g, (field) => field.toLowerCase()), 'duplicate'],
  ['endless text', good.repeat(100), 'length'],
  ['a stump', '{id_arr} JSON', 'length'],
]
describe('a rewrite is refused that is or has', () => {
  test.each(hostile)('%s', (_, rewrite, refusal) => expect(check(rewrite)).toBe(refusal))
})

test('texts that differ in case, spaces and punctuation are one wording', () => {
  expect(comparable('Give me {id}, please!')).toBe(comparable('give  me {id} — please'))
  expect(comparable('Give me {id}')).not.toBe(comparable('Give me {element}'))
})
