import { createHash } from 'node:crypto'
import { cpSync, createWriteStream, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { LARGEST_TEXT } from '../../src/core/base/data/utf8.ts'
import { Limiter } from '../../src/models/limiter.ts'
import { jsonLines } from '../jsonLines.ts'
import { type Environment, type Finished, runHoldfast, startVitest } from '../run.ts'
import { isLong } from '../shared.ts'
import { once, unwrapped } from './fixtureRun.ts'
import { slowYes } from './slowYes.ts'

/** What another's run folder must not bring to light. */
const CANARY = 'CANARY-of-the-reader-0451'
/** Repaints a terminal, sets its title, reorders what is around it, and is a command to a GitHub runner. */
const ACTIVE = '\u001b[2J\u001b]0;owned\u0007\u009b31m\u202etxt.exe\r##[set-output name=x]y'
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
const ACTIVE_ON_SCREEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/
/** Where what is printed is read for commands; without Vitest's own colours. */
const IN_ACTIONS = { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: '', NO_COLOR: '1' }
const limiter = new Limiter(2)

/** JSON as it is edited here. */
interface Json {
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
async function projectWithRun() {
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

/** Nothing outside was read, written or run, and what is shown is only text. */
function expectUnharmed(root: string, name: string, { code, stdout, stderr }: Finished): void {
  const text = stdout + stderr
  expect([0, 1, 2], `${name}: ${text}`).toContain(code)
  expect(text, name).not.toContain(CANARY)
  expect((ACTIVE_ON_SCREEN.exec(text) ?? /##\[/.exec(text))?.[0], `${name}: ${JSON.stringify(text)}`).toBeUndefined()
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

const READERS: readonly (readonly string[])[] = [
  ['show', 'theirs'],
  ['show', 'theirs', 'item-1', '--calls'],
  ['report', 'theirs', '--compare', 'own'],
  ['compare', 'own', 'theirs', '--flipped', '--all'],
  ['summarize', 'yes', 'reports/runs/theirs', '--run', 'merged'],
  ['annotate', 'theirs', '--kind', `kind${ACTIVE}`],
  ['baseline', 'main', 'theirs'],
  ['rejudge', 'theirs', '--judge', 'sim:judge'],
  ...(isLong
    ? [
        ['show', 'theirs', '--below'],
        ['show', 'theirs', 'item-1'],
        ['show', 'theirs', `item-${ACTIVE}`],
        ['report', 'theirs'],
        ['compare', 'own', 'theirs', '--json'],
        ['compare', 'own', 'theirs', '--markdown'],
        ['compare', 'own', 'theirs', 'own'],
        ['summarize', 'yes', 'reports/runs/theirs'],
        ['contamination', 'theirs'],
        ['evaluators', 'theirs'],
        ['refutations', 'theirs'],
        ['leak-test', 'theirs', 'own'],
      ]
    : []),
]

describe.concurrent('a run folder made to attack whoever looks at it', () => {
  test('with active text in every name and text, and hashes that are paths: all that takes a run shows text', async () => {
    const { root, folder, change, changeLines, holdfast, vitest } = await projectWithRun()
    await vitest({ HOLDFAST_OUT: 'reports/runs/own' })
    const path = '../../../../victim.txt'
    change('scores.json', ({ run, suites, ...rest }: Json) => {
      const { yes } = suites ?? {}
      const metrics = { ...yes?.metrics, [`metric${ACTIVE}`]: { value: 0.5, n: 8, ci95: null } }
      const roles = {
        candidate: { model: `m${ACTIVE}`, simulated: false, served: [`s${ACTIVE}`], fingerprints: [ACTIVE], adapted: [ACTIVE] },
      }
      const gates = [{ metric: `yes ${ACTIVE}`, rule: ACTIVE, value: 1, verdict: 'broken' }]
      const facts = { ...run, id: `id${ACTIVE}`, version: ACTIVE, roles, shard: ACTIVE }
      return { ...rest, run: facts, suites: { yes: { ...yes, failed: 1, metrics }, [`suite${ACTIVE}`]: yes }, gates }
    })
    changeLines('items.jsonl', (record) => ({
      ...record,
      status: 'failed',
      reason: `  lost ${ACTIVE}\n${ACTIVE}`,
      tags: { [`tag${ACTIVE}`]: ACTIVE },
      scores: { total: 0.5, [`score${ACTIVE}`]: 0.5 },
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
      call: `call${ACTIVE}`,
      model: ACTIVE,
      finish: ACTIVE,
      messages: undefined,
      messagesRef: [{ role: `role${ACTIVE}`, segments }],
    }))
    change('run.json', (settings) => ({ ...settings, id: ACTIVE, version: ACTIVE, shard: ACTIVE }))
    for (const args of READERS) expectUnharmed(root, args.join(' '), await holdfast(args))
    expectUnharmed(root, 'plan', await holdfast(['plan', 'yes']))
    expectUnharmed(root, 'resume', await vitest({ HOLDFAST_RESUME: folder }))
    expectUnharmed(root, 'replay', await vitest({ MODEL: `replay:${folder}` }))
    for (const name of ['report.md', 'index.html', 'compare.html']) {
      expect(readFileSync(join(folder, name), 'utf8'), name).not.toMatch(ACTIVE_ON_SCREEN)
    }
  })

  test('with links in the place of its files: none is followed', async () => {
    const { root, folder, holdfast, vitest } = await projectWithRun()
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
    for (const args of [
      ['show', 'theirs'],
      ['annotate', 'theirs'],
      ['report', 'theirs'],
      ['summarize', 'yes', folder],
      ['baseline', 'main', 'theirs'],
      ['rejudge', 'theirs', '--judge', 'sim:judge'],
    ]) {
      const finished = await holdfast(args)
      expectUnharmed(root, args.join(' '), finished)
      expect(finished.code).toBe(1)
      expect(unwrapped(finished.stderr)).toContain('is a link, which may lead to files that are not of the run.')
    }
    const resumed = await vitest({ HOLDFAST_RESUME: folder })
    expectUnharmed(root, 'resume', resumed)
    expect(resumed.code).toBe(1)
    expect(readFileSync(join(root, 'mine', 'run-job.js'), 'utf8')).toBe('mine')
  })

  test('with test files that are options, or lie elsewhere: rejudge runs none of them', async () => {
    const { root, change, holdfast } = await projectWithRun()
    const evil = `import { writeFileSync } from 'node:fs'\nwriteFileSync(${JSON.stringify(join(root, 'owned'))}, process.env.OPENAI_API_KEY ?? '')\nexport default {}\n`
    const elsewhere = join(dirname(root), `evil-${process.pid}.eval.ts`)
    writeFileSync(join(root, 'evil.config.mjs'), evil)
    writeFileSync(elsewhere, evil)
    symlinkSync(elsewhere, join(root, 'linked.eval.ts'))
    try {
      for (const file of [
        '--config=evil.config.mjs',
        `../evil-${process.pid}.eval.ts`,
        'linked.eval.ts',
        ...(isLong ? ['-c', elsewhere, 'none.eval.ts', '.', ''] : []),
      ]) {
        change('run.json', (settings) => ({ ...settings, files: [file] }))
        const finished = await holdfast(['rejudge', 'theirs', '--judge', 'sim:judge'])
        expectUnharmed(root, file, finished)
        expect(finished.code, file).toBe(1)
        expect(unwrapped(finished.stderr), file).toContain(
          `run.json, field files, names ${JSON.stringify(file)}, which is no file of the project`,
        )
      }
    } finally {
      rmSync(elsewhere)
    }
  })

  test('with settings of its own making: no variable of the reader changes, and no data that the run was not made with is judged', async () => {
    const { root, change, holdfast } = await projectWithRun()
    change('run.json', (settings) => ({
      ...settings,
      ran: ['fb-bench'],
      suites: { 'fb-bench': { 'max=1\nHOLDFAST_MAX_USD': '1000' } },
    }))
    const options = await holdfast(['rejudge', 'theirs', '--judge', 'sim:judge'])
    expectUnharmed(root, 'options', options)
    expect(options.code).not.toBe(0)
    change('run.json', (settings) => ({
      ...settings,
      ran: ['fb-bench'],
      suites: { 'fb-bench': {} },
      sha256: { 'fb-bench': '0'.repeat(64) },
    }))
    const data = await holdfast(['rejudge', 'theirs', '--judge', 'sim:judge'])
    expectUnharmed(root, 'data', data)
    expect(data.code).toBe(1)
    expect(data.stderr).toContain('Failed to rejudge fb-bench: its data is not what the run was made with')
  })

  test('with names that every object has: one clear error', async () => {
    const { root, folder, change, holdfast } = await projectWithRun()
    const scores = readFileSync(join(folder, 'scores.json'), 'utf8')
    for (const name of isLong ? ['constructor', 'toString', '__proto__'] : ['constructor']) {
      for (const place of ['roles', 'suites']) {
        writeFileSync(join(folder, 'scores.json'), scores)
        change('scores.json', ({ run, suites, ...rest }: Json) => {
          const roles = Object.fromEntries([
            ...Object.entries(run?.roles ?? {}),
            ...(place === 'roles' ? [[name, { model: 'm', simulated: false }]] : []),
          ])
          const all = Object.fromEntries([...Object.entries(suites ?? {}), ...(place === 'suites' ? [[name, suites?.yes]] : [])])
          return { ...rest, run: { ...run, roles }, suites: all }
        })
        const finished = await holdfast(['report', 'theirs'])
        expectUnharmed(root, `${place} ${name}`, finished)
        if (finished.code !== 0) expect(finished.stderr, name).toMatch(/Failed to read .*scores\.json, field /)
      }
    }
  })

  test('with a small file that unpacks to a line of hundreds of megabytes: one clear error', async () => {
    const { root, holdfast } = await projectWithRun()
    const bomb = join(root, 'items.jsonl.gz')
    const block = 'a'.repeat(2 ** 20)
    await pipeline(Readable.from(Array.from({ length: LARGEST_TEXT / 2 ** 20 + 2 }, () => block)), createGzip(), createWriteStream(bomb))
    for (const args of [
      ['summarize', 'yes', bomb],
      ['score', 'kieval', bomb],
    ]) {
      const finished = await holdfast(args)
      expectUnharmed(root, args.join(' '), finished)
      expect(finished.code).toBe(1)
      expect(finished.stderr).toContain(`Failed to read ${bomb}, line 1: it is longer than 256 MB.`)
    }
  })
})
