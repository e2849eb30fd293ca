import { cpSync, mkdirSync, readFileSync, realpathSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runHoldfast } from '../run.ts'
import { isLong } from '../shared.ts'
import { temporaryFolder } from './fixtureRun.ts'

/** Writes the folder of a part with so many of its planned records. */
function writePart(folder: string, part: number, parts: number, planned: number, records = planned): void {
  const path = join(folder, `part-${part}`)
  const [id, startedAt, version, shard] = [`r${part}`, '2026-01-01T00:00:00Z', '0.1.0', `${part}/${parts}`]
  const roles = { candidate: { model: 'openai:m', simulated: false } }
  const run = { schema: 'holdfast.run/1', id, startedAt, version, data: 'bundled', seed: 0, trials: 1, votes: 1, controls: 0, limit: null }
  const more = { ran: ['big'], sha256: { big: 'a' }, shard, planned: { big: planned }, files: [], suites: {}, roles: {} }
  const unset = { doubt: null, decide: null, items: null, sampling: {} }
  const scheduler = { variable: 'JOB_COMPLETION_INDEX', first: 0, step: 1 }
  mkdirSync(path)
  writeFileSync(join(path, 'run.json'), JSON.stringify({ ...run, ...unset, ...more, scheduler }))
  const about = {
    id,
    startedAt,
    finishedAt: startedAt,
    version,
    seed: 0,
    trials: 1,
    partial: records < planned,
    ...(records < planned && { incomplete: { ran: records } }),
    shard,
    roles,
  }
  const scores = { schema: 'holdfast.scores/1', run: { ...about, data: { big: { source: 'own', sha256: 'a', items: parts * planned } } } }
  writeFileSync(
    join(path, 'scores.json'),
    JSON.stringify({ ...scores, suites: {}, usage: {}, gates: [], exitCode: records < planned ? 75 : 0 }),
  )
  const lines = Array.from({ length: records }, (_, index) => {
    const total = ((index * 7919 + part) % 1000) / 1000
    const [item, status] = [`item-${part}-${index}`, total > 0.5 ? 'passed' : 'failed']
    const tags = { level: index % 2 ? 'plain' : 'hard' }
    const clusters = { template: `t-${index % 200}` }
    return JSON.stringify({ suite: 'big', item, task: `task-${index % 5}`, trial: 0, status, tags, clusters, scores: { total, form: 1 } })
  })
  writeFileSync(join(path, 'items.jsonl'), lines.map((line) => `${line}\n`).join(''))
}

test('parts that are missing, incomplete or there twice are named, each with the command that starts it', async () => {
  const folder = temporaryFolder()
  writePart(folder, 1, 4, 6)
  writePart(folder, 2, 4, 6, 4)
  writePart(folder, 4, 4, 6)
  // A part may be called by its name as every run, and is begun again in its folder.
  mkdirSync(join(folder, 'reports', 'runs'), { recursive: true })
  for (const part of ['part-1', 'part-2']) renameSync(join(folder, part), join(folder, 'reports', 'runs', part))
  cpSync(join(folder, 'part-4'), join(folder, 'copy'), { recursive: true })
  const { code, stdout, stderr } = await runHoldfast(['merge', 'part-1', 'part-2', 'part-4', 'copy', '--suite', 'big', '--json'], {
    cwd: folder,
  })
  expect(code).toBe(1)
  expect(JSON.parse(stdout).suites.big).toMatchObject({ items: 16 })
  const said = stderr.split('\n')
  const command = (part: number, folder: string) =>
    `Start it: the command of the other parts with HOLDFAST_SHARD=${part}/4 HOLDFAST_RESUME=auto HOLDFAST_OUT=${folder} (JOB_COMPLETION_INDEX ${part - 1}).`
  expect(said).toContain(`Shard 3/4 is missing. ${command(3, '<its folder>')}`)
  expect(said).toContain(`Shard 2/4 (reports/runs/part-2) is incomplete: 4 of 6 records. ${command(2, 'reports/runs/part-2')}`)
  expect(said).toContain(
    'Shard 4/4 is there twice: 6 records of part-4 are in copy as well, and those of the latter count. Leave one of the two out.',
  )
  expect(stderr).toContain('exit 1: incomplete: shard 3/4 missing; incomplete: 16 of 18 items ran; interrupted.')
})

