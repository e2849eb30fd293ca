import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { temporaryFolder } from '../../../../test/temporaryFolder.ts'
import { scoresDocument } from '../../../core/format/scoresDocument.ts'
import { logHeaderOf, logSampleOf, type MadeLog, matched, pythonJson, writeEvalLog, writeJsonLog } from '../test/inspectLog.ts'
import { isInspectLog } from './inspectLog.ts'
import { readInspectRun } from './inspectRun.ts'

const inFolder = (name: string) => join(temporaryFolder(), name)
const read = (log: MadeLog) => readInspectRun(writeEvalLog(inFolder('a.eval'), log))
const result = (name: string, metrics: Record<string, number>, more: object = {}) => ({
  name,
  scorer: name,
  metrics: Object.fromEntries(Object.entries(metrics).map(([key, value]) => [key, { name: key, value, params: {} }])),
  ...more,
})

// Four of eight samples right is 0.5; P counts half. By the documented rules: mean (1 + 1 + 1 + 0.5 + 0 + 0 + 0 + 0.5) / 8.
const LOG: MadeLog = {
  samples: matched('C', 'C', true, 'P', 'I', 0, 'no', '0.5'),
  results: { scores: [result('match', { accuracy: 0.5 })] },
  stats: {
    model_usage: {
      'openai/gpt-4o': { input_tokens: 100, output_tokens: 20, total_tokens: 120, input_tokens_cache_read: 5, total_cost: 0.25 },
    },
  },
}

