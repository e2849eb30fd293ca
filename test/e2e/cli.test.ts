import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { packageRoot } from '../../src/core/base/packageRoot.ts'
import { scoresDocument } from '../../src/core/format/scoresDocument.ts'
import { holdfastHere } from '../command.ts'
import { jsonLines } from '../jsonLines.ts'
import { type Finished, runHoldfast } from '../run.ts'
import { once, runLifbench, temporaryFolder } from './fixtureRun.ts'

const holdfast = (args: readonly string[], env: Readonly<Record<string, string>> = {}) => holdfastHere(args, packageRoot, env)
const run = once(() => runLifbench({ HOLDFAST_LIFBENCH_TASKS: 'LSI', HOLDFAST_MODEL: 'sim:degraded?p=0.5' }))

/** One line of a score file, with the item it asks for. */
const line = (id: string, changes: object = {}) => ({
  id,
  task: 'list-single_query_id',
  context: 'short',
  ins_id: 0,
  param: { id: 2, ordid: '2nd', element: 'two', pre_element: 'one', post_element: 'three' },
  output: 'two',
  ...changes,
})

/** A folder with a score file and its contexts. */
function scoreFile(lines: readonly string[]): string {
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'lifbench-contexts.json'), JSON.stringify({ list: { short: ['one', 'two', 'three'] } }))
  writeFileSync(join(folder, 'outputs.jsonl'), lines.join('\n'))
  return join(folder, 'outputs.jsonl')
}

/** Asserts bad usage: exit 2, nothing on stdout, the reason on stderr, no stack trace. */
function expectBadUsage({ code, stdout, stderr }: Finished, reason: string): void {
  expect(stderr).toContain(reason)
  expect(stderr).not.toMatch(/^ +at .+:\d+:\d+/m)
  expect([code, stdout]).toEqual([2, ''])
}

describe.concurrent('holdfast, as a process', () => {
  test.for([
    [0, ['--version'], /^\d+\.\d+\.\d+\n$/, /^$/],
    [2, ['scor'], /^$/, /unknown command 'scor'\n\(Did you mean score\?\)/],
    [1, ['score', 'lifbench', scoreFile(['{"id": "cut'])], /"error":/, /1 of its lines could not be read/],
  ] as const)('exits %i for %s', async ([exit, args, out, err]) => {
    const { code, stdout, stderr } = await runHoldfast(args)
    expect(code).toBe(exit)
    expect(stdout).toMatch(out)
    expect(stderr).toMatch(err)
  })
})

