import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { MAIN_SUBSETS } from '../../../../suites/llmbar/names.ts'
import { openPairs } from '../../../../suites/llmbar/openPairs.ts'
import { once, readCalls, readScores, temporaryFolder, unwrapped, type VitestRun } from '../../../../test/e2e/fixtureRun.ts'
import { PAIRS } from '../../../../test/llmbar/pairs.ts'
import { packageRoot } from '../../../core/base/packageRoot.ts'
import { runFolder } from '../../../core/format/runFolder.ts'
import { type ScoresDocument, scoresDocument } from '../../../core/format/scoresDocument.ts'
import type { Certificate } from '../../../judging/certificate/certificate.ts'
import { promptHash } from '../../../judging/pairwise/judgePair.ts'
import { STRATEGIES } from '../../../judging/pairwise/strategies.ts'
import { besideJudge, type Certified, certificateOn, certify, type Environment, judged, pathOf } from './certifyRun.ts'

const DAY = 24 * 60 * 60 * 1000

/** scores.json of the only run in a folder. */
function scoresIn(root: string): ScoresDocument {
  const runs = join(root, 'reports', 'runs')
  const [name = '', ...others] = readdirSync(runs).filter((entry) => entry !== 'latest')
  expect(others).toEqual([])
  return scoresDocument.parse(JSON.parse(readFileSync(runFolder(join(runs, name)).scores, 'utf8')))
}

/** The rules of a run as scores.json has them. */
const gatesOf = (run: VitestRun) => readScores(run).gates

const gate = (minJudgeAccuracy: number, more: object = {}): Environment => ({
  HOLDFAST_GATES: JSON.stringify({ minJudgeAccuracy, allowSimulated: true, ...more }),
})

// A judge that always takes the first output is right in one order of every pair and in no pair twice: 50 and 0.
const perfect = once(() => certify(['sim:judge']))
const biased = once(() => certify(['sim:judge?bias=first', '--strategy', 'CoT', '--days', '7']))

