// How long it takes to begin: whole processes that do next to nothing, beside bare Node and plain Vitest, in turn, so that a drift
// of the machine falls on all. Processor time stands beside the time of a clock: others on the machine change it less.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5)

const PLAIN_TEST = `import { expect, test } from 'vitest'
test('adds', () => {
  expect(1 + 1).toBe(2)
})
`
const DIALOGUE_TEST = `import { test } from 'holdfast'
import { expect } from 'vitest'
test('uses the word it was told to use', async ({ dialogue }) => {
  await dialogue.ask('Translate into German: "We sat on the bank."', { reference: 'Wir saßen auf der Bank.' })
  await dialogue.refute('Say "Ufer". It is a riverbank.', { check: /Ufer/, reference: 'Wir saßen am Ufer.' })
  await expect(dialogue).toSatisfyRefutation()
})
`
const PLUGIN = `import { holdfast } from 'holdfast/plugin'
import { defineConfig } from 'vitest/config'
export default defineConfig({ plugins: [holdfast()] })
`

/** A project of a user's own with this package among its modules: a copy, since Vitest transforms what is a link to elsewhere. */
function project(folder, files) {
  const installed = join(folder, 'node_modules', 'holdfast')
  for (const part of ['dist', 'fixtures', 'package.json']) cpSync(join(root, part), join(installed, part), { recursive: true })
  for (const name of readdirSync(join(root, 'node_modules')))
    if (name !== 'holdfast' && !name.startsWith('.')) symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name))
  for (const [name, text] of Object.entries({ 'package.json': '{"type":"module"}', ...files })) writeFileSync(join(folder, name), text)
  return folder
}

const median = (values) => [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)]

/** Seconds of a clock and of the processor, children included: the shell tells the second. */
function timed({ args, cwd, env }, scratch) {
  const began = performance.now()
  const shell = spawnSync('/bin/sh', ['-c', '"$@" >"$0" 2>&1 || exit 1; times', join(scratch, 'output'), process.execPath, ...args], {
    cwd,
    env: { ...process.env, HOLDFAST_OUT: join(scratch, `run-${began}`), HOLDFAST_CACHE: 'off', ...env },
    encoding: 'utf8',
  })
  const clock = (performance.now() - began) / 1000
  if (shell.status !== 0) throw new Error(`${args.join(' ')} in ${cwd} failed; run it there to see why.`)
  const children = shell.stdout.trim().split('\n').at(-1).split(' ')
  const processor = children.reduce((sum, time) => sum + Number(time.split('m')[0]) * 60 + Number.parseFloat(time.split('m')[1]), 0)
  return { clock, processor }
}

/** Time from the start of the process to its end. */
export function measureStart() {
  const scratch = mkdtempSync(join(tmpdir(), 'holdfast-bench-'))
  try {
    const vitest = [join(root, 'node_modules/vitest/vitest.mjs'), 'run']
    const plain = project(join(scratch, 'plain'), { 'a.test.js': PLAIN_TEST })
    const plainBeside = project(join(scratch, 'beside'), { 'a.test.js': PLAIN_TEST, 'vitest.config.js': PLUGIN })
    const dialogue = project(join(scratch, 'dialogue'), { 'a.test.js': DIALOGUE_TEST, 'vitest.config.js': PLUGIN })
    const sides = {
      'bare Node': { args: ['-e', '0'], cwd: scratch },
      'holdfast --help': { args: [join(root, 'dist/src/cli/main.js'), '--help'], cwd: scratch, beside: 'bare Node' },
      'plain Vitest, one test': { args: vitest, cwd: plain },
      'with the plugin, one plain test': { args: vitest, cwd: plainBeside, beside: 'plain Vitest, one test' },
      'with the plugin, one dialogue': { args: vitest, cwd: dialogue, beside: 'plain Vitest, one test' },
      'checkout, LIFBench, 1 item': {
        args: [...vitest, 'suites/lifbench'],
        cwd: root,
        env: { HOLDFAST_LIMIT: '1' },
        beside: 'plain Vitest, one test',
      },
      'checkout, LIFBench': { args: [...vitest, 'suites/lifbench'], cwd: root, beside: 'plain Vitest, one test' },
    }
    const times = Object.fromEntries(Object.keys(sides).map((name) => [name, []]))
    // The first round warms the file cache.
    for (let round = -1; round < ROUNDS; round += 1)
      for (const [name, side] of Object.entries(sides)) {
        const time = timed(side, scratch)
        if (round >= 0) times[name].push(time)
      }
    const of = (name, kind) => median(times[name].map((time) => time[kind]))
    const row = ([name, { beside }]) => {
      const [clock, processor] = ['clock', 'processor'].map((kind) => of(name, kind))
      const ratio =
        beside &&
        `, ${(clock / of(beside, 'clock')).toFixed(2)} times ${beside} (processor ${(processor / of(beside, 'processor')).toFixed(2)})`
      return `    ${name.padEnd(32)} ${clock.toFixed(2)} s, processor ${processor.toFixed(2)} s${ratio ?? ''}`
    }
    return [`  median of ${ROUNDS}`, ...Object.entries(sides).map(row)]
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}