describe('holdfast', () => {
  test.for([
    ['--help'],
    ['-h'],
    ['--version'],
    ['more', '--help'],
    ['score', '--help'],
    ['merge', '--help'],
    ['judge', 'label', '--help'],
    ['plan', '--help'],
    ['show', '--help'],
  ])('%s %s exits 0 and prints to stdout only', async (args) => {
    const { code, stdout, stderr } = await holdfast(args)
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toMatch(/^(Usage: holdfast|\d+\.\d+\.\d+$)/m)
  })

  test.for([
    { wrong: 'no command', args: [], reason: 'Usage: holdfast' },
    { wrong: 'an unknown command', args: ['scor'], reason: "unknown command 'scor'\n(Did you mean score?)" },
    { wrong: 'an unknown option', args: ['--quick'], reason: "unknown option '--quick'" },
    { wrong: 'an unknown option of a command', args: ['plan', '--quick'], reason: "unknown option '--quick'" },
    { wrong: 'an option without its value', args: ['plan', '--out'], reason: "option '--out <file>' argument missing" },
    { wrong: 'a missing argument', args: ['score', 'lifbench'], reason: "missing required argument 'file'" },
    { wrong: 'an argument too many', args: ['score', 'lifbench', 'a', 'b'], reason: "too many arguments for 'score'" },
    {
      wrong: 'an unknown suite to score',
      args: ['score', 'lifbnch', 'a'],
      reason: 'the suite "lifbnch": there is none of that name. Did you mean lifbench?',
    },
    { wrong: 'an unknown suite to plan', args: ['plan', 'lifbnch'], reason: 'Did you mean lifbench?' },
    { wrong: 'an unknown suite to merge', args: ['merge', 'a', '--suite', 'lifbnch', '--json'], reason: 'Did you mean lifbench?' },
    {
      wrong: 'a folder to merge that does not exist',
      args: ['merge', '/no/run', '--suite', 'lifbench', '--json'],
      reason: 'Failed to find the run "/no/run": no items.jsonl in /no/run.',
    },
    { wrong: 'an unknown run to show', args: ['show', 'kestrel-0000'], reason: 'Failed to find the run "kestrel-0000"' },
  ])('$wrong is bad usage: exit 2 and the reason', async ({ args, reason }) => expectBadUsage(await holdfast(args), reason))

  test('plan with a model that cannot be read is bad usage', async () =>
    expectBadUsage(await holdfast(['plan'], { HOLDFAST_MODEL: 'opnai:gpt-5' }), 'no scheme "opnai"'))

  test('show of an item the run does not have names a near one', async () => {
    const { folder } = await run()
    const id = String(JSON.parse(readFileSync(folder.items, 'utf8').split('\n')[0] ?? '').item)
    expectBadUsage(await holdfast(['show', folder.path, `${id}x`]), `the run has no such item. Did you mean ${id}?`)
  })

  test('merge of a run gives back the scores the run wrote', async () => {
    const { folder } = await run()
    const { code, stdout, stderr } = await holdfast(['merge', folder.path, '--suite', 'lifbench', '--json'])
    expect([code, stderr]).toEqual([0, ''])
    expect(scoresDocument.parse(JSON.parse(stdout))).toEqual(scoresDocument.parse(JSON.parse(readFileSync(folder.scores, 'utf8'))))
  })

  test('merge of an empty file says so, and of an empty run that it has no records', async () => {
    const folder = temporaryFolder()
    const file = join(folder, 'items.jsonl')
    writeFileSync(file, '')
    expect(await holdfast(['merge', file, '--suite', 'lifbench', '--json'])).toEqual({
      code: 1,
      stdout: '',
      stderr: `Failed to read ${file}: it is empty. Give a file with a line of JSON for each entry.\n`,
    })
    const { code, stderr } = await holdfast(['merge', folder, '--suite', 'lifbench', '--json'])
    expect(code).toBe(1)
    expect(stderr).toContain('no record of the suite lifbench.')
  })

  test('merge takes records with a byte order mark', async () => {
    const { folder } = await run()
    const file = join(temporaryFolder(), 'items.jsonl')
    writeFileSync(file, `\uFEFF${readFileSync(folder.items, 'utf8').replaceAll('\n', '\r\n')}`)
    const { code, stdout } = await holdfast(['merge', file, '--suite', 'lifbench', '--json'])
    expect(code).toBe(0)
    const { suites } = scoresDocument.parse(JSON.parse(readFileSync(folder.scores, 'utf8')))
    expect(scoresDocument.parse(JSON.parse(stdout)).suites).toEqual(suites)
  })

  test('merge of a folder without records is bad usage', async () => {
    const folder = join(temporaryFolder(), 'empty')
    mkdirSync(folder)
    expectBadUsage(await holdfast(['merge', folder, '--suite', 'lifbench', '--json']), `Failed to merge ${folder}: it has no items.jsonl.`)
  })
})