describe.concurrent('certify in an empty folder', () => {
  test('prints the certificate with --json, and nothing else', async () => {
    const { stdout } = await perfect()
    expect(stdout).toBe(`${JSON.stringify(JSON.parse(stdout), null, 2)}\n`)
    certificateOn(await perfect())
  })

  test('writes it under reports/judges', async () => {
    const { root, stdout } = await perfect()
    expect(readdirSync(join(root, 'reports', 'judges'))).toEqual(['sim-judge.json'])
    expect(readFileSync(pathOf(root, 'sim-judge'), 'utf8')).toBe(stdout)
  })

  test('has its run on stderr', async () => {
    const { stderr } = await perfect()
    expect(stderr).toMatch(/holdfast \d+\.\d+\.\d+ · llmbar/)
    expect(stderr).not.toContain('Failed to')
  })

  test('holds the judge, the strategy, the hash of its prompts and the data', async () => {
    const { items, sha256 } = openPairs('bundled', MAIN_SUBSETS)
    expect(certificateOn(await perfect())).toMatchObject({
      schema: 'holdfast.certificate/1',
      judge: 'sim:judge',
      simulated: true,
      strategy: 'Vanilla',
      promptSha256: await promptHash(STRATEGIES.Vanilla),
      accuracy: { value: 100, n: PAIRS },
      agreement: { value: 100, n: PAIRS },
      nullRate: 0,
      data: { source: 'bundled', sha256, items: items.length },
      version: JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')).version,
    })
  })

  test('holds the figures of the run, with their intervals', async () => {
    for (const finished of [await perfect(), await biased()]) {
      const { accuracy, agreement, nullRate, date } = certificateOn(finished)
      const { run, suites } = scoresIn(finished.root)
      expect(suites.llmbar?.metrics['accuracy.average']).toMatchObject({ ...accuracy, floor: 50 })
      expect(suites.llmbar?.metrics['agreement.average']).toMatchObject({ ...agreement, floor: 50 })
      expect(accuracy.ci95?.[0]).toBeLessThan(accuracy.value)
      expect(nullRate).toBe(suites.llmbar?.metrics.null_rate?.value)
      // Answers are as old as the run's beginning, also where it was finished later.
      expect(date).toBe(run.startedAt)
    }
  })

  test('is good for 90 days', async () => {
    const { date, expires } = certificateOn(await perfect())
    expect(Date.parse(expires) - Date.parse(date)).toBe(90 * DAY)
    expect(Math.abs(Date.parse(date) - Date.now())).toBeLessThan(DAY)
  })

  test('is good for as long as --days says, by the strategy of --strategy', async () => {
    const finished = await biased()
    const { date, expires, ...certificate } = certificateOn(finished)
    expect(Date.parse(expires) - Date.parse(date)).toBe(7 * DAY)
    expect(certificate).toMatchObject({
      judge: 'sim:judge?bias=first',
      strategy: 'CoT',
      promptSha256: await promptHash(STRATEGIES.CoT),
      accuracy: { value: 50, n: PAIRS },
      agreement: { value: 0, n: PAIRS },
    })
    // Its name alone would be that of a model "judge-bias-first": the digits begin the SHA-256 of the URI.
    expect(readdirSync(join(finished.root, 'reports', 'judges'))).toEqual(['sim-judge-bias-first-0167e8b2.json'])
  })

  test('says its figures, how long they are good for and where they lie, without --json', async () => {
    const { code, stdout } = await certify(['sim:judge', '--days', '7'], { form: [] })
    expect(code).toBe(0)
    expect(stdout).toMatch(
      /^ SIMULATED: .*\n sim:judge: pairwise 100\.0 %, agreement 100\.0 % \(Vanilla\)\.\n Good until \d{4}-\d\d-\d\d: reports\/judges\/sim-judge\.json/,
    )
  })

  test('calls no model but the judge', async () => expect(Object.keys(scoresIn((await perfect()).root).run.roles)).toEqual(['judge']))

  test('names the run by the folder it lies in', async () => {
    const finished = await perfect()
    const { run } = certificateOn(finished)
    expect(readdirSync(join(finished.root, 'reports', 'runs')).some((name) => name.endsWith(run))).toBe(true)
  })

  // In a folder of its own: Vitest as others run it keeps times of test files in node_modules/.vite.
  test('leaves nothing behind but reports', async () => {
    const finished = await certify(['sim:judge'])
    certificateOn(finished)
    expect(readdirSync(finished.root)).toEqual(['reports'])
  })
})

