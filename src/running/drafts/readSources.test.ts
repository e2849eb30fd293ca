import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../test/temporaryFolder.ts'
import type { SourceKind } from './draftRecipe.ts'
import { readSources, sourceId } from './readSources.ts'

function read(name: string, text: string, kind: SourceKind = 'topic'): string[] {
  const path = join(temporaryFolder(), name)
  writeFileSync(path, text)
  return readSources(path, kind).map((source) => source.text)
}

test('a text file has a topic or an instruction a line, and is one document', () => {
  expect(read('topics.txt', 'one\r\n\n two \none\n')).toEqual(['one', 'two'])
  expect(read('minutes.md', '# Minutes\n\nWe met.\n', 'document')).toEqual(['# Minutes\n\nWe met.'])
})

test('lines and arrays of JSON have texts, or objects with one', () => {
  const lines = [{ topic: 'one' }, 'two', { id: 7, document: 'three\nlines' }, { instruction: 'four' }, { input: 'five', output: 'x' }]
  const texts = ['one', 'two', 'three\nlines', 'four', 'five']
  expect(read('all.jsonl', lines.map((line) => JSON.stringify(line)).join('\n'))).toEqual(texts)
  expect(read('all.json', JSON.stringify(lines))).toEqual(texts)
})

test('ids go by the text alone, so that what is added or moved changes no other draft', () => {
  expect(sourceId('one')).toBe(sourceId('one'))
  expect(sourceId('one')).not.toBe(sourceId('two'))
})

test.each([
  ['empty.txt', ' \n', 'it is empty. Give a file with a topic in it.'],
  ['odd.jsonl', '{"id": 1}', 'expected a text, or an object with one in text, topic, instruction, input, document, query'],
  ['broken.json', '[', 'Give a readable JSON file.'],
])('%s is an error that says what is wrong', (name, text, message) => expect(() => read(name, text)).toThrow(message))

test('a file that is not there is named', () =>
  expect(() => readSources(join(temporaryFolder(), 'none.txt'), 'topic')).toThrow(/Failed to read .*none\.txt: .*Name a readable file\./))
