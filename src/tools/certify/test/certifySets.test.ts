import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { loadSuite } from '../../../../test/catalogue.ts'
import { writeRun } from '../../../../test/outcome.ts'
import { runSuite } from '../../../../test/runSuite.ts'
import { suiteCommand } from '../../../../test/suiteCommand.ts'
import { temporaryFolder } from '../../../../test/temporaryFolder.ts'
import { writeRunSettings } from '../../../core/config/beginRun.ts'
import { type GivenSettings, writeEnvironment } from '../../../core/config/environment.ts'
import { resolveConfig } from '../../../core/config/resolve.ts'
import { certificatePath, findCertificates } from '../../../judging/certificate/certificate.ts'
import type { CommandTools } from '../../../running/worker/suiteCommand.ts'
import { certifyCommand } from '../certifyCommand.ts'

const PAIR = { instruction: 'Name a river.', output_1: 'The Rhine', output_2: 'Berlin', label: 1 }
const pairs = (n: number, change: object = {}) => Array.from({ length: n }, (_, index) => ({ ...PAIR, id: `p${index}`, ...change }))
const judgebench = Array.from({ length: 8 }, (_, index) => ({
  pair_id: `p${index}`,
  original_id: index,
  source: ['mmlu-pro-law', 'livebench-math'][index % 2],
  question: `${index}?`,
  response_A: 'a',
  response_B: 'b',
  label: 'A>B',
}))
const CRITERIA = [
  { text: 'names a river', met: 1 },
  { text: 'is one word', met: 0 },
]
const criteria = Array.from({ length: 8 }, (_, index) => ({
  id: `a${index}`,
  question: 'A river?',
  answer: 'The Rhine',
  criteria: CRITERIA,
}))