/** A root with files of JSON lines. */
function rootWith(files: Readonly<Record<string, readonly object[]>>): string {
  const root = temporaryFolder()
  for (const [name, lines] of Object.entries(files))
    writeFileSync(join(root, name), lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  return root
}

const PAIRS_OF_MINE = Array.from({ length: 6 }, (_, id) => ({ id, instruction: 'A river?', output_1: 'Rhine', output_2: 'Bonn', label: 1 }))
const certifiedOnSets = once(async () => {
  const root = rootWith({ 'mine.jsonl': PAIRS_OF_MINE })
  const pairs = await certify(['sim:judge?bias=first', '--from', 'mine.jsonl'], { root })
  const checklist = await certify(['sim:judge?bias=first', '--from', 'bundled-criteria'], { root, form: [] })
  return { root, pairs, checklist }
})

describe.concurrent('certify on another set', () => {
  test('is planned without a call, of pairs and of criteria', async () => {
    const root = rootWith({ 'mine.jsonl': PAIRS_OF_MINE })
    for (const [from, calls] of [
      ['mine.jsonl', 2 * PAIRS_OF_MINE.length],
      ['bundled-criteria', 30],
    ] as const) {
      const { code, stdout } = await certify(['sim:judge', '--from', from, '--plan'], { root, form: [] })
      expect([code, Number(/^ \S+ +(\d+) /m.exec(stdout.replace(/^ strategy.*/m, ''))?.[1])]).toEqual([0, calls])
    }
  })

  test('writes a certificate of its own, and the header of a judged run names the set', async () => {
    const { root, pairs, checklist } = await certifiedOnSets()
    expect(certificateOn(pairs)).toMatchObject({ set: 'mine', accuracy: { value: 50, n: 6 }, agreement: { value: 0 } })
    expect(checklist.code, checklist.stderr).toBe(0)
    expect(readdirSync(join(root, 'reports', 'judges')).sort()).toEqual([
      'sim-judge-bias-first-0167e8b2@bundled-criteria.json',
      'sim-judge-bias-first-0167e8b2@mine.json',
    ])
    for (const line of [pairs, checklist].flatMap(({ stderr }) => stderr.split('\n').filter((text) => !text.includes('reports'))))
      expect(line.length).toBeLessThanOrEqual(80)
    const run = await judged(root, 'sim:judge?bias=first', gate(80, { judgeSet: 'bundled-criteria' }))
    expect(unwrapped(besideJudge(run) ?? '')).toBe(
      ' judge sim:judge?bias=first, simulated · checklist 100.0 %, kappa 1.00 on bundled-criteria; pairwise 50.0 %, agreement 0.0 % on mine (Vanilla), not surely right more often than by chance',
    )
    expect(gatesOf(run)).toMatchObject([{ metric: 'judge accuracy on bundled-criteria', value: 100, verdict: 'held' }])
    expect(run.code).toBe(0)
  })

  test('does not count where LLMBar’s is asked for, nor the other way round', async () => {
    const { root } = await certifiedOnSets()
    const run = await judged(root, 'sim:judge?bias=first', gate(10))
    expect([run.code, gatesOf(run)]).toMatchObject([1, [{ metric: 'judge accuracy', value: null, verdict: 'broken' }]])
    const other = await judged((await perfect()).root, 'sim:judge', gate(10, { judgeSet: 'mine' }))
    expect([other.code, gatesOf(other)]).toMatchObject([1, [{ metric: 'judge accuracy on mine', value: null, verdict: 'broken' }]])
  })

  test.for([
    ['a set of LLMBar’s name', ['--from', 'mine.jsonl', '--name', 'llmbar'], 'that is the set of certificates without'],
    ['a name that no file can have', ['--from', 'mine.jsonl', '--name', '../x'], 'expected small letters'],
  ] as const)('%s is bad usage', async ([, args, words]) => {
    const { code, stdout, stderr } = await certify(['sim:judge', ...args], { root: rootWith({ 'mine.jsonl': PAIRS_OF_MINE }) })
    expect([code, stdout]).toEqual([2, ''])
    expect(unwrapped(stderr)).toContain(words)
  })

  test('a file with a broken line is told of once, and no run begins', async () => {
    const root = rootWith({ 'mine.jsonl': [...PAIRS_OF_MINE, { ...PAIRS_OF_MINE[0], id: 'x', label: 'a' }] })
    const { code, stderr } = await certify(['sim:judge', '--from', 'mine.jsonl'], { root })
    expect(code).toBe(1)
    expect(stderr).toContain('mine.jsonl, line 7, field label: expected 1 or 2')
    expect(readdirSync(root)).toEqual(['mine.jsonl'])
  })
})

/** A root with the certificate of another one, changed. */
async function withCertificate(from: () => Promise<Certified>, change: Partial<Certificate> = {}): Promise<string> {
  const certificate = { ...certificateOn(await from()), ...change }
  const root = temporaryFolder()
  const path = pathOf(root, certificate.judge.replace(':', '-'))
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, JSON.stringify(certificate))
  return root
}

const EXPIRED = { expires: '2020-01-02T03:04:05.000Z' }
const OTHER_PROMPTS = { promptSha256: '0'.repeat(64) }