test('a merge is made anew in its folder of the same parts and more, and over no other run', async () => {
  const folder = temporaryFolder()
  const call = (part: number) =>
    `{"suite":"big","item":"item-${part}-0","role":"candidate","trial":0,"call":"0","vote":0,"content":"${part}"}\n`
  const part = (number: number) => {
    writePart(folder, number, 3, 6)
    writeFileSync(join(folder, `part-${number}`, 'calls.jsonl'), call(number))
  }
  const merge = (...args: string[]) => runHoldfast(['merge', '--suite', 'big', ...args], { cwd: folder })
  const written = (run: string) =>
    ['items', 'calls'].map((file) => readFileSync(join(folder, run, `${file}.jsonl`), 'utf8').split('\n').length - 1)
  for (const number of [1, 2]) part(number)
  const half = await merge('part-1', 'part-2', '--out', 'merged')
  expect([half.code, half.stdout.split('\n').at(-2)]).toEqual([1, ' Next: run shard 3/3 as said above, then merge all parts again'])
  expect((await merge('part-1', 'part-3')).stderr).toContain(
    `Failed to find the run "part-3": there is none here, nor in ${join(realpathSync(folder), 'reports', 'runs')}.`,
  )
  expect(written('merged')).toEqual([12, 2])
  part(3)
  const whole = await merge('part-1', 'part-2', 'part-3', '--out', 'merged')
  expect(whole.code, whole.stderr).toBe(0)
  expect(whole.stdout).toContain(' Show it: npx holdfast show merged\n')
  expect(written('merged')).toEqual([18, 3])
  expect(JSON.parse(readFileSync(join(folder, 'merged', 'scores.json'), 'utf8')).suites.big.items).toBe(18)
  // What is not in the parts would be lost: a part, a merge of more, one that a run has gone on with, a folder that is its own part.
  for (let time = 0; time < 2; time += 1) expect(await merge('merged', '--out', 'again')).toMatchObject({ code: 0 })
  cpSync(join(folder, 'merged'), join(folder, 'resumed'), { recursive: true })
  const { mergedFrom, ...settings } = JSON.parse(readFileSync(join(folder, 'resumed', 'run.json'), 'utf8'))
  expect(mergedFrom).toEqual(['r1', 'r2', 'r3'])
  writeFileSync(join(folder, 'resumed', 'run.json'), JSON.stringify(settings))
  for (const [out, parts] of [
    ['part-3', ['part-1', 'part-2']],
    ['merged', ['part-1', 'part-2']],
    ['again', ['part-1', 'part-2']],
    ['resumed', ['part-1', 'part-2', 'part-3']],
    ['merged', ['merged']],
  ] as const) {
    const before = written(out)
    const { code, stderr } = await merge(...parts, '--out', out)
    expect([code, stderr]).toEqual([
      2,
      `Failed to use ${out} as run folder: it holds another run. Name a new folder. HOLDFAST_RESUME finishes a run, and merge makes anew what it made of the same parts.\n`,
    ])
    expect(written(out)).toEqual(before)
  }
})

test('gates of the parts that a merge does not have are no green of it, and no command names another run', async () => {
  const folder = temporaryFolder()
  for (const number of [1, 2]) {
    writePart(folder, number, 2, 6)
    const path = join(folder, `part-${number}`, 'scores.json')
    const gate = { metric: 'big score', suite: 'big', key: 'score', kind: 'min', bound: 0.1, way: 'value', rule: 'min 0.1', value: 0.4 }
    writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, 'utf8')), gates: [{ ...gate, verdict: 'pending' }] }))
  }
  const merge = (env: Record<string, string>) => runHoldfast(['merge', 'part-1', 'part-2'], { cwd: folder, env })
  const without = await merge({})
  expect(without.code).toBe(1)
  expect(without.stdout.replace(/\n\s+/g, ' ')).toContain(
    'exit 1: the parts have gates that are not set here: big score min 0.1. Set the gates of the parts, and merge again.',
  )
  expect(without.stdout).not.toContain('show latest')
  const own = await merge({ HOLDFAST_GATES: '{"big":{"score":{"min":0.2}}}' })
  expect([own.code, own.stdout.split('\n').at(-2)]).toEqual([0, ' exit 0: complete, all gates held.'])
})

test.runIf(isLong)('fifty parts that hold 100,000 items together are merged within a heap of 600 MB', async () => {
  const folder = temporaryFolder()
  const paths = Array.from({ length: 50 }, (_, index) => {
    writePart(folder, index + 1, 50, 2000)
    return `part-${index + 1}`
  })
  const env = { NODE_OPTIONS: '--max-old-space-size=600' }
  const { code, stderr } = await runHoldfast(['merge', ...paths, '--suite', 'big', '--json', '--out', 'merged'], { cwd: folder, env })
  expect({ code, stderr }).toEqual({ code: 0, stderr: expect.not.stringContaining('heap') })
})

test('what failed beside the scores of a part fails the whole too', async () => {
  const folder = temporaryFolder()
  for (const part of [1, 2]) writePart(folder, part, 2, 6)
  const merge = () => runHoldfast(['merge', 'part-1', 'part-2', '--suite', 'big', '--json'], { cwd: folder })
  expect((await merge()).code).toBe(0)
  const path = join(folder, 'part-2', 'scores.json')
  const scores = JSON.parse(readFileSync(path, 'utf8'))
  writeFileSync(path, JSON.stringify({ ...scores, exitCode: 1, run: { ...scores.run, otherFailures: ['2 failures that are no scores'] } }))
  const { code, stdout, stderr } = await merge()
  expect([code, JSON.parse(stdout).run.otherFailures]).toEqual([1, ['2 failures that are no scores, in shard 2/2']])
  expect(stderr).toContain('exit 1: 2 failures that are no scores, in shard 2/2.')
})
