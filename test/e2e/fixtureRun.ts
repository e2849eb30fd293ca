import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { afterAll } from 'vitest'
import { packageRoot } from '../../src/core/base/packageRoot.ts'
import { type CallRecord, callRecord, type ItemRecord, itemRecord } from '../../src/core/format/records.ts'
import { type RunFolder, runFolder } from '../../src/core/format/runFolder.ts'
import { type ScoresDocument, scoresDocument } from '../../src/core/format/scoresDocument.ts'
import { Limiter } from '../../src/models/limiter.ts'
import { type Finished, runVitest } from '../run.ts'

type Environment = Readonly<Record<string, string>>

/** A finished run of Vitest. */
export interface VitestRun extends Finished {
  /** Both streams. */
  readonly text: string
  /** The run folder, whether or not anything was written. */
  readonly folder: RunFolder
  /** The project's root, where the run was started in a temporary one. */
  readonly root: string
}

const fixtures = join(packageRoot, 'test', 'e2e', 'fixtures')
const folders: string[] = []
// Each run has a process for itself and one for its worker: more than two at once only wait for each other.
const limiter = new Limiter(2)

afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

/** An empty folder that is removed after the tests of the file. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-e2e-'))
  folders.push(folder)
  return folder
}

/** Path of a file among the fixtures. */
export function fixture(...path: string[]): string {
  return join(fixtures, ...path)
}

/** Runs a fixture project from a temporary root, so that nothing is written to the checkout. */
export function runFixture(name: string, args: readonly string[] = [], env: Environment = {}): Promise<VitestRun> {
  const root = temporaryFolder()
  return runIn(root, ['--root', root, '--config', fixture(name, 'vitest.config.ts'), ...args], env)
}

/** Runs a little of LIFBench, 4k and at most two items a task, from a temporary root. */
export function runLifbench(env: Environment = {}): Promise<VitestRun> {
  return runFixture('lifbench', [], { HOLDFAST_LIFBENCH_LENGTHS: '4k', HOLDFAST_LIMIT: '2', ...env })
}

/** Runs Vitest in the checkout as a user would; for runs that end before anything is written. */
export function runInCheckout(args: readonly string[], env: Environment = {}): Promise<VitestRun> {
  return runIn(packageRoot, args, env)
}

async function runIn(root: string, args: readonly string[], env: Environment): Promise<VitestRun> {
  const out = env.HOLDFAST_OUT ?? join(temporaryFolder(), 'run')
  const finished = await limiter.run(() => runVitest(args, { env: { HOLDFAST_OUT: out, ...env } }))
  return { ...finished, text: finished.stdout + finished.stderr, folder: runFolder(resolve(root, out)), root }
}

/** Does something once, when it is first asked for: several tests look at one run. */
export function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

/** scores.json of a run. */
export function readScores({ folder }: VitestRun): ScoresDocument {
  return scoresDocument.parse(JSON.parse(readFileSync(folder.scores, 'utf8')))
}

/** items.jsonl of a run. */
export function readItems({ folder }: VitestRun): ItemRecord[] {
  return readLines(folder.items).map((line) => itemRecord.parse(line))
}

/** calls.jsonl of a run. */
export function readCalls({ folder }: VitestRun): CallRecord[] {
  return readLines(folder.calls).map((line) => callRecord.parse(line))
}

function readLines(path: string): unknown[] {
  if (!existsSync(path)) return []
  return readFileSync(path, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
}

/** How often a text occurs in another. */
export function occurrences(text: string, part: string): number {
  return text.split(part).length - 1
}

/** What Vitest's reporter says of each test that failed, without its code frame and colours, by the test's name and its groups'. */
export function plainFailures({ text }: Pick<VitestRun, 'text'>): Map<string, string> {
  const parts = stripVTControlCharacters(text)
    .split(/^ FAIL {2}/m)
    .slice(1)
  const failures = parts.map((part) => {
    const [title = '', ...lines] = part.split('\n')
    const [message = ''] = lines.join('\n').split(/^ +❯ |^⎯/m)
    return [title.replace(/^\S+ > /, ''), unwrapped(message).trim()] as const
  })
  // Tests that fail in the same words are listed one below the other, and the words stand below the last.
  return new Map(failures.map(([name], index) => [name, failures.slice(index).find(([, message]) => message !== '')?.[1] ?? '']))
}

/** The text with every run of white space as one space: undoes the wrapping of lines. */
export function unwrapped(text: string): string {
  return text.replace(/\s+/g, ' ')
}