/** A folder with these files of JSON lines, in which the command works with runs in this process. */
function project(files: Readonly<Record<string, readonly object[]>>) {
  const root = temporaryFolder()
  const cwd = vi.spyOn(process, 'cwd').mockReturnValue(root)
  const notes: string[] = []
  const stderr = vi.spyOn(process.stderr, 'write').mockImplementation((text) => notes.push(String(text)) > 0)
  onTestFinished(() => {
    for (const spy of [cwd, stderr]) spy.mockRestore()
  })
  // Files are named as a user names them, from the folder.
  const put = (name: string, lines: readonly object[]) => {
    writeFileSync(join(root, name), lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
    return join(root, name)
  }
  for (const [name, lines] of Object.entries(files)) put(name, lines)
  const ran: (readonly [string, GivenSettings])[] = []
  const run: CommandTools['runSuite'] = async (name, settings) => {
    ran.push([name, settings])
    const suite = await loadSuite(name)
    if (!suite) throw new Error(`no suite ${name}`)
    const variables = writeEnvironment(settings)
    const outcome = await runSuite(suite, {}, variables)
    const folder = await writeRun({ ...outcome, calls: [] }, join(root, 'run', String(ran.length)))
    writeRunSettings(folder, resolveConfig({}, variables, root, [suite]), [])
    return { folder, scores: outcome.concluded.document, exitCode: outcome.concluded.document.exitCode }
  }
  const certify = async (...args: readonly string[]) => {
    notes.length = 0
    const finished = await suiteCommand(certifyCommand, [...args, '--json'], run).catch((error: Error) => ({
      code: -1,
      stdout: '',
      failed: error.message,
    }))
    return { failed: undefined, ...finished, notes: notes.join('') }
  }
  const found = (judge = 'sim:judge') => findCertificates(root, judge, 1, new Date())
  return { root, put, certify, ran, found, judges: () => readdirSync(join(root, 'reports', 'judges')).sort() }
}

describe('judge certify --from pairs', () => {
  test('certifies a judge on the pairs of a file, beside LLMBar’s certificate', async () => {
    const { root, certify, ran, judges, found } = project({ 'mine.jsonl': pairs(6) })
    const { code, stdout } = await certify('sim:judge', '--from', join(root, 'mine.jsonl'), '--strategy', 'CoT')
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({
      schema: 'holdfast.certificate/1',
      kind: 'pairwise',
      judge: 'sim:judge',
      simulated: true,
      set: 'mine',
      rule: 'orders',
      strategy: 'CoT',
      accuracy: { value: 100, n: 6 },
      data: { source: 'mine', items: 6, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
    })
    expect(judges()).toEqual(['sim-judge@mine.json'])
    expect(readFileSync(certificatePath(root, 'sim:judge', 'mine'), 'utf8')).toBe(stdout)
    expect(ran).toMatchObject([['certify-pairs', { judge: 'sim:judge', limit: undefined, strict: false }]])
    expect(await found()).toMatchObject([{ set: 'mine', strategy: 'CoT' }])
  })

  test('knows JudgeBench’s form, and measures by its rule, by category', async () => {
    const { root, certify, judges } = project({ 'any.jsonl': judgebench })
    const { stdout } = await certify('sim:judge?bias=first', '--from', join(root, 'any.jsonl'))
    expect(JSON.parse(stdout)).toMatchObject({
      set: 'judgebench',
      rule: 'judgebench',
      accuracy: { value: 0, n: 8 },
      agreement: { value: 0 },
      subsets: { knowledge: { accuracy: { value: 0, n: 4 } }, math: { accuracy: { value: 0, n: 4 } } },
    })
    expect(judges()).toEqual(['sim-judge-bias-first-0167e8b2@judgebench.json'])
  })

  test('of other pairs under one name is refused before a call, and not under another name', async () => {
    const { put, certify, ran, judges } = project({})
    await certify('sim:judge', '--from', put('mine.jsonl', pairs(2)))
    const changed = put('mine.jsonl', pairs(2, { label: 2 }))
    const { failed } = await certify('sim:judge', '--from', changed)
    expect(failed).toMatch(/^Failed to certify sim:judge: reports.judges.sim-judge@mine\.json is of other items named mine/)
    expect(ran).toHaveLength(1)
    expect((await certify('sim:judge', '--from', changed, '--name', 'mine-2')).code).toBe(0)
    expect(judges()).toEqual(['sim-judge@mine-2.json', 'sim-judge@mine.json'])
  })

  test('of the same pairs takes the place of the older certificate', async () => {
    const { put, certify, judges, found } = project({})
    const file = put('mine.jsonl', pairs(2))
    await certify('sim:judge', '--from', file)
    await certify('sim:judge', '--from', file, '--strategy', 'Swap')
    expect(judges()).toEqual(['sim-judge@mine.json'])
    expect(await found()).toMatchObject([{ strategy: 'Swap' }])
  })

  test('gives none to a judge that names no output', async () => {
    const { put, certify } = project({})
    const { failed } = await certify('sim:judge?garbage=1', '--from', put('mine.jsonl', pairs(2)))
    expect(failed).toContain('100.0 % of its verdicts name no output')
  })

  test('of a file called llmbar is none of LLMBar', async () => {
    const { put, certify, judges } = project({})
    await certify('sim:judge', '--from', put('llmbar.jsonl', pairs(2)))
    expect(judges()).toEqual(['sim-judge@llmbar-file.json'])
  })
})

describe('judge certify --from criteria', () => {
  test('certifies a judge on labelled criteria', async () => {
    const { root, certify, ran, judges, found } = project({ 'mine.jsonl': criteria })
    const { code, stdout } = await certify('sim:judge', '--from', join(root, 'mine.jsonl'))
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({
      kind: 'checklist',
      set: 'mine',
      simulated: true,
      criteria: 16,
      accuracy: { value: 100, n: 16 },
      sensitivity: { value: 100, n: 8 },
      specificity: { value: 100, n: 8 },
      kappa: { value: 1 },
      data: { items: 8 },
    })
    expect(judges()).toEqual(['sim-judge@mine.json'])
    expect(ran[0]?.[0]).toBe('certify-criteria')
    expect(await found()).toMatchObject([{ kind: 'checklist' }])
  })

  test('takes the bundled criteria by name', async () => {
    const { certify } = project({})
    const { stdout } = await certify('sim:judge?noise=0.3', '--from', 'bundled-criteria')
    const { set, criteria: count, accuracy } = JSON.parse(stdout)
    expect([set, count]).toEqual(['bundled-criteria', 90])
    // Four standard deviations of 90 verdicts that are turned in 3 cases of 10.
    expect(Math.abs(accuracy.value - 70)).toBeLessThan(400 * Math.sqrt((0.3 * 0.7) / 90))
    expect(accuracy.ci95[0]).toBeLessThan(accuracy.value)
  })

  test('does not take the place of a certificate for pairs of that name', async () => {
    const { put, certify } = project({})
    await certify('sim:judge', '--from', put('mine.jsonl', pairs(2)))
    const { failed } = await certify('sim:judge', '--from', put('other.jsonl', criteria), '--name', 'mine')
    expect(failed).toContain('is of other items named mine')
  })
})

test('--name alone names nothing', async () => {
  const { certify } = project({})
  expect((await certify('sim:judge', '--name', 'mine')).failed).toContain('--name names what --from gives')
})

test('certificates are found with LLMBar’s first, and a broken file is told of', async () => {
  const { root, put, certify, found } = project({})
  await certify('sim:judge', '--from', put('b.jsonl', pairs(2)))
  await certify('sim:judge', '--from', put('a.jsonl', criteria))
  const main = certificatePath(root, 'sim:judge')
  mkdirSync(dirname(main), { recursive: true })
  const { set: _set, kind: _kind, ...llmbar } = JSON.parse(readFileSync(certificatePath(root, 'sim:judge', 'b'), 'utf8'))
  writeFileSync(main, JSON.stringify(llmbar))
  writeFileSync(certificatePath(root, 'sim:judge', 'c'), '{')
  // Copied by hand under another name, it is still of its own set.
  writeFileSync(certificatePath(root, 'sim:judge', 'copy'), readFileSync(certificatePath(root, 'sim:judge', 'a')))
  const all = await found()
  expect(all.map(({ set }) => set)).toEqual([undefined, 'a', 'b', 'c'])
  expect(all.at(-1)?.problem).toMatch(/^cannot be read \(Failed to read .*sim-judge@c\.json/)
})
