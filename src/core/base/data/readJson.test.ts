import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { HoldfastError } from '../errors.ts'
import { readJson } from './readJson.ts'

const schema = z.object({ name: z.string() })

function file(text: string | Buffer): string {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'scores.json')
  writeFileSync(path, text)
  return path
}

test('a JSON file is read and validated', () => expect(readJson(file('{"name":"x"}'), schema)).toEqual({ name: 'x' }))

test('a wrong field is named with the file', () => {
  const path = file('{"name":7}')
  expect(() => readJson(path, schema)).toThrow(
    new HoldfastError(
      'DATA',
      `Failed to read ${path}, field name: invalid input: expected string, received number, received 7. Mend it and run again.`,
    ),
  )
})

test('a file that is no JSON is named', () => {
  const path = file('{')
  expect(() => readJson(path, schema)).toThrow(`Failed to read ${path}: `)
  expect(() => readJson(path, schema)).toThrow('. Give a readable JSON file.')
})

test('a missing file is named', () => {
  expect(() => readJson('/nowhere/scores.json', schema)).toThrow(
    new HoldfastError(
      'DATA',
      "Failed to read /nowhere/scores.json: ENOENT: no such file or directory, open '/nowhere/scores.json'. Give a readable JSON file.",
    ),
  )
})

test('a byte order mark is passed over', () => expect(readJson(file('\uFEFF{"name":"x"}'), schema)).toEqual({ name: 'x' }))

test('a file that is not UTF-8 is named with the line', () => {
  const path = file(Buffer.from('{\n"name":"\xe4"}', 'latin1'))
  expect(() => readJson(path, schema)).toThrow(
    new HoldfastError('DATA', `Failed to read ${path}, line 2: it is not UTF-8. Save the file as UTF-8.`),
  )
})
