import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { holdfastHere } from '../../../../test/command.ts'
import { hasTool } from '../../../../test/hasTool.ts'
import { madeDocument } from '../../../../test/madeDocument.ts'
import { temporaryFolder } from '../../../../test/temporaryFolder.ts'
import { type MadeLog, writeEvalLog, writeJsonLog } from './inspectLog.ts'

const HOSTILE = '<img src=x onerror=alert(1)>\u001b[2J'

/** A log of 40 samples of which the first ones are right. */
function log(right: number, more: MadeLog = {}): MadeLog {
  const wrong = { value: 'I', answer: HOSTILE, explanation: HOSTILE }
  return { samples: Array.from({ length: 40 }, (_, at) => ({ id: at + 1, scores: { match: at < right ? 'C' : wrong } })), ...more }
}

/** A folder with logs: `good.eval` 30 of 40, `bad.eval` 10, `other.json` 29. */
function folderWithLogs(): string {
  const root = temporaryFolder()
  writeEvalLog(
    join(root, 'good.eval'),
    log(30, { model: 'lab/good', stats: { model_usage: { 'lab/good': { input_tokens: 9, total_cost: 1 } } } }),
  )
  writeEvalLog(join(root, 'bad.eval'), log(10, { model: 'lab/bad' }))
  writeJsonLog(join(root, 'other.json'), log(29, { model: 'lab/other' }))
  return root
}

const gates = (rules: object) => ({ HOLDFAST_GATES: JSON.stringify(rules) })

describe('compare', () => {
  test('two logs, item by item, with the scorer as metric', async () => {
    const { code, stdout, stderr } = await holdfastHere(['compare', 'good.eval', 'bad.eval', '--json'], folderWithLogs())
    expect(code, stderr).toBe(0)
    const { a, b, suites } = JSON.parse(stdout)
    expect([a, b]).toEqual([
      { name: 'good.eval', model: 'lab/good, Inspect log' },
      { name: 'bad.eval', model: 'lab/bad, Inspect log' },
    ])
    expect(suites).toMatchObject([
      { suite: 'capitals', paired: 40, metrics: [{ key: 'match', a: 0.75, b: 0.25, change: -0.5, verdict: 'worse' }] },
    ])
    expect(suites[0].warning).toBeUndefined()
    expect(stderr).toContain('good.eval is an Inspect log: capitals, lab/good, 40 samples.')
  })

  test.runIf(hasTool('board'))('three logs are ranked, and the metric can be named', async () => {
    const root = folderWithLogs()
    const { code, stdout } = await holdfastHere(['compare', 'good.eval', 'bad.eval', 'other.json', '--metric', 'match', '--json'], root)
    expect(code).toBe(0)
    expect(JSON.parse(stdout).rankings[0].runs).toMatchObject([
      { name: 'good.eval', value: 0.75, from: 1, to: 2 },
      { name: 'other.json', value: 0.725, from: 1, to: 2 },
      { name: 'bad.eval', value: 0.25, from: 3, to: 3 },
    ])
    expect((await holdfastHere(['compare', 'good.eval', 'bad.eval', '--metric', 'mach'], root)).stderr).toContain('Did you mean match?')
  })

  test('logs of other questions, and by another judge, are not alike', async () => {
    const root = folderWithLogs()
    const samples = log(30).samples?.map((sample) => ({ ...sample, target: 'another' })) ?? []
    writeEvalLog(join(root, 'asked.eval'), log(30, { samples }))
    writeEvalLog(join(root, 'judged.eval'), log(30, { spec: { scorers: [{ name: 'model_graded_qa', options: { model: 'lab/judge' } }] } }))
    expect((await holdfastHere(['compare', 'good.eval', 'asked.eval'], root)).stdout).toContain('NOT ALIKE: made with other data')
    expect((await holdfastHere(['compare', 'good.eval', 'judged.eval'], root)).stdout).toContain('another judge (none, now lab/judge)')
  })

  test('a task that is called like a bundled suite is compared by its own scores', async () => {
    const root = temporaryFolder()
    for (const [name, right] of [
      ['a', 30],
      ['b', 10],
    ] as const)
      writeEvalLog(join(root, `${name}.eval`), log(right, { task: 'kieval' }))
    const { stdout } = await holdfastHere(['compare', 'a.eval', 'b.eval', '--json'], root)
    expect(JSON.parse(stdout).suites[0].metrics).toMatchObject([{ key: 'match', change: -0.5 }])
  })

  test('a log with items of Holdfast: by their totals', async () => {
    const root = folderWithLogs()
    const records = Array.from({ length: 40 }, (_, at) => ({
      suite: 'capitals',
      item: `${at + 1}`,
      task: 'capitals',
      trial: 0,
      status: at < 20 ? 'passed' : 'failed',
      tags: {},
      scores: { total: at < 20 ? 1 : 0 },
    }))
    writeFileSync(join(root, 'items.jsonl'), records.map((record) => `${JSON.stringify(record)}\n`).join(''))
    const { stdout, stderr } = await holdfastHere(['compare', 'good.eval', 'items.jsonl', '--json'], root)
    expect(JSON.parse(stdout).suites[0].metrics, stderr).toMatchObject([{ key: 'score', a: 0.75, b: 0.5 }])
  })
})

