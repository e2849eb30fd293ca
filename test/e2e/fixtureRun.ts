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
import { jsonLines } from '../jsonLines.ts'
import { type Environment, type Finished, type Running, startVitest } from '../run.ts'

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
let runs = 0

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
  return runIn(temporaryFolder(), { fixture: name, args, env })
}

/** Runs a little of LIFBench, 4k and at most two items a task, from a temporary root. */
export function runLifbench(env: Environment = {}): Promise<VitestRun> {
  return runFixture('lifbench', [], { HOLDFAST_LIFBENCH_LENGTHS: '4k', HOLDFAST_LIMIT: '2', ...env })
}

/** Runs Vitest in the checkout as a user would; for runs that end before anything is written. */
export function runInCheckout(args: readonly string[], env: Environment = {}): Promise<VitestRun> {
  return runIn(packageRoot, { args, env: { HOLDFAST_OUT: join(temporaryFolder(), 'run'), ...env } })
}

/** How Vitest is started in a folder. */
interface Start {
  /** Name of a fixture, whose configuration is used. */
  readonly fixture?: string | undefined
  readonly args?: readonly string[]
  /** A run folder that it does not name is one of its own under the root; where it is undefined, none is named. */
  readonly env?: Environment
  /** Gets the process while it runs. */
  readonly interfere?: (running: Running) => unknown
}

/** Runs Vitest in a folder, with one or without a configuration of its own. */
export function runIn(root: string, { fixture: name, args = [], env = {}, interfere }: Start = {}): Promise<VitestRun> {
  runs += 1
  const all: Environment = { GITHUB_STEP_SUMMARY: '', HOLDFAST_OUT: join(root, 'reports', 'runs', `run-${runs}`), ...env }
  const config = name === undefined ? [] : ['--root', root, '--config', fixture(name, 'vitest.config.ts')]
  return limiter.run(async () => {
    const running = startVitest([...config, ...args], { cwd: root, env: all })
    await interfere?.(running)
    const finished = await running.finished
    const folder = runFolder(resolve(root, all.HOLDFAST_OUT ?? all.HOLDFAST_RESUME ?? 'reports/runs/latest'))
    return { ...finished, text: finished.stdout + finished.stderr, folder, root }
  })
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
  return jsonLines(readFileSync(path, 'utf8'))
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
