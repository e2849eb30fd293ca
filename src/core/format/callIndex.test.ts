import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { CallIndex } from './callIndex.ts'

const folder = mkdtempSync(join(tmpdir(), 'holdfast-calls-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const call = (item: string, name: string, content: string, trial = 0) =>
  JSON.stringify({ suite: 's', item, role: 'candidate', call: name, trial, content })

function contents(text: string, item: string, trial = 0): (string | undefined)[] {
  const path = join(folder, 'calls.jsonl')
  writeFileSync(path, text)
  const index = new CallIndex(path)
  const found = index.callsOf('s', item, trial).map(({ content }) => content)
  index.close()
  return found
}

test('the calls of an item are found among others, whatever their letters take', () => {
  const lines = [
    call('a', 'x', '河边 🌊'),
    call('b', 'x', 'b'),
    '',
    call('a', 'y', 'z'.repeat(3_000_000)),
    call('a', 'x', 'second', 1),
    call('a', 'z', 'é'),
  ]
  expect(contents(`${lines.join('\n')}\n`, 'a').map((text) => text?.slice(0, 5))).toEqual(['河边 🌊', 'zzzzz', 'é'])
  expect(contents(`${lines.join('\n')}\n`, 'a', 1)).toEqual(['second'])
  expect(contents(`${lines.join('\n')}\n`, 'c')).toEqual([])
})

test('half a line at the end, and what is no call, are passed over', () => {
  const text = `{"suite":"s"}\nnot json\n${call('a', 'x', 'whole')}\n${call('a', 'y', 'cut').slice(0, -5)}`
  expect(contents(text, 'a')).toEqual(['whole'])
  const wrong = JSON.stringify({ ...JSON.parse(call('a', 'x', '')), content: 7 })
  expect(contents(`null\n${wrong}\n${call('a', 'y', 'right')}\n`, 'a')).toEqual(['right'])
})

test('a last line without its end counts', () => expect(contents(call('a', 'x', 'last'), 'a')).toEqual(['last']))

test('a run without calls has none', () => {
  const index = new CallIndex(join(folder, 'none.jsonl'))
  expect(index.callsOf('s', 'a', 0)).toEqual([])
  index.close()
})

test('calls are found wherever they lie, in any order', () => {
  const path = join(folder, 'calls.jsonl')
  // Together some blocks of what is read at once, with one call that is larger than a block.
  const texts = Array.from({ length: 400 }, (_, index) => `${index} ${'é'.repeat(index === 200 ? 300_000 : (index * 37) % 3000)}`)
  writeFileSync(path, `${texts.map((text, index) => call(`item ${index}`, 'x', text)).join('\n')}\n`)
  const index = new CallIndex(path)
  const order = texts.map((_, place) => (place * 171) % texts.length)
  expect(order.map((place) => index.callsOf('s', `item ${place}`, 0)[0]?.content)).toEqual(order.map((place) => texts[place]))
  index.close()
})