test.runIf(hasTool('board'))('board sets logs side by side, with their price and time', async () => {
  const { code, stdout, stderr } = await holdfastHere(
    ['compare', 'good.eval', 'bad.eval', 'other.json', '--json', '--board'],
    folderWithLogs(),
  )
  expect(code, stderr).toBe(0)
  expect(JSON.parse(stdout).suites).toMatchObject([
    {
      suite: 'capitals',
      headline: { key: 'match' },
      runs: [
        { name: 'good.eval', label: 'lab/good, Inspect log', usd: 1, seconds: 120 },
        { name: 'other.json', label: 'lab/other, Inspect log', usd: null },
        { name: 'bad.eval', label: 'lab/bad, Inspect log' },
      ],
      places: [
        { from: 1, to: 2 },
        { from: 1, to: 2 },
        { from: 3, to: 3 },
      ],
    },
  ])
})

describe('gates', () => {
  test('hold or break on the scores of a log', async () => {
    const root = folderWithLogs()
    const summarize = (min: number, file = 'good.eval') =>
      holdfastHere(['merge', file, '--suite', 'capitals', '--json'], root, gates({ capitals: { match: { min } } }))
    expect((await summarize(0.7)).code).toBe(0)
    const { code, stderr, stdout } = await summarize(0.8)
    expect([code, JSON.parse(stdout).gates]).toMatchObject([
      1,
      [{ metric: 'capitals match', rule: 'min 0.8', value: 0.75, verdict: 'broken' }],
    ])
    expect(stderr).toContain('exit 1: 1 of 1 gate broken.')
  })

  test('measure a drop from a log that is the baseline', async () => {
    const root = folderWithLogs()
    expect(await holdfastHere(['compare', 'good.eval', '--keep', 'main'], root)).toMatchObject({
      code: 0,
      stdout: 'reports/baselines/main.json\nreports/baselines/main.items.jsonl\n',
    })
    // Answers of models are no part of what is committed.
    expect(readFileSync(join(root, 'reports/baselines/main.items.jsonl'), 'utf8')).not.toContain('onerror')
    const rules = gates({ baseline: 'main', capitals: { match: { maxDrop: 0.1 } } })
    const dropped = await holdfastHere(['merge', 'bad.eval', '--suite', 'capitals', '--json'], root, rules)
    expect(JSON.parse(dropped.stdout)).toMatchObject({
      gates: [{ base: 0.75, change: -0.5, verdict: 'broken' }],
      baseline: { name: 'main', model: 'lab/good', suites: { capitals: { newlyFailing: 20, fixed: 0 } } },
      exitCode: 1,
    })
    expect((await holdfastHere(['merge', 'other.json', '--suite', 'capitals', '--json'], root, rules)).code).toBe(0)
    expect((await holdfastHere(['compare', 'main', 'bad.eval', '--fail-on', 'worse'], root)).code).toBe(1)
  })

  test('fail where the log has fewer samples than it says, where samples have no score, and on a stand-in for a model', async () => {
    const root = folderWithLogs()
    const rules = gates({ capitals: { match: { min: 0.1 } } })
    const codeOf = async (more: MadeLog) => {
      writeEvalLog(join(root, 'own.eval'), log(30, more))
      const { code, stderr } = await holdfastHere(['merge', 'own.eval', '--suite', 'capitals', '--json'], root, rules)
      return [code, stderr.split('\n').at(-2)]
    }
    expect(await codeOf({ results: { total_samples: 50 } })).toEqual([1, 'exit 1: incomplete: 40 of 50 items ran.'])
    const inEpochs = [1, 2].map((epoch) => ({ id: 1, epoch, scores: { match: 'C' } }))
    expect(await codeOf({ samples: inEpochs, results: { total_samples: 8 } })).toEqual([
      1,
      'exit 1: incomplete: 2 of 8 trials of items ran.',
    ])
    expect(await codeOf({ model: 'mockllm/model' })).toEqual([1, expect.stringContaining('the candidate is mockllm/model, simulated')])
    const samples = [...(log(30).samples ?? []), { id: 'failed', error: { message: 'no memory' } }]
    expect(await codeOf({ samples })).toEqual([1, 'exit 1: 1 of 41 items have no score, over the limit of 1 %.'])
  })

  test('a part of a log is no baseline, nor is one of another task summarized', async () => {
    const root = folderWithLogs()
    writeEvalLog(join(root, 'part.eval'), log(30, { results: { total_samples: 50 } }))
    expect((await holdfastHere(['compare', 'part.eval', '--keep', 'main'], root)).stderr).toContain(
      'part.eval is incomplete. Name a complete run.',
    )
    expect((await holdfastHere(['merge', 'good.eval', '--suite', 'cities', '--json'], root)).stderr).toContain(
      'Failed to merge good.eval: it is of the task capitals, not of cities. Name the task with --suite.',
    )
  })
})