describe('holdfast score', () => {
  const GOOD = JSON.stringify(line('good'))

  test('prints a line for each line, in the same order, and exits 0', async () => {
    const { code, stdout, stderr } = await holdfast(['score', 'lifbench', scoreFile([GOOD, JSON.stringify(line('bad', { output: 'x' }))])])
    expect([code, stderr]).toEqual([0, ''])
    const [good, bad] = readLines(stdout)
    expect(good).toMatchObject({ id: 'good', total: 1 })
    expect(bad).toMatchObject({ id: 'bad', total: expect.any(Number) })
    expect(bad?.total).toBeLessThan(1)
  })

  test('prints an error for a line it cannot read, naming file, line and field, and exits 1', async () => {
    const file = scoreFile([GOOD, '{"id": "cut', JSON.stringify(line('typed', { ins_id: '0' })), JSON.stringify(line('last'))])
    const { code, stdout, stderr } = await holdfast(['score', 'lifbench', file])
    expect(code).toBe(1)
    const lines = readLines(stdout)
    expect(lines.map(({ id }) => id)).toEqual(['good', null, 'typed', 'last'])
    expect(lines[1]?.error).toContain(`Failed to read ${file}, line 2: not JSON`)
    expect(lines[2]?.error).toContain(`Failed to read ${file}, line 3, field ins_id: `)
    expect(lines[3]).toMatchObject({ total: 1 })
    expect(stderr).toContain('2 of its lines could not be read')
    expect(stderr).not.toMatch(/^ +at .+:\d+:\d+/m)
  })

  test('takes a byte order mark and Windows line ends', async () => {
    const file = scoreFile([`\uFEFF${GOOD}\r`, JSON.stringify(line('last'))])
    const { code, stdout, stderr } = await holdfast(['score', 'lifbench', file])
    expect([code, stderr]).toEqual([0, ''])
    expect(readLines(stdout).map(({ id, total }) => [id, total])).toEqual([
      ['good', 1],
      ['last', 1],
    ])
  })

  test('of a file that is not UTF-8 names the line, and exits 1', async () => {
    const file = scoreFile([])
    writeFileSync(file, Buffer.from(`${GOOD}\n${JSON.stringify(line('umlaut', { output: 'zwölf' }))}\n`, 'latin1'))
    const { code, stdout, stderr } = await holdfast(['score', 'lifbench', file])
    expect(code).toBe(1)
    expect(readLines(stdout).map(({ id }) => id)).toEqual(['good'])
    expect(stderr).toBe(`Failed to read ${file}, line 2: it is not UTF-8. Save the file as UTF-8.\n`)
  })

  test.each(['', '\n\n'])('of a file without a line (%j) says so, exits 1 and replaces no result', async (text) => {
    const file = scoreFile([])
    writeFileSync(file, text)
    const out = join(temporaryFolder(), 'scores.jsonl')
    writeFileSync(out, 'before')
    expect(await holdfast(['score', 'lifbench', file, '--out', out])).toEqual({
      code: 1,
      stdout: '',
      stderr: `Failed to read ${file}: it is empty. Give a file with a line of JSON for each entry.\n`,
    })
    expect(readFileSync(out, 'utf8')).toBe('before')
  })

  test('writes to a file with --out, and nothing to stdout', async () => {
    const out = join(temporaryFolder(), 'scores.jsonl')
    expect(await holdfast(['score', 'lifbench', scoreFile([GOOD]), '--out', out])).toMatchObject({ code: 0, stdout: '' })
    expect(readLines(readFileSync(out, 'utf8'))).toEqual([expect.objectContaining({ id: 'good', total: 1 })])
  })

  test('of a file that does not exist fails without a stack trace', async () => {
    const { code, stdout, stderr } = await holdfast(['score', 'lifbench', '/no/outputs.jsonl'])
    expect(code).toBeGreaterThan(0)
    expect(stdout).toBe('')
    expect(stderr).toMatch(/^Failed to .*\n$/)
    expect(existsSync('/no')).toBe(false)
  })

  test('of a file that does not exist names that file', async () =>
    expect((await holdfast(['score', 'lifbench', '/no/outputs.jsonl'])).stderr).toContain('/no/outputs.jsonl'))
})

function readLines(text: string): { id: string | null; total?: number; error?: string }[] {
  return jsonLines(text)
}
