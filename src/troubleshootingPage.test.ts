import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { packageRoot } from './core/base/packageRoot.ts'

/** All sources that can print a message. */
const sources = ['src', 'suites', 'matchers']
  .flatMap((folder) =>
    readdirSync(join(packageRoot, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
      .map((name) => readFileSync(join(packageRoot, folder, name), 'utf8')),
  )
  .join('\n')
  .replaceAll("\\'", "'")

/** The messages in the first column of the tables, each as the texts between what differs. */
function messages(page: string): string[][] {
  const cells = page.split('\n').flatMap((line) => (/^\|(.+?)\|/.exec(line)?.[1] ?? '').match(/`[^`]+`/g) ?? [])
  return cells.map((message) =>
    message
      .slice(1, -1)
      .split('…')
      .map((piece) => piece.trim())
      .filter((piece) => /\w{3}/.test(piece)),
  )
}

/** Pieces of messages that are put together from more than a literal text. */
const MADE = ['exit 1:']

test('docs/trouble.md quotes messages that there are', () => {
  const quoted = messages(readFileSync(join(packageRoot, 'docs', 'trouble.md'), 'utf8'))
  expect(quoted.length).toBeGreaterThan(40)
  const missing = quoted.flat().filter((piece) => !MADE.includes(piece) && !sources.includes(piece))
  expect(missing).toEqual([])
})

test('a message that nothing prints is found', () => {
  const [pieces = []] = messages('|`Failed to fly …: no wings. Grow some.`|gravity|walk|')
  expect(pieces).toEqual(['Failed to fly', ': no wings. Grow some.'])
  expect(pieces.filter((piece) => sources.includes(piece))).toEqual([])
})