test('summarize --run makes a run folder of a log, whose page says what it is and shows texts as texts', async () => {
  const root = folderWithLogs()
  expect((await holdfastHere(['merge', 'bad.eval', '--suite', 'capitals', '--json', '--out', 'made'], root)).code).toBe(0)
  const page = readFileSync(join(root, 'made', 'index.html'), 'utf8')
  expect(page).toContain('Inspect log, inspect_ai 0.3.170')
  expect(page).toContain('lab/bad, Inspect log')
  expect(page).toContain('onerror=alert')
  expect(page).not.toContain('<img src=x')
  expect(page).not.toContain('\u001b')
  expect(readFileSync(join(root, 'made', 'report.md'), 'utf8')).toContain('**lab/bad, Inspect log**')
  const { stdout } = await holdfastHere(['show', 'made'], root)
  expect(stdout).toContain('lab/bad, Inspect log')
  expect(stdout).not.toContain('\u001b[2J')
  // From then on it is a run like any other, and still one of Inspect.
  expect(JSON.parse((await holdfastHere(['compare', 'made', 'good.eval', '--json'], root)).stdout).suites[0].metrics).toMatchObject([
    { key: 'match', change: 0.5 },
  ])
  const compared = await holdfastHere(['compare', 'made', 'made', '--page'], root)
  expect(compared, compared.stderr).toMatchObject({ code: 0, stderr: '' })
  expect(existsSync(join(root, 'made', 'compare.html'))).toBe(true)
})

