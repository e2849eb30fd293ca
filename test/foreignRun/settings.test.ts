import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import { expect, test } from 'vitest'
import { makeProgram } from '../../src/cli/program.ts'
import { isFileOption } from '../../src/core/config/optionTypes.ts'
import { saveRunSettings } from '../../src/core/config/runSettings.ts'
import { RUN_SCHEMA, runFolder } from '../../src/core/format/runFolder.ts'
import { loadEverySuite } from '../catalogue.ts'
import { holdfastHere } from '../command.ts'
import { temporaryFolder } from '../temporaryFolder.ts'

/** A run of another whose every model is code, and whose data, items and options are files of its choice. */
function foreignRun(): string {
  const root = temporaryFolder()
  const folder = runFolder(join(root, 'theirs'))
  mkdirSync(folder.path)
  const evil = join(folder.path, 'evil.mjs')
  writeFileSync(
    evil,
    `import { writeFileSync } from 'node:fs'\nwriteFileSync(${JSON.stringify(join(root, 'owned'))}, '')\nexport const ask = () => 'no'\n`,
  )
  const code = 'module:./theirs/evil.mjs#ask'
  saveRunSettings(folder, {
    schema: RUN_SCHEMA,
    id: 'abc',
    startedAt: '2026-01-01T00:00:00.000Z',
    version: '1.0.0',
    data: folder.path,
    seed: 0,
    trials: 1,
    votes: 1,
    controls: 0,
    doubt: null,
    decide: null,
    limit: null,
    items: { path: evil, sha256: '0'.repeat(64) },
    roles: { candidate: code, judge: 'openai:m@http://evil.example/v1', refuter: code, interactor: code, user: code },
    sampling: {},
    ran: ['lifbench'],
    sha256: { lifbench: 'unknown' },
    shard: null,
    planned: {},
    files: [],
    suites: { lifbench: { lengths: ['4k'], expressions: evil } },
  })
  const record = { suite: 'lifbench', item: 'one', task: 'LSI', trial: 0, status: 'failed', tags: {}, scores: { total: 0 } }
  writeFileSync(folder.items, `${JSON.stringify(record)}\n`)
  const call = { suite: 'lifbench', item: 'one', role: 'candidate', call: 'answer', trial: 0, content: 'x' }
  writeFileSync(folder.calls, `${JSON.stringify(call)}\n`)
  return root
}

/** Every command that takes a run, with words for all that it takes. */
function takersOf(commands: readonly Command[], before: readonly string[] = []): string[][] {
  return commands.flatMap((command) => {
    const words = [...before, command.name()]
    if (command.commands.length > 0) return takersOf(command.commands, words)
    const takes = command.registeredArguments.some((argument) => /runs?\b/.test(`${argument.name()} ${argument.description}`))
    if (!takes) return []
    const given = command.registeredArguments.map((argument) => {
      if (/runs?\b/.test(`${argument.name()} ${argument.description}`)) return 'theirs'
      return { item: 'one', suite: 'lifbench' }[argument.name()] ?? 'theirs'
    })
    const needed = command.options.filter(({ mandatory }) => mandatory).flatMap(({ long }) => [long ?? '', 'sim:judge'])
    return [[...words, ...given, ...needed]]
  })
}

/** Those that make a run again. */
const AGAIN = ['rejudge', 'shrink', 'influence', 'batch export']

test('no command runs, opens or asks what a run folder names', async () => {
  const takers = takersOf((await makeProgram()).commands)
  const names = takers.map((words) => words.join(' '))
  for (const name of AGAIN)
    expect(
      names.filter((command) => command.startsWith(`${name} `)),
      name,
    ).toHaveLength(1)
  for (const words of takers) {
    const root = foreignRun()
    const name = words.join(' ')
    const { code, stderr } = await holdfastHere(words, root)
    expect(existsSync(join(root, 'owned')), name).toBe(false)
    if (!AGAIN.some((own) => name.startsWith(`${own} `))) continue
    expect(code, name).toBe(2)
    const text = stderr.replaceAll(/\s+/g, ' ')
    expect(text, name).toContain(
      `pass HOLDFAST_DATA=${join(root, 'theirs')} HOLDFAST_ITEMS=${join(root, 'theirs', 'evil.mjs')} HOLDFAST_LIFBENCH_EXPRESSIONS=`,
    )
    if (name.startsWith('rejudge')) continue
    const flag = name.startsWith('batch') ? 'HOLDFAST_MODEL=' : '--model '
    expect(text, name).toContain(`${flag}'module:./theirs/evil.mjs#ask'`)
    expect(text, name).toContain('openai:m@http://evil.example/v1')
  }
})

test('every option that takes any text is a file, or a plain name', async () => {
  const taking = (await loadEverySuite()).flatMap(({ name, options }) =>
    Object.entries(options.shape).flatMap(([option, type]) =>
      ['../any/file.json', 'file:///any/file'].some(
        (text) => (type as never as { safeParse(text: string): { success: boolean } }).safeParse(text).success,
      )
        ? [[`${name}.${option}`, isFileOption(type as never)]]
        : [],
    ),
  )
  expect(taking.length).toBeGreaterThan(0)
  expect(taking.filter(([, isFile]) => !isFile)).toEqual([])
})
