import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { loadSuites } from '../test/catalogue.ts'
import { packageRoot } from './core/base/packageRoot.ts'
import { plannedHeadline } from './deciding/headline.ts'

const SUITES = await loadSuites()

/** What every suite's README answers, in this order. Its own matters stand below these as `###`. */
const SUITE_HEADINGS = [
  'What it asks',
  'Headline metric',
  'What is good',
  'What it costs',
  'Protocol',
  'Options',
  'Metrics',
  'Differences from the paper',
  'Reading a result',
]

const textOf = (path: string) => readFileSync(join(packageRoot, path), 'utf8')

/** A page without its fenced blocks: what begins with `#` in those is no heading. */
function prose(text: string): string {
  return text.replace(/^```[\s\S]*?^```$/gm, '')
}

/** The headings of a level, in the order of the page. */
function headings(text: string, level: number): string[] {
  return [...prose(text).matchAll(new RegExp(`^#{${level}} (.+)$`, 'gm'))].map(([, heading = '']) => heading)
}

/** What stands below a heading, up to the next one of its level. */
function section(text: string, heading: string): string {
  return (text.split(`\n## ${heading}\n`)[1] ?? '').split('\n## ')[0] ?? ''
}

describe('the README of the suite', () => {
  const suites = readdirSync(join(packageRoot, 'suites'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)

  test('is there for every suite of the list, and for no other', () => expect(suites).toEqual(SUITES.map(({ name }) => name)))

  describe.each(suites)('%s', (name) => {
    const text = textOf(`suites/${name}/README.md`)

    test('answers the same questions in the same order', () => expect(headings(text, 2)).toEqual(SUITE_HEADINGS))

    test('has one title', () => expect(headings(text, 1)).toHaveLength(1))

    test('has its protocol as numbered steps', () => {
      const numbers = [...section(text, 'Protocol').matchAll(/^(\d+)\. /gm)].map(([, number]) => Number(number))
      expect(numbers.slice(0, 3)).toEqual([1, 2, 3])
    })

    test('has its metrics as a table', () => expect(section(text, 'Metrics')).toMatch(/^\|(?:key|`)/m))

    const suite = SUITES.find((entry) => entry.name === name)

    test('names the headline metric of its summary, with its scale', async () => {
      const planned = (await suite?.rules())?.planned([{ item: 'any', task: 'any', tags: {} }])
      const { key, range = [] } = plannedHeadline(planned ?? {})
      const [said = ''] = section(text, 'Headline metric').match(/`.*?better/) ?? []
      expect(said).toContain(`\`${key}\``)
      expect(said).toContain(`, ${range.join(' to ')}`)
      expect(section(text, 'Metrics')).toContain(`\`${key}\``)
    })

    test('says what every role costs that it calls', () => {
      for (const role of suite?.roles ?? []) expect(section(text, 'What it costs')).toContain(role)
    })

    test('has every option', () => {
      const options = Object.keys((suite?.options as { shape: object } | undefined)?.shape ?? {})
      const named = options.map((option) => option.replace(/[A-Z]/g, '_$&').toUpperCase())
      expect(named.filter((option) => !new RegExp(`[\`_]${option}[\`=]`).test(section(text, 'Options')))).toEqual([])
    })

    test('leads to its page of rules', () => expect(section(text, 'Differences from the paper')).toContain(`(../../docs/suites/${name}.md`))
  })
})

test('decisions have the numbers from 0001 on in their order, each with a date', () => {
  const page = textOf('docs/decisions.md')
  const found = headings(page, 2)
  expect(found.length).toBeGreaterThan(11)
  expect(found.map((heading) => heading.slice(0, 5))).toEqual(found.map((_, index) => `${String(index + 1).padStart(4, '0')} `))
  const dated = found.filter((heading) => /^\n\d{4}-\d{2}-\d{2}[.,]/.test(section(page, heading)))
  expect(dated).toEqual(found)
})