describe('a scorer of which lower is better', () => {
  /** Three models of 40 samples, of one call of Inspect: of the first 5 were harmed, of the last 35. */
  function harmed(): string {
    const root = temporaryFolder()
    for (const [name, count] of [
      ['safe', 5],
      ['middle', 20],
      ['harmful', 35],
    ] as const) {
      const samples = Array.from({ length: 40 }, (_, at) => ({ id: at + 1, scores: { attack: at < count ? 1 : 0 } }))
      writeEvalLog(join(root, `${name}.eval`), { task: 'harm', model: `lab/${name}`, samples })
    }
    return root
  }
  const LOWER = { HOLDFAST_BETTER: '{"harm":{"attack":"lower"}}' }
  const verdict = async (root: string, environment: Record<string, string> = {}) => {
    const { code, stdout, stderr } = await holdfastHere(['compare', 'safe.eval', 'harmful.eval', '--fail-on', 'worse'], root, environment)
    return { code, said: `${stdout}${stderr}`.replaceAll(/\s+/g, ' ') }
  }

  test('is taken for one of which higher is, on every screen, until the configuration says it', async () => {
    const root = harmed()
    const taken = await verdict(root)
    expect(taken.code).toBe(0)
    expect(taken.said).toMatch(/attack \(taken: higher is better\).* safe\.eval is .* Taken: higher is better, of attack\./)
    const said = await verdict(root, LOWER)
    expect(said).toMatchObject({ code: 1, said: expect.stringContaining('attack (lower is better)') })
    expect(said.said).toContain('30 newly failing')
  })

  test.runIf(hasTool('board') && hasTool('data'))('goes that way in board and filter', async () => {
    const root = harmed()
    const board = async (args: string[], env = {}) =>
      (await holdfastHere(['compare', 'safe.eval', 'harmful.eval', ...args, '--board'], root, env)).stdout
    expect(JSON.parse(await board(['--json'], LOWER)).suites[0].runs.map(({ name }: { name: string }) => name)).toEqual([
      'safe.eval',
      'harmful.eval',
    ])
    expect((await board([])).replaceAll(/\s+/g, ' ')).toContain('taken: higher is better')
    const filtered = await holdfastHere(['data', 'filter', 'safe.eval', 'middle.eval', 'harmful.eval', '--json'], root, LOWER)
    expect(JSON.parse(filtered.stdout).models.map(({ mean }: { mean: number }) => mean)).toEqual([0.875, 0.5, 0.125])
  })

  test('goes that way in gates, runs made of logs and what is exported', async () => {
    const root = harmed()
    await holdfastHere(['compare', 'safe.eval', '--keep', 'main'], root, LOWER)
    const rules = gates({ baseline: 'main', harm: { attack: { max: 0.5, maxDrop: 0.1 } } })
    const summarized = await holdfastHere(['merge', 'harmful.eval', '--suite', 'harm', '--json', '--out', 'made'], root, {
      ...rules,
      ...LOWER,
    })
    expect([summarized.code, summarized.stderr]).toEqual([1, expect.stringContaining('2 of 2 gates broken')])
    // A log of which the other way is taken is not held against it.
    expect((await holdfastHere(['merge', 'harmful.eval', '--suite', 'harm', '--json'], root, rules)).stderr).toContain(
      'other options of harm (better)',
    )
    expect(readFileSync(join(root, 'made', 'report.md'), 'utf8')).toContain('attack (lower is better)')
    await holdfastHere(['merge', 'safe.eval', '--suite', 'harm', '--json', '--out', 'before'], root, LOWER)
    expect((await holdfastHere(['compare', 'before', 'made', '--fail-on', 'worse'], root)).code).toBe(1)
    const exported = await holdfastHere(
      ['export', 'made', '--format', 'every-eval-ever', '--out', 'out', '--organization', 'Test', '--no-texts'],
      root,
    )
    const results = JSON.parse(readFileSync(join(root, 'out', exported.stdout.trim()), 'utf8')).evaluation_results
    expect(results.find(({ evaluation_result_id: id }: { evaluation_result_id: string }) => id === 'harm.attack')).toMatchObject({
      metric_config: { metric_name: 'attack (lower is better)', lower_is_better: true },
    })
  })

  test('goes that way by a configuration file, in a history of runs made of logs too', async ({ skip }) => {
    const root = harmed()
    // What the plugin of Holdfast looks like to whoever reads a configuration.
    const configure = (scorer: string) =>
      writeFileSync(
        join(root, 'vitest.config.mjs'),
        `globalThis.loads = (globalThis.loads ?? 0) + 1
        export default { plugins: [{ name: 'holdfast', api: { options: { better: { harm: { ${scorer}: 'lower' } } } } }] }`,
      )
    configure('atack')
    const misspelled = await verdict(root)
    // Older logs may be without it.
    expect(misspelled).toMatchObject({ code: 0 })
    expect(misspelled.said).toContain(
      'better.harm of the configuration: no log has the scorer atack. Did you mean attack? They have attack.',
    )
    configure('attack')
    Object.assign(globalThis, { loads: 0 })
    expect(await verdict(root)).toMatchObject({ code: 1, said: expect.stringContaining('attack (lower is better)') })
    expect((globalThis as { loads?: number }).loads).toBe(1)
    if (!hasTool('history')) skip()
    for (const name of ['safe', 'harmful']) await holdfastHere(['merge', `${name}.eval`, '--suite', 'harm', '--json', '--out', name], root)
    // Beside a run of another suite, which no rules of logs are for.
    mkdirSync(join(root, 'other'))
    writeFileSync(join(root, 'other', 'scores.json'), JSON.stringify(madeDocument()))
    writeFileSync(
      join(root, 'other', 'items.jsonl'),
      '{"suite":"other","item":"a","task":"t","trial":0,"status":"passed","tags":{},"scores":{}}',
    )
    const { code, stdout, stderr } = await holdfastHere(
      ['compare', '--over-time', 'safe', 'harmful', 'other', '--suite', 'harm', '--json'],
      root,
    )
    expect(code, stderr).toBe(0)
    expect(JSON.parse(stdout).suites).toMatchObject([{ suite: 'harm', lowerIsBetter: ['attack'] }])
  })
})