describe('a log as a run', () => {
  test.each([
    ['.eval, deflated', (path: string) => writeEvalLog(`${path}.eval`, LOG)],
    ['.eval, stored', (path: string) => writeEvalLog(`${path}.eval`, LOG, 'stored')],
    ['JSON', (path: string) => writeJsonLog(`${path}.json`, LOG)],
  ])('%s: its samples are items, its scores are metrics', (_name, write) => {
    const path = write(inFolder('log'))
    expect(isInspectLog(path)).toBe(true)
    const { document, records, planned, scorers, notes } = readInspectRun(path)
    expect(scorers).toEqual(['match'])
    expect(scoresDocument.parse(JSON.parse(JSON.stringify(document)))).toEqual(JSON.parse(JSON.stringify(document)))
    expect(document.suites.capitals).toMatchObject({ items: 8, passed: 3, failed: 5, unscored: 0, error: 0 })
    expect(document.suites.capitals?.metrics.match).toMatchObject({ value: 0.5, n: 8 })
    expect(document.run).toMatchObject({
      id: 'eval of capitals by openai/gpt-4o',
      origin: 'inspect',
      version: '0.3.170',
      startedAt: '2026-11-20T08:00:00.000Z',
      finishedAt: '2026-11-20T08:02:00.000Z',
      trials: 1,
      partial: false,
      roles: { candidate: { model: 'openai/gpt-4o', simulated: false } },
      called: { capitals: ['candidate'] },
    })
    expect(document.run.roles.judge).toBeUndefined()
    expect(document.usage).toEqual({
      candidate: { calls: 8, cached: 0, cachedTokens: 5, promptTokens: 105, completionTokens: 20, usd: 0.25 },
    })
    expect(records.map(({ item, status, scores }) => [item, status, scores.match])).toEqual([
      ['1', 'passed', 1],
      ['2', 'passed', 1],
      ['3', 'passed', 1],
      ['4', 'failed', 0.5],
      ['5', 'failed', 0],
      ['6', 'failed', 0],
      ['7', 'failed', 0],
      ['8', 'failed', 0.5],
    ])
    expect(planned).toBe(8)
    expect(notes).toEqual([
      `${path} is an Inspect log: capitals, openai/gpt-4o, 8 samples. Taken: higher is better, of match. Else set HOLDFAST_BETTER='{"capitals":{"match":"lower"}}'.`,
    ])
  })

  test.each([
    ['the model', {}, { model: 'lab/other' }],
    ['the task', { eval_id: '' }, { task: 'rivers' }],
    ['the time, and no run_id', { run_id: null }, { spec: { eval_id: null, run_id: null, created: '2026-11-21T08:00:00+00:00' } }],
  ])('logs of one call without an eval_id are runs by themselves: by %s', (_name, spec, other) => {
    const idOf = (log: MadeLog) => read({ samples: matched('C'), ...log, spec: { eval_id: null, ...spec, ...log.spec } }).document.run.id
    expect(idOf(other)).not.toBe(idOf({}))
    expect(idOf({})).toBe(idOf({}))
  })

  test('epochs are trials of one item: the mean is that of samples, and intervals are by samples', () => {
    const epochs = (id: string, ...values: unknown[]) => values.map((value, at) => ({ id, epoch: at + 1, scores: { match: value } }))
    const { document, records } = read({ samples: [...epochs('a', 'C', 'C'), ...epochs('b', 'I', 'C'), ...epochs('c', 'I', 'I')] })
    expect(records.map(({ item, trial }) => `${item}${trial}`)).toEqual(['a0', 'a1', 'b0', 'b1', 'c0', 'c1'])
    expect(document.suites.capitals).toMatchObject({ items: 3, metrics: { match: { value: 0.5, n: 3 } } })
    expect(document.run.trials).toBe(2)
    const once = read({
      samples: [
        { id: 'a', scores: { match: 1 } },
        { id: 'b', scores: { match: 0.5 } },
        { id: 'c', scores: { match: 0 } },
      ],
    })
    expect(document.suites.capitals?.metrics.match?.ci95).toEqual(once.document.suites.capitals?.metrics.match?.ci95)
  })

  test('a sample with an error, one without a score, and one that was invalidated are no zeros', () => {
    const { document, records, notes } = read({
      samples: [
        ...matched('C', 'I'),
        { id: 'failed', error: { message: 'out of memory', traceback: '', traceback_ansi: '' } },
        { id: 'empty' },
        { id: 'none', scores: {} },
        { id: 'unscored', scores: { match: Number.NaN } },
        { id: 'unknown', scores: { match: 'maybe' } },
        {
          id: 'invalid',
          scores: { match: 'I' },
          invalidation: { author: 'Ann', reason: 'wrong key', timestamp: '2026-11-20T08:00:00+00:00' },
        },
      ],
    })
    expect(document.suites.capitals).toMatchObject({
      passed: 1,
      failed: 1,
      error: 1,
      unscored: 5,
      metrics: { match: { value: 0.5, n: 2 } },
    })
    expect(Object.fromEntries(records.slice(2).map(({ item, reason, error }) => [item, reason ?? error]))).toEqual({
      failed: 'out of memory',
      empty: 'the log has no score of it',
      none: 'the log has no score of it',
      unscored: 'no figure: match is null',
      unknown: 'no figure: match is "maybe"',
      invalid: 'invalidated by Ann: wrong key',
    })
    expect(records.slice(2).every(({ scores }) => Object.keys(scores).length === 0)).toBe(true)
    expect(notes[0]).toMatch(
      /8 samples\. Not counted, and no zeros: 1 sample ended in an error, 5 samples had no score that counts\. Taken: /,
    )
  })

  test('a sample with an error counts where its task scores such samples on purpose', () => {
    const samples = [{ id: 1, scores: { match: 'I' }, error: { message: 'stopped' } }, ...matched('C').map((own) => ({ ...own, id: 2 }))]
    const statuses = (config: object) => read({ samples, spec: { config: { epochs: 1, ...config } } }).records.map(({ status }) => status)
    expect(statuses({})).toEqual(['error', 'passed'])
    expect(statuses({ score_on_error: true })).toEqual(['failed', 'passed'])
  })

  test('several scorers are several metrics, and the first decides whether a sample passes', () => {
    const samples = [
      { id: 1, scores: { f1: 0.2, match: 'C' } },
      { id: 2, scores: { f1: 1, match: 'I' } },
      { id: 3, scores: { f1: 0.6, match: Number.NaN } },
    ]
    const { document, records } = read({ samples, results: { scores: [result('match', {}), result('f1', {})] } })
    expect(document.suites.capitals?.metrics).toMatchObject({ match: { value: 0.5, n: 2 }, f1: { value: 0.6, n: 3 } })
    expect(Object.keys(document.suites.capitals?.metrics ?? {}).slice(-2)).toEqual(['match', 'f1'])
    // The third passes or fails by what it has, but has no total: that would be of another scorer than the others'.
    expect(records.map(({ status, scores }) => [status, scores.total])).toEqual([
      ['passed', 1],
      ['failed', 0],
      ['failed', undefined],
    ])
  })

  test('scores beyond 0 to 1 have an interval beyond them too', () => {
    const { document } = read({ samples: matched(7, 9, 8, 8) })
    const { value, ci95 } = document.suites.capitals?.metrics.match ?? { value: 0, ci95: null }
    expect(value).toBe(8)
    // Student's: 8 ± 3.182 · (√(2/3) / 2).
    expect(ci95?.[0]).toBeCloseTo(8 - 3.1824 * (Math.sqrt(2 / 3) / 2), 3)
    expect(ci95?.[1]).toBeCloseTo(8 + 3.1824 * (Math.sqrt(2 / 3) / 2), 3)
  })

  test('intervals are by the cluster that the standard errors of the log are by', () => {
    const results = {
      scores: [{ name: 'match', scorer: 'match', metrics: { stderr: { name: 'stderr', value: 0.1, params: { cluster: 'page' } } } }],
    }
    const samples = matched('C', 'C', 'I', 'I').map((sample, at) => ({ ...sample, metadata: { page: at < 2 ? 'one' : 'two' } }))
    const { records, notes } = read({ samples, results })
    expect(records.map(({ clusters }) => clusters?.page)).toEqual(['one', 'one', 'two', 'two'])
    expect(notes).toHaveLength(1)
  })

  test('an answer that was cut off is counted, and a limit is a tag', () => {
    const output = (stop_reason: string) => ({ output: { choices: [{ stop_reason }] } })
    const { document, records } = read({
      samples: [
        { id: 1, scores: { match: 'I' }, ...output('max_tokens'), limit: { type: 'token', limit: 100 } },
        { id: 2, scores: { match: 'C' }, ...output('stop') },
      ],
    })
    expect(records.map(({ cut, tags }) => [cut, tags])).toEqual([
      [1, { limit: 'token' }],
      [undefined, {}],
    ])
    expect(document.suites.capitals?.metrics.cut_rate?.value).toBe(0.5)
  })

  test.each([
    ['the model that the scorer names', { scorers: [{ name: 'model_graded_qa', options: { model: 'openai/o3' } }] }, 'openai/o3'],
    ['several', { scorers: [{ name: 'inspect_ai/model_graded_fact', options: { model: ['a/b', 'c/d'] } }] }, 'a/b, c/d'],
    ['the role', { scorers: [{ name: 'model_graded_qa' }], model_roles: { grader: { model: 'x/y' } } }, 'x/y'],
    ['the model under test itself', { scorers: [{ name: 'model_graded_qa', options: {} }] }, 'openai/gpt-4o'],
  ])('the judge is %s', (_name, spec, model) => {
    expect(read({ samples: matched('C'), spec }).document.run.roles.judge).toEqual({ model, simulated: false })
  })

  test('tokens of a judge are its own', () => {
    const spec = { scorers: [{ name: 'model_graded_qa', options: { model: 'lab/judge' } }] }
    const model_usage = {
      'openai/gpt-4o': { input_tokens: 1, output_tokens: 2 },
      'lab/judge': { input_tokens: 3, output_tokens: 4, total_cost: 0.5 },
    }
    expect(read({ samples: matched('C', 'I'), spec, stats: { model_usage } }).document.usage).toEqual({
      candidate: { calls: 2, cached: 0, promptTokens: 1, completionTokens: 2, usd: null },
      judge: { calls: 2, cached: 0, promptTokens: 3, completionTokens: 4, usd: 0.5 },
    })
  })

  test('the stand-in of Inspect for a model is a simulated one', () => {
    expect(read({ samples: matched('C'), model: 'mockllm/model' }).document.run.roles.candidate).toEqual({
      model: 'mockllm/model',
      simulated: true,
    })
  })

  test('logs of the same questions have one hash, whatever ids their messages have', () => {
    const asked = (id: string, content: string) =>
      read({ samples: [{ id: 1, input: [{ id, role: 'user', content }], scores: { match: 'C' } }] }).document.run.data.capitals?.sha256
    expect(asked('one', 'Which?')).toBe(asked('two', 'Which?'))
    expect(asked('one', 'Which?')).not.toBe(asked('one', 'What?'))
  })

  test('the later of two samples of one id and epoch counts, and a number is the id that its text is', () => {
    const samples = [
      { id: 1, scores: { match: 'I' } },
      { id: '1', scores: { match: 'C' } },
    ]
    expect(readInspectRun(writeJsonLog(inFolder('a.json'), { samples })).records.map(({ item, status }) => [item, status])).toEqual([
      ['1', 'passed'],
    ])
  })

  test('a log with fewer samples than it says is a part', () => {
    const { document, planned } = read({ samples: matched('C'), results: { total_samples: 3 } })
    expect([document.run.partial, planned]).toEqual([true, 3])
  })

  test('texts of models stay texts: nothing of them is a key, and they are cut', () => {
    const hostile = `<script>alert(1)</script>\u001b[2J${'x'.repeat(1000)}`
    const { records } = read({ samples: [{ id: hostile, scores: { match: { value: 'I', answer: hostile, explanation: hostile } } }] })
    expect(records[0]?.item).toBe(hostile)
    expect(records[0]?.reason?.length).toBeLessThan(310)
  })
})