describe.concurrent('a run of fb-bench', () => {
  test('shows the certificate beside the judge’s name', async () => {
    const run = await judged((await perfect()).root, 'sim:judge')
    expect(run.code, run.text.slice(-2000)).toBe(0)
    expect(unwrapped(besideJudge(run) ?? '')).toBe(' judge sim:judge, simulated · pairwise 100.0 %, agreement 100.0 % (Vanilla)')
  })

  test('has figures and strategy of a judge that is not perfect in its header, in report.md and on the page', async () => {
    const run = await judged((await biased()).root, 'sim:judge?bias=first')
    expect(unwrapped(besideJudge(run) ?? '')).toBe(
      ' judge sim:judge?bias=first, simulated · pairwise 50.0 %, agreement 0.0 % (CoT), not surely right more often than by chance',
    )
    expect(readFileSync(run.folder.markdown, 'utf8')).toMatch(
      /^- judge: sim:judge\?bias=first \(simulated\) · pairwise 50\.0 %, agreement 0\.0 % \(CoT\), not surely right more often than by chance$/m,
    )
    expect(readFileSync(run.folder.page, 'utf8')).toContain(
      'pairwise 50.0 %, agreement 0.0 % (CoT), not surely right more often than by chance',
    )
    const without = await judged(temporaryFolder(), 'sim:judge')
    expect(readFileSync(without.folder.markdown, 'utf8')).toMatch(/^- judge: sim:judge \(simulated\) · uncertified$/m)
  })

  test('finds the certificate of a judge that its configuration names', async () => {
    expect(unwrapped(besideJudge(await judged((await biased()).root, 'house')) ?? '')).toContain(
      '· pairwise 50.0 %, agreement 0.0 % (CoT), not surely right more often than by chance',
    )
  })

  test('shows none beside the candidate', async () => {
    const run = await judged((await perfect()).root, 'sim:judge', { HOLDFAST_MODEL: 'sim:oracle' })
    expect(/^ candidate .*$/m.exec(run.text)?.[0]).not.toMatch(/pairwise|certified/)
  })

  test.for([
    ['without a certificate', async () => temporaryFolder(), 'sim:judge', 'uncertified'],
    ['with another one’s', async () => (await biased()).root, 'sim:judge', 'uncertified'],
    ['with one of another noise', async () => (await perfect()).root, 'sim:judge?noise=0', 'uncertified'],
    [
      'with one that has expired',
      () => withCertificate(perfect, EXPIRED),
      'sim:judge',
      'uncertified: its certificate expired on 2020-01-02',
    ],
    [
      'with one under other prompts',
      () => withCertificate(perfect, OTHER_PROMPTS),
      'sim:judge',
      'uncertified: its certificate was made with other prompts',
    ],
  ] as const)('calls a judge %s so, and runs', async ([, root, judge, words]) => {
    const run = await judged(await root(), judge)
    expect(unwrapped(besideJudge(run) ?? '')).toBe(` judge ${judge}, simulated · ${words}`)
    expect(run.code).toBe(0)
  })

  test.for([
    ['without the name of an export', 'default', 'module:./judge.mjs'],
    ['with the name of an export', 'const ask =', 'module:./judge.mjs#ask'],
  ] as const)('finds the certificate of a module %s', async ([, exported, judge]) => {
    const root = temporaryFolder()
    writeFileSync(join(root, 'judge.mjs'), `export ${exported} async () => 'Output (a)'`)
    certificateOn(await certify([judge], { root }))
    expect(unwrapped(besideJudge(await judged(root, judge)) ?? '')).toContain('pairwise 50.0 %')
  })
})