test('a log that cannot be read ends a command with one line', async () => {
  const root = folderWithLogs()
  const whole = readFileSync(join(root, 'good.eval'))
  writeFileSync(join(root, 'cut.eval'), whole.subarray(0, whole.length - 40))
  writeEvalLog(join(root, 'cancelled.eval'), log(30, { status: 'cancelled' }))
  const onBoard = hasTool('board') ? [['compare', 'good.eval', '--board']] : []
  for (const command of [['compare', 'good.eval'], ...onBoard, ['merge'], ['compare', '--keep', 'main']]) {
    const errorOf = async (file: string) =>
      (await holdfastHere([...command, file], root)).stderr.split('\n').filter((line) => line.startsWith('Failed'))
    expect(await errorOf('cut.eval')).toEqual([expect.stringContaining('cut.eval: it is no zip file, or one that was cut off.')])
    expect(await errorOf('cancelled.eval')).toEqual([
      expect.stringContaining('cancelled.eval, header.json: field status is "cancelled": the run did not end.'),
    ])
  }
})

test('a log is read by what it holds, whatever its name ends with', async () => {
  const root = temporaryFolder()
  writeEvalLog(join(root, 'zip.json'), log(30))
  writeJsonLog(join(root, 'text.eval'), log(10))
  const { code, stdout, stderr } = await holdfastHere(['compare', 'zip.json', 'text.eval', '--json'], root)
  expect(code, stderr).toBe(0)
  expect(JSON.parse(stdout).suites[0].metrics).toMatchObject([{ key: 'match', a: 0.75, b: 0.25 }])
})

test.runIf(hasTool('board'))('board says which logs are not alike, and which have other items', async () => {
  const root = folderWithLogs()
  writeEvalLog(join(root, 'part.eval'), { ...log(30), model: 'lab/part', samples: log(30).samples?.slice(0, 20) ?? [] })
  const { stdout } = await holdfastHere(['compare', 'good.eval', 'bad.eval', 'part.eval', '--board'], root)
  const text = stdout.replaceAll(/\s+/g, ' ')
  expect(text).toContain('NOT ALIKE: lab/part, Inspect log against lab/good, Inspect log: made with other data')
  expect(text).toContain('NOT THE SAME ITEMS: the models have 20 to 40 scored items, and two of them share 20 to 40.')
  expect((await holdfastHere(['compare', 'good.eval', 'bad.eval', '--board'], root)).stdout).not.toContain('NOT ')
})

test('export says on stderr that a simulated model answered, for a table names no model', async () => {
  const root = folderWithLogs()
  writeEvalLog(join(root, 'mock.eval'), log(30, { model: 'mockllm/model' }))
  for (const [file, notes] of [
    ['mock.eval', 1],
    ['good.eval', 0],
  ] as const) {
    await holdfastHere(['merge', file, '--suite', 'capitals', '--json', '--out', `run-${file}`], root)
    const { stdout, stderr } = await holdfastHere(['export', `run-${file}`], root)
    expect(stdout.split('\r\n')).toHaveLength(42)
    expect(stderr.match(/SIMULATED/g) ?? []).toHaveLength(notes)
  }
})

test('a command that takes no log says how one becomes a run', async () => {
  expect((await holdfastHere(['show', 'good.eval'], folderWithLogs())).stderr).toContain(
    'it is a file, and not the folder of a run. Of a log of Inspect, holdfast merge <log> --out <folder> makes one.',
  )
})
