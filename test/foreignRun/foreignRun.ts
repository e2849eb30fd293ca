import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import { expect } from 'vitest'
import { saveRunSettings } from '../../src/core/config/runSettings.ts'
import { RUN_SCHEMA, runFolder } from '../../src/core/format/runFolder.ts'
import { holdfastHere } from '../command.ts'
import { temporaryFolder } from '../temporaryFolder.ts'

/** A run of another whose every model is code, and whose data, items and options are files of its choice. */
function foreignRun(): string {
  const root = temporaryFolder()
  const folder = runFolder(join(root, 'theirs'))
  mkdirSync(folder.batch, { recursive: true })
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

/** Runs a command on the run of another, `theirs`. It must not run the code that the run names. */
export async function onForeignRun(
  words: readonly string[],
): Promise<{ readonly root: string; readonly code: number | null; readonly text: string }> {
  const root = foreignRun()
  const { code, stderr } = await holdfastHere([...words], root)
  expect(existsSync(join(root, 'owned')), words.join(' ')).toBe(false)
  return { root, code, text: stderr.replaceAll(/\s+/g, ' ') }
}

/**
 * Checks of a command that makes a run again: it asks no model and opens no file that the run of another names, and says how to allow it.
 *
 * @param words the command, which takes the run `theirs`.
 * @param flag how its candidate is named; none for a command that asks none.
 */
export async function expectAsksFirst(words: readonly string[], flag?: string): Promise<void> {
  const { root, code, text } = await onForeignRun(words)
  expect(code).toBe(2)
  expect(text).toContain(
    `pass HOLDFAST_DATA=${join(root, 'theirs')} HOLDFAST_ITEMS=${join(root, 'theirs', 'evil.mjs')} HOLDFAST_LIFBENCH_EXPRESSIONS=`,
  )
  if (flag === undefined) return
  expect(text).toContain(`${flag}'module:./theirs/evil.mjs#ask'`)
  expect(text).toContain('openai:m@http://evil.example/v1')
}

/** Every command that takes a run, with words for all that it takes. `forms`: with each of its flags and choices too, which make another command of it. */
export function takersOf(commands: readonly Command[], before: readonly string[] = [], forms = false): string[][] {
  return commands.flatMap((command) => {
    const words = [...before, command.name()]
    if (command.commands.length > 0) return takersOf(command.commands, words, forms)
    const takes = command.registeredArguments.some((argument) => /runs?\b/.test(`${argument.name()} ${argument.description}`))
    if (!takes) return []
    const given = command.registeredArguments.map((argument) => {
      if (/runs?\b/.test(`${argument.name()} ${argument.description}`)) return 'theirs'
      return { item: 'one', suite: 'lifbench' }[argument.name()] ?? 'theirs'
    })
    const needed = command.options.filter(({ mandatory }) => mandatory).flatMap(({ long }) => [long ?? '', 'sim:judge'])
    const flags = command.options.flatMap(({ long, mandatory, required, argChoices }) => {
      if (!long || mandatory) return []
      return required ? (argChoices ?? []).map((choice) => [long, choice]) : [[long]]
    })
    return [[], ...(forms ? flags : [])].map((form) => [...words, ...given, ...needed, ...form])
  })
}
