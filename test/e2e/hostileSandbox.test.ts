import { existsSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { join, relative } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { makeProgram } from '../../src/cli/program.ts'
import { packageRoot } from '../../src/core/base/packageRoot.ts'
import { type Random, random } from '../../src/core/base/random.ts'
import { takersOf } from '../foreignRun/foreignRun.ts'
import { isLong, rounds } from '../shared.ts'
import { ACTIVE, expectUnharmed, projectWithRun } from './hostileProject.ts'

/** Loaded into every process of a command: notes the processes that it starts and the connections that it makes. */
const RECORDER = `
import child from 'node:child_process'
import { appendFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import net from 'node:net'
const told = (kind, what) => appendFileSync(process.env.RECORDED, JSON.stringify([kind, ...what]) + '\\n')
for (const name of ['spawn', 'spawnSync', 'exec', 'execSync', 'execFile', 'execFileSync']) {
  const own = child[name]
  child[name] = (...args) => { told('process', [args[0], ...(Array.isArray(args[1]) ? args[1] : [])]); return own.apply(child, args) }
}
const { connect } = net.Socket.prototype
net.Socket.prototype.connect = function (...args) {
  const [options] = Array.isArray(args[0]) ? args[0] : args
  if (!options?.path && typeof options !== 'string') told('socket', [JSON.stringify(options?.host ?? options)])
  return connect.apply(this, args)
}
syncBuiltinESMExports()
`

/** What stands in the place of free texts. */
function payloads(root: string, port: number): readonly string[] {
  return [
    '../../../../victim.txt',
    join(root, 'victim.txt'),
    `module:./evil.mjs#ask`,
    `module:${join(root, 'evil.mjs')}#ask`,
    `file://${join(root, 'evil.mjs')}`,
    `openai:m@http://127.0.0.1:${port}/v1`,
    `http://127.0.0.1:${port}/`,
    `replay:${join(root, 'victim.txt')}`,
    '--config=evil.config.mjs',
    '-rf',
    '__proto__',
    'constructor',
    '$(touch owned)',
    '`touch owned`;touch owned;"\'',
    `<script src=http://127.0.0.1:${port}/></script>`,
    ACTIVE,
    '',
  ]
}

/** JSON in which texts, one in ten, are payloads, and some objects have names that every object has. */
function poisoned(value: unknown, draw: Random, texts: readonly string[]): unknown {
  const hit = () => draw.int(0, 9) === 0
  if (typeof value === 'string') return hit() ? draw.pick(texts) : value
  if (Array.isArray(value)) return value.map((one) => poisoned(one, draw, texts))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([name, one]) => [name, name === 'schema' ? one : poisoned(one, draw, texts)] as const)
  const extra = hit() ? [[draw.pick(texts), draw.pick(texts)] as const] : []
  return Object.defineProperties(
    {},
    Object.fromEntries([...entries, ...extra].map(([name, one]) => [name, { value: one, enumerable: true }])),
  )
}

/** Files of the project beside its runs, what commands make and what its own application notes, with their contents. */
function outside(root: string): ReadonlyMap<string, string> {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => !/^(?:reports|node_modules|\.holdfast|theirs|asked\.log)(?:\/|$)/.test(name) && statSync(join(root, name)).isFile())
    .map((name) => [name, readFileSync(join(root, name), 'utf8')] as const)
  return new Map(files)
}

const ROUNDS = rounds(1, 25)

test.for(ROUNDS)(
  'a run folder with payloads in its free fields, to every command that takes one, round %i: nothing runs, leaves, or is written outside',
  async (round) => {
    const draw = random('hostile sandbox', round)
    let connections = 0
    const server = createServer((socket) => {
      connections += 1
      socket.destroy()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const { root, folder, change, changeLines, holdfast } = await projectWithRun()
    const texts = payloads(root, (server.address() as AddressInfo).port)
    const evil = `import { writeFileSync } from 'node:fs'\nwriteFileSync(${JSON.stringify(join(root, 'owned'))}, '')\nexport const ask = () => 'no'\nexport default {}\n`
    for (const name of ['evil.mjs', 'evil.config.mjs']) writeFileSync(join(root, name), evil)
    for (const name of ['run.json', 'scores.json']) change(name, (value) => poisoned(value, draw, texts))
    for (const name of ['items.jsonl', 'calls.jsonl']) changeLines(name, (value) => poisoned(value, draw, texts))
    symlinkSync(folder, join(root, 'theirs'))
    const recorded = join(root, 'reports', 'recorded')
    writeFileSync(join(root, 'reports', 'recorder.mjs'), RECORDER)
    const env = {
      NODE_OPTIONS: `--import file://${join(root, 'reports', 'recorder.mjs')}`,
      RECORDED: recorded,
      OPENAI_API_KEY: 'sk-real-key-0123456789',
    }
    const before = outside(root)
    const takers = takersOf((await makeProgram()).commands, [], true)
    expect(takers.length).toBeGreaterThan(30)
    for (const words of isLong ? takers : draw.shuffle(takers).slice(0, 6)) {
      expectUnharmed(root, words.join(' '), await holdfast(words, env))
      expect(outside(root), words.join(' ')).toEqual(before)
    }
    const lines = existsSync(recorded) ? readFileSync(recorded, 'utf8').trim().split('\n').filter(Boolean) : []
    for (const [kind, ...what] of lines.map((line) => JSON.parse(line) as string[])) {
      // Ours start Node with files of the package, or with Vitest.
      expect(kind, what.join(' ')).toBe('process')
      expect(what[0]).toBe(process.execPath)
      expect(relative(packageRoot, what[1] ?? ''), what.join(' ')).not.toMatch(/^\.\./)
    }
    expect(connections).toBe(0)
  },
)