describe.concurrent('the gate minJudgeAccuracy', () => {
  test.for([
    ['holds', async () => (await perfect()).root, 'sim:judge', 80, 100],
    ['holds at the very figure', async () => (await biased()).root, 'sim:judge?bias=first', 50, 50],
    ['is broken by a judge that is certified to be worse', async () => (await biased()).root, 'sim:judge?bias=first', 50.5, 50],
  ] as const)('%s', async ([, root, judge, least, value]) => {
    const verdict = value >= least ? 'held' : 'broken'
    const run = await judged(await root(), judge, gate(least))
    expect(run.code, run.text.slice(-2000)).toBe(verdict === 'held' ? 0 : 1)
    expect(gatesOf(run)).toEqual([{ metric: 'judge accuracy', rule: `min ${least}`, kind: 'min', bound: least, value, verdict }])
    expect(run.text).toMatch(new RegExp(`^ judge accuracy +${value}\\.000 +min ${least} +${verdict === 'held' ? verdict : 'BROKEN'}$`, 'm'))
  })

  test.for([
    ['uncertified', async () => temporaryFolder(), 'sim:judge is uncertified; run npx holdfast judge certify sim:judge'],
    [
      'expired',
      () => withCertificate(perfect, EXPIRED),
      'sim:judge is uncertified: its certificate expired on 2020-01-02; run npx holdfast judge certify sim:judge',
    ],
    [
      'certified with other prompts',
      () => withCertificate(perfect, OTHER_PROMPTS),
      'sim:judge is uncertified: its certificate was made with other prompts; run npx holdfast judge certify sim:judge',
    ],
  ] as const)('is broken by a judge that is %s, and says what to run', async ([, root, because]) => {
    const run = await judged(await root(), 'sim:judge', gate(60))
    expect(run.code).toBe(1)
    expect(gatesOf(run)).toEqual([
      { metric: 'judge accuracy', rule: 'min 60', kind: 'min', bound: 60, value: null, verdict: 'broken', because },
    ])
    expect(unwrapped(run.text)).toContain(`judge accuracy: ${because}`)
    // The scores are there all the same.
    expect(readScores(run).suites['fb-bench']?.metrics.overall?.value).toBeCloseTo(100, 9)
  })

  test('stands beside other rules, and a broken one of either kind counts', async () => {
    const run = await judged((await perfect()).root, 'sim:judge', gate(80, { 'fb-bench': { overall: { max: 1 } } }))
    expect(run.code).toBe(1)
    expect(gatesOf(run).map(({ metric, verdict }) => [metric, verdict])).toEqual([
      ['judge accuracy', 'held'],
      ['fb-bench overall', 'broken'],
    ])
    expect(run.text).toContain('1 of 2 gates broken')
  })

  test('does not hold on simulated models where that is not allowed', async () => {
    const run = await judged((await perfect()).root, 'sim:judge', gate(80, { allowSimulated: false }))
    expect(run.code).toBe(1)
    expect(unwrapped(run.text)).toContain('gates are configured and the candidate is sim:oracle, simulated; judge is sim:judge, simulated')
  })

  test.for([0, 100])('may be %s', async (least) => {
    const run = await judged((await perfect()).root, 'sim:judge', gate(least))
    expect(run.code).toBe(0)
  })

  test.for(['-1', '101', '"80"'])('may not be %s', async (least) => {
    const env = { HOLDFAST_GATES: `{"minJudgeAccuracy":${least}}` }
    const { code, text } = await judged((await perfect()).root, 'sim:judge', env)
    expect(code).toBe(1)
    expect(text).toContain('Failed to read HOLDFAST_GATES, field minJudgeAccuracy')
  })

  test('is pending where nothing is judged', async () => {
    const env = { ...gate(80), HOLDFAST_LIFBENCH_LENGTHS: '4k', HOLDFAST_LIFBENCH_TASKS: 'LSI' }
    const run = await judged(temporaryFolder(), 'sim:judge', env, 'lifbench')
    expect(run.code, run.text.slice(-2000)).toBe(0)
    expect(gatesOf(run)).toEqual([{ metric: 'judge accuracy', rule: 'min 80', kind: 'min', bound: 80, value: null, verdict: 'pending' }])
  })

  test('is pending where the judge itself is measured, and its certificate is not shown', async () => {
    const run = await judged((await perfect()).root, 'sim:judge', gate(80), 'llmbar')
    expect(run.code, run.text.slice(-2000)).toBe(0)
    expect(gatesOf(run)).toMatchObject([{ metric: 'judge accuracy', verdict: 'pending' }])
    expect(besideJudge(run)).toBe(' judge       sim:judge, simulated')
    expect(readCalls(run).length).toBeGreaterThan(0)
  })
})
