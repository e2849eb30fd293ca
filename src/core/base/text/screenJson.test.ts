import { expect, test } from 'vitest'
import { screenJson } from './screenJson.ts'

const HOSTILE = { 'a\u009bb': 'x\u001b[2J\u0085\u202eback ##[set-output name=a]b', list: ['##', '##['] }

test('JSON for a screen has no control characters and no command of a runner, and says the same', () => {
  for (const indent of [undefined, 2]) {
    const text = screenJson(HOSTILE, indent)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
    expect(text.replaceAll('\n', '')).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202e]/)
    expect(text).not.toContain('##[')
    expect(JSON.parse(text)).toEqual(HOSTILE)
  }
})

test('ordinary text is left as JSON has it', () => {
  const value = { text: 'Grüße, 日本語, عربي, “quoted” \\ # [1] ## [2]', number: 1.5, nothing: null }
  expect(screenJson(value)).toBe(JSON.stringify(value))
  expect(screenJson(value, 2)).toBe(JSON.stringify(value, null, 2))
})
