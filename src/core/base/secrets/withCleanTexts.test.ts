import { expect, test } from 'vitest'
import { replaceFields, withCleanTexts } from './withCleanTexts.ts'

const clean = (text: string) => text.replaceAll('key', '***')

test('texts and names of fields are cleaned, wherever they stand; all else stays', () => {
  const date = new Date(0)
  expect(withCleanTexts({ a: ['key', 1, null, { key: 'the key' }], date, on: true }, clean)).toEqual({
    a: ['***', 1, null, { '***': 'the ***' }],
    date,
    on: true,
  })
  expect(withCleanTexts('a key', clean)).toBe('a ***')
  expect(withCleanTexts(undefined, clean)).toBeUndefined()
})

test('an error stays the error that it is, with all that it carries', () => {
  const cause = new TypeError('for key')
  const parts = [new Error('part key'), 'text key']
  const error = Object.assign(new AggregateError(parts, 'has key', { cause }), { response: { headers: { key: 'key' } }, key: 'key' })
  const cleaned = withCleanTexts(error, clean)
  expect(cleaned).toBe(error)
  expect(error).toMatchObject({ message: 'has ***', response: { headers: { '***': '***' } }, '***': '***' })
  expect(error).not.toHaveProperty('key')
  expect(error.stack).toMatch(/^AggregateError: has \*\*\*\n/)
  expect(error.cause).toBe(cause)
  expect(cause.message).toBe('for ***')
  expect(error.errors).toEqual([parts[0], 'text ***'])
  expect((parts[0] as Error).message).toBe('part ***')
  expect(Object.keys(error).sort()).toEqual(['***', 'response'])
})

test('what refers to itself is cleaned once', () => {
  const error = Object.assign(new Error('key'), { self: {} as object, list: [] as unknown[] })
  error.self = { error }
  error.list.push(error.list, 'key')
  withCleanTexts(error, clean)
  expect(error.message).toBe('***')
  expect(error.list[0]).toBe(error.list)
  expect(error.list[1]).toBe('***')
})

test('fields that cannot be written to, and that throw, are no obstacle', () => {
  const error = Object.defineProperty(new Error('key'), 'code', { value: 'key' })
  Object.defineProperty(error, 'lazy', { get: () => 'key', enumerable: true, configurable: true })
  withCleanTexts(error, clean)
  expect(error.message).toBe('***')
  expect(error).toHaveProperty('lazy', '***')
})

test('an object that others hold gets the fields of another', () => {
  const held: Record<string, unknown> = { old: 1, both: 2 }
  replaceFields(held, { both: 3, fresh: 4 })
  expect(held).toEqual({ both: 3, fresh: 4 })
})
