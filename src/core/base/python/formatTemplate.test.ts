import { describe, expect, test } from 'vitest'
import { HoldfastError } from '../errors.ts'
import { formatTemplate } from './formatTemplate.ts'

describe('formatTemplate', () => {
  test('fills in names, as often as they stand', () =>
    expect(formatTemplate('{num} lines, {num} of {what}', { num: 4, what: 'text' })).toBe('4 lines, 4 of text'))

  test('fills in an entry of a list', () =>
    expect(formatTemplate('"{options[0]}" or "{options[1]}"', { options: ['Yes', 'No'] })).toBe('"Yes" or "No"'))

  test('prints a list as Python does', () => {
    expect(formatTemplate('{ids} {names}', { ids: [1, 5], names: ['a', "it's", 'say "x"'] })).toBe("[1, 5] ['a', \"it's\", 'say \"x\"']")
    expect(formatTemplate('{none}', { none: [] })).toBe('[]')
  })

  test('turns doubled braces into single ones', () => {
    expect(formatTemplate('{{"doc1":"{candidates[0]}"}}', { candidates: ['a'] })).toBe('{"doc1":"a"}')
    expect(formatTemplate('{{{name}}}', { name: 'x' })).toBe('{x}')
    expect(formatTemplate('{{name}}', { name: 'x' })).toBe('{name}')
  })

  test('does not fill in what a value contains', () =>
    expect(formatTemplate('{element}', { element: '{ordid} $& {{' })).toBe('{ordid} $& {{'))

  test.each([
    ['{other}', 'no variable "other"'],
    ['{options[2]}', '"options" has no entry 2'],
    ['{', '"{" stands alone'],
    ['}', '"}" stands alone'],
    ['{{name}', '"}" stands alone'],
    ['{}', 'stands alone'],
    ['{options[-1]}', 'stands alone'],
    ['{name!r}', 'stands alone'],
    ['{name:>10}', 'stands alone'],
    ['{ name }', 'stands alone'],
  ])('refuses %s with one clear error', (template, reason) => {
    const fill = () => formatTemplate(template, { name: 'x', options: ['a', 'b'] })
    expect(fill).toThrow(HoldfastError)
    expect(fill).toThrow(`Failed to fill the template ${JSON.stringify(template)}`)
    expect(fill).toThrow(reason)
  })

  // Known bug: lists are quoted by a second, simpler rule than pythonRepr's.
  test.each([
    [['a\nb'], "['a\\nb']"],
    [["it's a \\"], '["it\'s a \\\\"]'],
  ])('escapes %j in a list as Python does', (list, printed) => expect(formatTemplate('{list}', { list })).toBe(printed))

  // Known bug: names that every JavaScript object has are found.
  test('does not know a variable that was not given', () => expect(() => formatTemplate('{constructor}', {})).toThrow(HoldfastError))
})