describe('the figures of the log itself', () => {
  // Of 1, 1, 0.5, 0: mean 0.625, deviation √(0.6875 / 3) = 0.478714, standard error 0.239357.
  const samples = matched('C', 'C', 'P', 'I')
  const notesOf = (metrics: Record<string, number>, more: object = {}) =>
    read({ samples, results: { scores: [result('match', metrics, more)] } }).notes.slice(1)

  test('are as its samples give', () => {
    expect(notesOf({ accuracy: 0.625, mean: 0.625, stderr: 0.2393567769 })).toEqual([])
    expect(notesOf({ 'inspect_ai/accuracy': 0.625 })).toEqual([])
  })

  test('are warned about where they differ', () => {
    expect(notesOf({ accuracy: 0.7, std: 0.1 })).toEqual([
      expect.stringMatching(/a\.eval: the log says accuracy 0\.7 of match, and its samples give 0\.625\. Holdfast shows the samples'\.$/),
    ])
  })

  test('by other reducers, and those that are no figure, are passed over', () => {
    expect(notesOf({ accuracy: 0.7 }, { reducer: 'pass_at_2' })).toEqual([])
    expect(notesOf({ accuracy: Number.NaN, std: 5 })).toEqual([])
    expect(notesOf({ accuracy: 0.7 }, { reducer: 'mean' })).toHaveLength(1)
  })

  test('of samples that Inspect counted as zeros differ', () => {
    const { notes } = read({ samples: matched('C', 'maybe'), results: { scores: [result('match', { accuracy: 0.5 })] } })
    expect(notes[1]).toMatch(/accuracy 0\.5 of match, and its samples give 1\./)
  })

  test('count samples that were invalidated later', () => {
    const own = [...matched('C'), { id: 'invalid', scores: { match: 'I' }, invalidation: { author: 'Ann', timestamp: '' } }]
    const { document, notes } = read({ samples: own, results: { scores: [result('match', { accuracy: 0.5 })] } })
    expect(document.suites.capitals?.metrics.match?.value).toBe(1)
    expect(notes).toHaveLength(1)
  })

  test('are told apart by key where a scorer has several', () => {
    const rubrics = [1, 0].map((clear, at) => ({ id: at, scores: { rubric: { value: { clear, short: 1 } } } }))
    const scores = [
      { name: 'clear', scorer: 'rubric', metrics: { mean: { name: 'mean', value: 0.5 } } },
      { name: 'short', scorer: 'rubric', metrics: { mean: { name: 'mean', value: 0.9 } } },
    ]
    const { document, notes } = read({ samples: rubrics, results: { scores } })
    expect(document.suites.capitals?.metrics).toMatchObject({ 'rubric.clear': { value: 0.5 }, 'rubric.short': { value: 1 } })
    expect(notes.slice(1)).toEqual([expect.stringContaining('mean 0.9 of rubric.short')])
  })
})

test('a log that does not say when it began has the moment when it was made', () => {
  const { document } = read({ ...LOG, stats: { started_at: '', completed_at: '' } })
  expect(document.run).toMatchObject({ startedAt: '2026-11-20T08:00:00.000Z', finishedAt: '2026-11-20T08:00:00.000Z' })
})

describe('which way a score is good', () => {
  // Of three samples one was harmed by the first scorer; by the second two are short.
  const samples = [
    { id: 1, scores: { harm: 0, style: { value: { short: 1, rude: 0 } } } },
    { id: 2, scores: { harm: 1, style: { value: { short: 1, rude: 1 } } } },
    { id: 3, scores: { harm: 0.2, style: { value: { short: 0, rude: 0 } } } },
  ]
  const readAs = (ways: Record<string, 'lower' | 'higher'>) => readInspectRun(writeEvalLog(inFolder('a.eval'), { samples }), () => ways)

  test('is taken where nothing is said, and every metric says so', () => {
    const { document, records, notes } = readAs({})
    const metrics = document.suites.capitals?.metrics ?? {}
    for (const key of ['harm', 'style.short', 'style.rude'])
      expect(metrics[key]).toMatchObject({ better: 'higher', label: `${key} (taken: higher is better)` })
    expect(notes[0]).toMatch(
      / 3 samples\. Taken: higher is better, of harm, style\.short, style\.rude\. Else set HOLDFAST_BETTER='\{"capitals":\{"harm":"lower"\}\}'\.$/,
    )
    expect(records.map(({ status }) => status)).toEqual(['failed', 'passed', 'failed'])
  })

  test('can be said of a scorer that no sample has a score of', () => {
    const results = { scores: [result('match', {}), result('gone', {})] }
    expect(read({ samples: matched('no idea', null), results })).toMatchObject({
      scorers: ['match', 'gone'],
      records: [{ scores: {} }, {}],
    })
  })

  test('can be said of a scorer or of one of its values, and passes and totals follow', () => {
    const { document, records, notes } = readAs({ harm: 'lower', style: 'lower', 'style.short': 'higher' })
    expect(document.suites.capitals?.metrics).toMatchObject({
      harm: { value: expect.closeTo(0.4, 12), better: 'lower', label: 'harm (lower is better)' },
      'style.short': { better: 'higher', label: 'style.short (higher is better)' },
      'style.rude': { better: 'lower' },
      pass_rate: { value: 1 / 3, better: 'higher' },
    })
    expect(records.map(({ status, scores }) => [status, scores.harm, scores.total])).toEqual([
      ['passed', 0, 1],
      ['failed', 1, 0],
      ['failed', 0.2, 0.8],
    ])
    expect(notes.join()).not.toContain('Taken')
    // Runs of which another way was said are not alike.
    expect(document.run.options?.capitals).toMatchObject({ better: { harm: 'lower', 'style.short': 'higher', 'style.rude': 'lower' } })
  })
})

test.each([
  [
    'in another order',
    (log: Record<string, unknown>) => Object.fromEntries(Object.entries(log).sort(([one], [other]) => (one < other ? -1 : 1))),
  ],
  ['without the version, which is 2 then', ({ version: _version, ...log }: Record<string, unknown>) => log],
])('a JSON log with its fields %s is read', (_name, change) => {
  const path = inFolder('a.json')
  writeFileSync(path, pythonJson(change({ ...logHeaderOf({ samples: matched('C') }), samples: matched('C').map(logSampleOf) })))
  expect(isInspectLog(path)).toBe(true)
  expect(readInspectRun(path).document.suites.capitals).toMatchObject({ items: 1, passed: 1 })
  writeFileSync(path, '{"suite":"a","item":"1"}\n{"suite":"a","item":"2"}\n')
  expect(isInspectLog(path)).toBe(false)
})
