import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { Limiter } from '../../src/models/limiter.ts'
import { jsonLines } from '../jsonLines.ts'
import { type Environment, type Finished, runHoldfast, startVitest } from '../run.ts'
import { once, unwrapped } from './fixtureRun.ts'
import { slowYes } from './slowYes.ts'

/** What another's run folder must not bring to light. */
const CANARY = 'CANARY-of-the-reader-0451'
/** Repaints a terminal, sets its title, reorders what is around it, and is a command to a GitHub runner. */
export const ACTIVE = '\u001b[2J\u001b]0;owned\u0007\u009b31m\u202etxt.exe\r##[set-output name=x]y'
/** Makes a line of its own where a name is shown as it is. */
const FORGED = `x\nexit 0: forged${ACTIVE}`
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
export const ACTIVE_ON_SCREEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/
/** Where what is printed is read for commands; without Vitest's own colours. */
const IN_ACTIONS = { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: '', NO_COLOR: '1' }
const limiter = new Limiter(2)

/** JSON as it is edited here. */
export interface Json {
  readonly [name: string]: Json
}

/** What they ran. */
const theirs = once(async () => {
  const { root } = slowYes()
  const folder = join(root, 'reports', 'runs', 'theirs')
  const { code, stdout } = await limiter.run(() => startVitest([], { cwd: root, env: { HOLDFAST_OUT: folder } }).finished)
  expect(code, stdout).toBe(0)
  return folder
})

/** A project with a run of another in it. */
export async function projectWithRun() {
  const { root } = slowYes()
  const folder = join(root, 'reports', 'runs', 'theirs')
  cpSync(await theirs(), folder, { recursive: true })
  writeFileSync(join(root, 'victim.txt'), `${CANARY}\n`)
  const json = (name: string) => JSON.parse(readFileSync(join(folder, name), 'utf8'))
  const lines = (name: string) => jsonLines<Json>(readFileSync(join(folder, name), 'utf8'))
  return {
    root,
    folder,
    /** Changes a JSON file of the run. */
    change: (name: string, edit: (value: Json) => unknown) => writeFileSync(join(folder, name), JSON.stringify(edit(json(name)))),
    /** Changes every line of a JSONL file of the run. */
    changeLines: (name: string, edit: (value: Json) => unknown) =>
      writeFileSync(
        join(folder, name),
        lines(name)
          .map((line) => `${JSON.stringify(edit(line))}\n`)
          .join(''),
      ),
    holdfast: (args: readonly string[], env?: Environment) =>
      limiter.run(() => runHoldfast(args, { cwd: root, env: { ...IN_ACTIONS, ...env } })),
    vitest: (env: Environment) => limiter.run(() => startVitest([], { cwd: root, env: { ...IN_ACTIONS, ...env } }).finished),
  }
}

/** Commands that print a CSV table. */
const PRINTS_CSV = /^export (?!.*--(?:out|format))/

/** Nothing outside was read, written or run, and what is shown is only text. */
export function expectUnharmed(root: string, name: string, { code, stdout, stderr }: Finished): void {
  // Lines of a CSV table end as RFC 4180 says.
  const text = (PRINTS_CSV.test(name) ? stdout.replaceAll('\r\n', '\n') : stdout) + stderr
  expect([0, 1, 2], `${name}: ${text}`).toContain(code)
  expect(text, name).not.toContain(CANARY)
  expect((ACTIVE_ON_SCREEN.exec(text) ?? /##\[/.exec(text))?.[0], `${name}: ${JSON.stringify(text)}`).toBeUndefined()
  expect(text, name).not.toMatch(/^\s*exit 0: forged/m)
  expect(text, name).not.toMatch(/RangeError|TypeError|SyntaxError|^ +at .*:\d+:\d+/m)
  expect(readFileSync(join(root, 'victim.txt'), 'utf8'), name).toBe(`${CANARY}\n`)
  expect(existsSync(join(root, 'owned')), name).toBe(false)
  const read = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== 'victim.txt' && !entry.parentPath.includes('node_modules'))
    .filter((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8').includes(CANARY))
  expect(
    read.map((entry) => entry.name),
    name,
  ).toEqual([])
}

/** A project with a run of another in it, and what is done there. */
export type HostileProject = Awaited<ReturnType<typeof projectWithRun>>

/** Active text in every name and text of their run, and hashes that are paths. */
export function writeActiveText({ change, changeLines }: HostileProject): void {
  const path = '../../../../victim.txt'
  change('scores.json', ({ run, suites, ...rest }: Json) => {
    const { yes } = suites ?? {}
    const metrics = { ...yes?.metrics, [`metric${FORGED}`]: { value: 0.5, n: 8, ci95: null } }
    const roles = {
      candidate: { model: `m${FORGED}`, simulated: false, served: [`s${FORGED}`], fingerprints: [ACTIVE], adapted: [ACTIVE] },
    }
    const gates = [{ metric: `yes ${ACTIVE}`, rule: ACTIVE, value: 1, verdict: 'broken' }]
    const facts = { ...run, id: `id${FORGED}`, version: ACTIVE, roles, shard: FORGED }
    return { ...rest, run: facts, suites: { yes: { ...yes, failed: 1, metrics }, [`suite${FORGED}`]: yes }, gates }
  })
  changeLines('items.jsonl', (record) => ({
    ...record,
    status: 'failed',
    reason: `  lost ${ACTIVE}\n${ACTIVE}`,
    tags: { [`tag${FORGED}`]: FORGED },
    scores: { total: 0.5, [`score${FORGED}`]: 0.5 },
  }))
  const segments = [path, createHash('sha256').update(`${CANARY}\n`).digest('hex'), '..', `/etc/passwd`].map((sha256) => ({
    name: ACTIVE,
    sha256,
    chars: 9,
  }))
  changeLines('calls.jsonl', (call) => ({
    ...call,
    content: ACTIVE,
    reasoning: ACTIVE,
    call: `call${FORGED}`,
    model: FORGED,
    finish: ACTIVE,
    messages: undefined,
    messagesRef: [{ role: `role${FORGED}`, segments }],
  }))
  change('run.json', (settings) => ({ ...settings, id: FORGED, version: FORGED, shard: FORGED }))
}

/** Links in the place of files of their run. */
export function linkFiles({ root, folder }: HostileProject): void {
  mkdirSync(join(root, 'mine'))
  writeFileSync(join(root, 'mine', 'run-job.js'), 'mine')
  for (const [name, target] of [
    ['index.html', 'victim.txt'],
    ['data', 'mine'],
    ['calls.jsonl', 'victim.txt'],
    ['blobs', 'mine'],
  ] as const) {
    rmSync(join(folder, name), { recursive: true, force: true })
    symlinkSync(join(root, target), join(folder, name))
  }
}

/** A command that followed no link, and says so. */
export function expectRefused(root: string, name: string, finished: Finished): void {
  expectUnharmed(root, name, finished)
  expect(finished.code).toBe(1)
  expect(unwrapped(finished.stderr)).toContain('is a link, which may lead to files that are not of the run.')
}
