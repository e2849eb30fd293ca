import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { packageRoot } from '../../src/core/base/packageRoot.ts'
import type { HoldfastOptions } from '../../src/core/config/schema.ts'
import { loadSuites } from '../catalogue.ts'
import { metricsOf, once } from '../outcome.ts'
import { runSuite } from '../runSuite.ts'
import { sharedFolder } from '../shared.ts'

// Each page of rules lists what its source has: `here: …`, `as a command: …`, or `not here: …` and why. What a row names must exist, and
// every table and figure of the paper must stand in a row.
const HEADING = '## In the source'
const STATES = ['here', 'as a command', 'not here']

const SUITES = await loadSuites()
/** Papers as text, beside the checkout. */
const PAPERS: Readonly<Record<string, string>> = {
  'fb-bench': 'fb-bench.txt',
  kieval: 'kieval.txt',
  lifbench: 'lifbench.txt',
  llmbar: 'llmbar-slides.txt',
  refutebench: 'refutebench-2.0.txt',
}
/** What it takes for every figure that a row may name. */
const OPTIONS: Readonly<Record<string, HoldfastOptions>> = {
  'fb-bench': { limit: 1, suites: { 'fb-bench': { control: true } } },
  lifbench: { limit: 2, suites: { lifbench: { lengths: '4k,8k' } } },
  refutebench1: { limit: 20 },
  refutebench: { limit: 1, suites: { refutebench: { fitness: true, validity: true, immediate: true } } },
  sharded: { limit: 100, trials: 10, suites: { sharded: { kinds: 'json', levels: 'easy', forms: 'full,concat,sharded,recap,snowball' } } },
}

interface Row {
  readonly source: string
  readonly state: string
  readonly how: string
}

function rowsOf(page: string): Row[] {
  const [, section = ''] = page.split(`\n${HEADING}\n`)
  const lines = section.split('\n## ')[0]?.split('\n') ?? []
  const cells = lines.filter((line) => line.startsWith('|')).map((line) => line.slice(1, -1).split('|'))
  return cells.slice(2).map(([source = '', where = '']) => {
    const [state = '', ...how] = where.split(': ')
    return { source, state, how: how.join(': ') }
  })
}

const spansOf = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, span = '']) => span)

/** Commands with the text of their section, from the reference that is made of the program. */
const COMMANDS = new Map(
  readFileSync(join(packageRoot, 'docs/commands.md'), 'utf8')
    .split('\n### ')
    .slice(1)
    .map((section) => [section.split('\n')[0] ?? '', section] as const),
)

/** What is wrong with the name of a command: `compare --view refutations`. */
function faultOfCommand(span: string): string | undefined {
  const [name = '', ...flags] = span.split(/ (?=--)/)
  const section = COMMANDS.get(name)
  if (section === undefined) return `no command ${name}`
  const missing = flags.find((flag) => {
    const [option = '', value] = flag.split(' ')
    const line = section.split('\n').find((one) => new RegExp(`\`${option}[ \`]`).test(one))
    return line === undefined || (value !== undefined && !new RegExp(`\\b${value}\\b`).test(line))
  })
  return missing && `${name} has no ${missing}`
}

const isCommand = (span: string) => [...COMMANDS.keys()].some((name) => name.split(' ')[0] === span.split(' ')[0])

/** Tables and figures that a text names: `Tables 4, 5 and 15 to 19`. */
function numbered(text: string, kind: 'Table' | 'Figure'): number[] {
  return [...text.matchAll(new RegExp(`${kind}s? ((?:\\d+[a-c]?(?:, | and | to )?)+)`, 'g'))].flatMap(([, list = '']) =>
    list.split(/, | and /).flatMap((part) => {
      const [from = 0, to = from] = part.split(' to ').map((number) => Number.parseInt(number, 10))
      return Array.from({ length: to - from + 1 }, (_, index) => from + index)
    }),
  )
}

test('lists of tables and figures are read', () => {
  expect(numbered('Tables 4, 5 and 15 to 17, Figure 6a', 'Table')).toEqual([4, 5, 15, 16, 17])
  expect(numbered('Tables 4, 5 and 15 to 17, Figure 6a', 'Figure')).toEqual([6])
  expect([faultOfCommand('compare --view nothing'), faultOfCommand('compare --nothing'), faultOfCommand('plan --model')]).toEqual([
    'compare has no --view nothing',
    'compare has no --nothing',
    undefined,
  ])
})

describe.each(SUITES)('the page of $name', (suite) => {
  const rows = rowsOf(readFileSync(join(packageRoot, 'docs/suites', `${suite.name}.md`), 'utf8'))

  test('lists what the source has, each with a state, and where or why', () => {
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.filter(({ state }) => !STATES.includes(state))).toEqual([])
    // What is not here has a reason in words, and what is a command names it.
    expect(rows.filter(({ how }) => how === '')).toEqual([])
    expect(rows.filter(({ state, how }) => state === 'not here' && how.split(' ').length < 3)).toEqual([])
    expect(rows.filter(({ state, how }) => state === 'as a command' && !spansOf(how).some(isCommand))).toEqual([])
  })

  const keys = once(async () => {
    const isCandidate = suite.roles.includes('candidate')
    const outcome = await runSuite(suite, { model: 'sim:oracle', judge: 'sim:judge', limit: 2, ...OPTIONS[suite.name] })
    expect(isCandidate || suite.roles.includes('judge')).toBe(true)
    return Object.keys(metricsOf(outcome))
  })

  test('names options, commands and metrics that exist', async () => {
    const { shape = {} } = suite.options as { shape?: Readonly<Record<string, z.ZodType>> }
    /** What is wrong with the name of an option, or with the value behind it. */
    const faultOfOption = (span: string) => {
      const [name = '', value] = span.replace(/^HOLDFAST_[A-Z0-9]+_/, '').split('=')
      const schema = shape[name.toLowerCase().replace(/_./g, (part) => part.slice(1).toUpperCase())]
      return schema && (value === undefined || schema.safeParse(value).success) ? [] : `no option ${span}`
    }
    const all = await keys()
    const faults = rows.flatMap(({ how }) =>
      spansOf(how).flatMap((span) => {
        if (isCommand(span)) return faultOfCommand(span) ?? []
        if (/^[A-Z_]{3,}(?:=|$)/.test(span)) return faultOfOption(span)
        const pattern = new RegExp(`^${span.replace(/[.?+()[\]]/g, '\\$&').replace(/<[^>]+>/g, '.+')}$`)
        return all.some((key) => pattern.test(key)) ? [] : `no metric ${span}`
      }),
    )
    expect(faults).toEqual([])
  })

  const paper = join(sharedFolder, 'papers', PAPERS[suite.name] ?? 'none')

  test.skipIf(!existsSync(paper))('has every table and figure of the paper in a row (skipped without ../shared)', () => {
    const text = readFileSync(paper, 'utf8')
    const listed = rows.map(({ source }) => source).join('; ')
    for (const kind of ['Table', 'Figure'] as const) {
      const captions = [...text.matchAll(new RegExp(`^ ?${kind} (\\d+)[:.]`, 'gm'))].map(([, number]) => Number(number))
      const own = numbered(listed, kind)
      expect(
        [...new Set(captions)].filter((number) => !own.includes(number)),
        `${kind}s that no row names`,
      ).toEqual([])
      expect(captions.length).toBeGreaterThan(0)
    }
  })
})
