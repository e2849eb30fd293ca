import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type ChatRequest, startEndpoint } from '../../../../test/e2e/endpoint.ts'
import { once, temporaryFolder, unwrapped } from '../../../../test/e2e/fixtureRun.ts'
import { holdfast } from '../../../../test/e2e/marksRun.ts'
import { madeScores } from '../../../../test/madeDocument.ts'

const ITEMS = 120

/** Runs of a week each under reports/runs; `wrong` says which items a run gets wrong. */
function weeks(count: number, wrong: (week: number, item: number) => boolean, served = (_week: number) => 'acme-1'): string {
  const root = temporaryFolder()
  for (let week = 0; week < count; week += 1) {
    const path = join(root, 'reports', 'runs', `week-${String(week).padStart(2, '0')}`)
    mkdirSync(path, { recursive: true })
    const totals = Array.from({ length: ITEMS }, (_, item) => Number(!wrong(week, item)))
    const lines = totals.map((total, item) => ({
      suite: 'demo',
      item: `i${item}`,
      task: 'demo',
      trial: 0,
      status: total === 1 ? 'passed' : 'failed',
      tags: {},
      scores: { total },
    }))
    writeFileSync(join(path, 'items.jsonl'), lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
    const startedAt = new Date(Date.UTC(2026, 0, 5 + 7 * week)).toISOString()
    const run = {
      id: `run-${week}`,
      startedAt,
      finishedAt: startedAt,
      version: '0.1.0',
      seed: 0,
      partial: false,
      roles: { candidate: { model: 'openai:acme', simulated: false, served: [served(week)] } },
      data: { demo: { source: 'demo', sha256: '0'.repeat(64), items: ITEMS } },
    }
    const value = totals.reduce((sum, total) => sum + total, 0) / ITEMS
    const score = { value, n: ITEMS, ci95: null, label: 'mean score', range: [0, 1] as const, better: 'higher' as const }
    const suites = { demo: madeScores({ items: ITEMS, headline: 'score', metrics: { score } }) }
    writeFileSync(
      join(path, 'scores.json'),
      JSON.stringify({ schema: 'holdfast.scores/1', run, suites, usage: {}, gates: [], exitCode: 0 }),
    )
  }
  return root
}

/** From week 8 on six items more are wrong. */
const fallen = once(() =>
  weeks(
    9,
    (week, item) => item % 10 === 0 || (week >= 8 && item % 20 === 1),
    (week) => (week < 8 ? 'acme-1' : 'acme-2'),
  ),
)

describe('holdfast compare --over-time', () => {
  test('gives an alarm with the run that fell, names the model that answers now, and sets the exit code', async () => {
    const { code, stdout } = await holdfast(['compare', '--over-time', '--fail-on', 'worse'], fallen())
    expect(code).toBe(1)
    const text = unwrapped(stdout)
    expect(text).toContain('ALARM with the newest run: demo is worse.')
    expect(text).toMatch(/fell by 0\.050 with week-08; seen with week-08/)
    expect(text).toContain('* week-08: another model answered: acme-1 before, now acme-2')
    for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(80)
  })

  test('takes the runs of a model by its name in the configuration, as by the one in reports', async () => {
    const env = { HOLDFAST_MODELS: JSON.stringify({ bot: { uri: 'openai:acme' }, other: { uri: 'openai:else' } }) }
    const runsOf = async (model: string) => {
      const { code, stdout } = await holdfast(['compare', '--over-time', '--model', model, '--json'], fallen(), env)
      return code === 0 ? JSON.parse(stdout).passedOver : code
    }
    expect(await runsOf('bot')).toEqual([])
    expect(await runsOf('openai:acme')).toEqual([])
    expect(await runsOf('other')).toBe(2)
  })

  test('is silent, and exits 0, where nothing changes', async () => {
    const { code, stdout } = await holdfast(
      ['compare', '--over-time', '--fail-on', 'change'],
      weeks(9, (_, item) => item % 10 === 0),
    )
    expect(code).toBe(0)
    expect(stdout).toContain('No alarm with the newest run.')
  })

  test('prints JSON and markdown', async () => {
    const { stdout } = await holdfast(['compare', '--over-time', '--json', '--metric', 'score'], fallen())
    const { suites, newestAlarms } = JSON.parse(stdout)
    expect(newestAlarms).toBe(1)
    expect(suites[0].segments[0].metrics[0].alarms[0]).toMatchObject({ side: 'fell', worse: true, at: 8, seen: 8, interval: [8, 8] })
    expect(suites[0].segments[0].runs).toHaveLength(9)
    const markdown = (await holdfast(['compare', '--over-time', '--markdown'], fallen())).stdout
    expect(markdown).toContain('| date | run |')
    expect(markdown.split('\n').filter((line) => line.startsWith('| 2026-'))).toHaveLength(9)
  })

  test('calls nothing simulated but a suite that is told of, and writes a page of its own', async () => {
    const root = weeks(3, () => false)
    const path = join(root, 'reports', 'runs', 'week-01')
    const [items, scores] = ['items.jsonl', 'scores.json'].map((name) => readFileSync(join(path, name), 'utf8')) as [string, string]
    mkdirSync(join(root, 'reports', 'runs', 'made-up'))
    const other = { items: items.replaceAll('"demo"', '"other"'), scores: scores.replaceAll('"demo"', '"other"').replace('run-1', 'run-9') }
    writeFileSync(join(root, 'reports', 'runs', 'made-up', 'items.jsonl'), other.items)
    writeFileSync(join(root, 'reports', 'runs', 'made-up', 'scores.json'), other.scores.replace('"simulated":false', '"simulated":true'))
    const of = (...suite: string[]) => holdfast(['compare', '--over-time', ...suite, '--page'], root)
    const simulated = async (...suite: string[]) => {
      const { code, stdout } = await of(...suite)
      expect([code, stdout.trim()]).toEqual([0, join('reports', 'over-time.html')])
      const page = readFileSync(join(root, stdout.trim()), 'utf8')
      return [page.includes('SIMULATED'), /<td[^>]*>simulated</.test(page)]
    }
    expect([await simulated(), await simulated('--suite', 'demo')]).toEqual([
      [false, true],
      [false, false],
    ])
    expect(await simulated('--suite', 'other')).toEqual([true, true])
  })

  test('takes folders of runs, and the same run once', async () => {
    const { stdout } = await holdfast(['compare', '--over-time', 'reports/runs', 'week-00', '--json'], fallen())
    expect(JSON.parse(stdout).suites[0].segments[0].runs).toHaveLength(9)
  })

  test('takes two runs that drew the same id', async () => {
    const root = weeks(3, () => false)
    for (const week of ['week-01', 'week-02']) {
      const path = join(root, 'reports', 'runs', week, 'scores.json')
      writeFileSync(path, readFileSync(path, 'utf8').replace(/"id":"run-\d"/, '"id":"run-0"'))
    }
    const { stdout } = await holdfast(['compare', '--over-time', '--json'], root)
    expect(JSON.parse(stdout).suites[0].segments[0].runs).toHaveLength(3)
  })

  test('says what is missing where there is no run, or one, and names what it passed over', async () => {
    const none = await holdfast(['compare', '--over-time'], temporaryFolder())
    expect(none.code).toBe(2)
    expect(unwrapped(none.stderr)).toContain('Failed to follow runs: there is no finished run.')
    const root = weeks(2, () => false)
    rmSync(join(root, 'reports', 'runs', 'week-01', 'scores.json'))
    const one = await holdfast(['compare', '--over-time'], root)
    expect(one.code).toBe(2)
    expect(unwrapped(one.stderr)).toContain('Failed to follow runs: there is one run. Passed over: week-01: it has no scores.json.')
  })

  test('says which runs lack scores, leaves out what cannot be read, and takes a baseline', async () => {
    const root = weeks(4, (_, item) => item % 10 === 0)
    const run = (name: string) => join(root, 'reports', 'runs', name)
    const items = readFileSync(join(run('week-01'), 'items.jsonl'), 'utf8').split('\n')
    const unscored = items.map((line, at) =>
      at < 3 ? line.replace(/"status":"\w+"/, '"status":"unscored"').replace(/"total":\d/, '') : line,
    )
    writeFileSync(join(run('week-01'), 'items.jsonl'), unscored.join('\n'))
    writeFileSync(join(run('week-02'), 'scores.json'), '{"schema":')
    const newest = join(run('week-03'), 'scores.json')
    writeFileSync(newest, readFileSync(newest, 'utf8').replaceAll(/2026-01-26T[^"]*/g, '2026-01-12T07:30:00.000Z'))
    const baselines = join(root, 'reports', 'baselines')
    mkdirSync(baselines)
    renameSync(join(run('week-00'), 'scores.json'), join(baselines, 'main.json'))
    renameSync(join(run('week-00'), 'items.jsonl'), join(baselines, 'main.items.jsonl'))
    const { code, stdout } = await holdfast(['compare', '--over-time', 'main', 'reports/runs'], root)
    expect(code).toBe(0)
    const text = unwrapped(stdout)
    expect(text).toMatch(/2026-01-05 00:00 +main/)
    // Two runs are of one day.
    expect(text).toMatch(/2026-01-12 07:30 +week-03/)
    expect(text).toMatch(/these runs lack a score: week-01 3\./)
    expect(text).toMatch(/passed over: week-02, it cannot be read: Failed to read .*scores\.json/)
  })

  test('of one run to a suite lists no other metric', async () => {
    const root = weeks(2, () => false)
    for (const [week, sha256] of ['0', '1'].entries()) {
      const path = join(root, 'reports', 'runs', `week-0${week}`, 'scores.json')
      const document = JSON.parse(readFileSync(path, 'utf8'))
      document.run.data.demo.sha256 = sha256.repeat(64)
      writeFileSync(path, JSON.stringify(document))
    }
    const { stdout } = await holdfast(['compare', '--over-time'], root)
    expect(stdout.match(/One run, with none to compare it with\./g)).toHaveLength(2)
    expect(stdout).not.toMatch(/also watched|of this level/)
  })

  test('refuses a share that is none, and a metric that no suite has', async () => {
    expect((await holdfast(['compare', '--over-time', '--rate', '5'], fallen())).code).toBe(2)
    const metric = await holdfast(['compare', '--over-time', '--metric', 'scor'], fallen())
    expect(metric.code).toBe(2)
    expect(unwrapped(metric.stderr)).toContain('Did you mean score?')
  })
})

/** A finished run of six items with their calls. */
function withCalls(): string {
  const root = weeks(1, (_, item) => item > 5)
  const lines = Array.from({ length: 6 }, (_, item) => ({
    suite: 'demo',
    item: `i${item}`,
    role: 'candidate',
    call: 'answer',
    content: `the answer to question ${item}`,
    messages: [{ role: 'user', content: `question ${item}` }],
  }))
  writeFileSync(join(root, 'reports', 'runs', 'week-00', 'calls.jsonl'), lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  return root
}

const last = ({ messages }: ChatRequest) => messages.at(-1)?.content ?? ''

describe('holdfast canary', () => {
  test('learns the answers of a model, sees no sign of a change in it, and sees another model', async () => {
    const root = withCalls()
    const learned = await holdfast(['canary', 'learn', 'week-00', '--model', 'sim:oracle'], root)
    expect(learned.code).toBe(0)
    expect(unwrapped(learned.stdout)).toContain('6 questions asked 5 times each, 30 calls; 6 answered word for word alike each time.')
    const same = await holdfast(['canary', 'check', '--model', 'sim:oracle'], root)
    expect([same.code, same.stdout.includes('No sign of a change')]).toEqual([0, true])
    const other = await holdfast(['canary', 'check', '--model', 'sim:echo', '--json'], root)
    expect(other.code).toBe(1)
    expect(JSON.parse(other.stdout)).toMatchObject({ verdict: 'changed', calls: 6, steady: 6, repeated: 0 })
    expect(JSON.parse(other.stdout).p).toBeCloseTo(6 ** -6, 12)
  })

  test('that broke off asks only for what it has no answer to, tells of no other role, and asks anew once it ended', async () => {
    const root = withCalls()
    const endpoint = await startEndpoint((request) =>
      last(request) === 'question 3' ? { status: 400, message: 'no' } : { content: last(request) },
    )
    const learn = ['canary', 'learn', 'week-00', '--model', `openai:m@${endpoint.url}`]
    const broken = await holdfast(learn, root)
    expect(broken.code).toBe(1)
    expect(unwrapped(broken.stderr)).toMatch(/Failed to .*candidate|openai:m/)
    expect(broken.stderr).not.toMatch(/author/i)
    const paid = endpoint.answered.filter((request) => last(request) !== 'question 3').length
    endpoint.forget()
    endpoint.reply = (request) => ({ content: last(request) })
    expect((await holdfast(learn, root)).code).toBe(0)
    expect(endpoint.asked).toHaveLength(30 - paid)
    endpoint.forget()
    await holdfast(learn, root)
    expect(endpoint.asked).toHaveLength(30)
  })

  test('says what it takes before it asks, and with --plan asks nothing', async () => {
    const root = withCalls()
    const endpoint = await startEndpoint((request) => ({ content: last(request) }))
    const learn = ['canary', 'learn', 'week-00', '--model', `openai:m@${endpoint.url}`]
    const { code, stdout } = await holdfast([...learn, '--plan'], root)
    expect([code, endpoint.asked.length, endpoint.probes]).toEqual([0, 0, 0])
    // Six questions of 10 characters and answers of 24, five times each; at most 16,384 tokens of thoughts more in each of 30 calls.
    expect(stdout).toMatch(/candidate +30 +75 +180 to 0.5 M +no price/)
    expect((await holdfast(learn, root)).stderr).toMatch(/candidate +30 +75 +180 to 0.5 M/)
  })

  test('says what is missing', async () => {
    const root = withCalls()
    const noModel = await holdfast(['canary', 'learn', 'week-00'], root)
    expect([noModel.code, noModel.stderr.includes('no model is named')]).toEqual([2, true])
    const noReference = await holdfast(['canary', 'check', '--model', 'sim:oracle'], root)
    expect(noReference.code).toBe(1)
    expect(unwrapped(noReference.stderr)).toMatch(/no answers are kept in .*canaries.*holdfast canary learn latest/)
  })
})
