import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { CallRecord } from '../../src/format/records.ts'
import { runFolder } from '../../src/format/runFolder.ts'
import { readBundledQuestions } from '../../suites/kieval/questionFiles.ts'
import { once, readCalls, readItems, readScores, runInCheckout, temporaryFolder, type VitestRun } from '../e2e/fixtureRun.ts'
import { runHoldfast } from '../run.ts'
import { hasShared, sharedFolder } from '../shared.ts'

const QUESTIONS = 88

function run(model: string, env: Readonly<Record<string, string>> = {}): Promise<VitestRun> {
  return runInCheckout(['suites/kieval', '--project', 'suites'], { HOLDFAST_MODEL: model, HOLDFAST_JUDGE: 'sim:judge', ...env })
}

const value = (finished: VitestRun, key: string) => readScores(finished).suites.kieval?.metrics[key]?.value
const countOf = (finished: VitestRun, role: string) => readCalls(finished).filter((call) => call.role === role).length

const oracle = once(() => run('sim:oracle'))
const memorised = once(() => run('sim:memorised'))
const DAMAGES = [0.1, 0.3, 0.6]
const degraded = once(() => Promise.all(DAMAGES.map((damage) => run(`sim:degraded?p=${damage}`))))
const degradedArc = once(() => {
  const env = { HOLDFAST_DATA: `${sharedFolder}/data`, HOLDFAST_KIEVAL_QUESTIONS: '60' }
  return Promise.all(DAMAGES.map((damage) => run(`sim:degraded?p=${damage}`, env)))
})

describe.concurrent('a simulated model', () => {
  test('that knows answers all and stands every interview', async () => {
    const finished = await oracle()
    expect(finished.code, finished.text.slice(-2000)).toBe(0)
    expect(readScores(finished).suites.kieval).toMatchObject({ items: QUESTIONS, passed: QUESTIONS, unscored: 0, error: 0 })
    expect(value(finished, 'score.overall')).toBeCloseTo(100, 9)
    expect(value(finished, 'paper.overall')).toBeCloseTo(1, 9)
    expect([value(finished, 'accuracy'), value(finished, 'rounds'), value(finished, 'dropped'), value(finished, 'stop.none')]).toEqual([
      1, 5, 0, 1,
    ])
  })

  test('that memorised the letters answers all and can explain nothing', async () => {
    const finished = await memorised()
    expect(finished.code).toBe(0)
    expect(value(finished, 'accuracy')).toBe(1)
    expect(value(finished, 'score.overall')).toBeCloseTo(10, 9)
    expect([value(finished, 'stop.repetition'), value(finished, 'rounds')]).toEqual([1, 2])
    expect(readScores(finished).suites.kieval).toMatchObject({ failed: QUESTIONS })
    expect(readItems(finished)[0]?.reason).toContain('ended in round 2: repetition')
  })

  test.each<[string, () => Promise<VitestRun[]>]>([
    ['bundled questions', degraded],
    ...(hasShared ? [['ARC', degradedArc] as [string, () => Promise<VitestRun[]>]] : []),
  ])('that knows fewer answers is right and explains for as many fewer: %s', async (_, make) => {
    for (const [index, finished] of (await make()).entries()) {
      const items = readItems(finished)
      const right = items.filter(({ scores }) => scores.static === 1)
      expect(value(finished, 'accuracy')).toBeCloseTo(right.length / items.length, 9)
      const share = DAMAGES[index] ?? 0
      expect(Math.abs(1 - right.length / items.length - share)).toBeLessThan(4 * Math.sqrt((share * (1 - share)) / items.length))
      // Who does not know the answer explains nothing: 10; who does, 100.
      expect(items.every(({ scores, status }) => (scores.static === 1 ? status === 'passed' : status === 'failed'))).toBe(true)
      expect(value(finished, 'score.overall')).toBeCloseTo(10 + (90 * right.length) / items.length, 6)
    }
  })

  test('that memorised the test lies far below what those that know more or less predict, and they do not', async () => {
    const runs = [...(await degraded()), await oracle(), await memorised()]
    const { code, stdout, stderr } = await runHoldfast(['contamination', ...runs.map(({ folder }) => folder.path)])
    expect(code, stderr).toBe(0)
    const rows = stdout.split('\n').filter((line) => line.includes(' sim '))
    expect(rows).toHaveLength(5)
    expect(rows.map((row) => row.includes('FAR BELOW'))).toEqual([false, false, false, false, true])
    // The others lie on 10 + 90 x, so that it is expected at 100.
    expect(rows[4]).toMatch(/ 100\.0 % sim +10\.0 sim +100\.0 +100\.0 +FAR BELOW$/)
    expect(stdout).toContain('1 of 5 far below')
    expect(stdout).not.toContain('NOT ALIKE')
  })

  test('of other suites has no point', async () => {
    const out = join(temporaryFolder(), 'other')
    await runInCheckout(['suites/llmbar', '--project', 'suites'], { HOLDFAST_JUDGE: 'sim:judge', HOLDFAST_LIMIT: '1', HOLDFAST_OUT: out })
    const { code, stderr } = await runHoldfast(['contamination', out])
    expect([code, stderr]).toEqual([1, expect.stringContaining('it has no interviews. Name runs of the kieval suite.')])
  })

  test('that says nothing is dropped: wrong, without an interview', async () => {
    const finished = await run('sim:null')
    expect([value(finished, 'accuracy'), value(finished, 'dropped'), value(finished, 'score.overall')]).toEqual([0, QUESTIONS, undefined])
    expect(readItems(finished).every(({ status, tags }) => status === 'failed' && tags.dropped === 'yes')).toBe(true)
    expect(countOf(finished, 'interactor') + countOf(finished, 'judge')).toBe(0)
  })

  test('is asked no more once the interview is ended', async () => {
    const names = (finished: VitestRun, item: string) =>
      readCalls(finished)
        .filter((call) => call.item === item)
        .map(({ call }) => call)
    const rounds = (count: number) =>
      Array.from({ length: count }, (_, at) => [`question-${at + 1}`, `answer-${at + 1}`, `evaluation-${at + 1}`]).flat()
    for (const { item } of readItems(await memorised())) expect(names(await memorised(), item)).toEqual(['static', ...rounds(2)])
    for (const { item } of readItems(await oracle())) expect(names(await oracle(), item)).toEqual(['static', ...rounds(5)])
  })

  test('goes on to the last round where stopping is off', async () => {
    const finished = await run('sim:memorised', { HOLDFAST_KIEVAL_STOP: '0', HOLDFAST_LIMIT: '3' })
    expect([value(finished, 'rounds'), value(finished, 'score.overall')]).toEqual([5, expect.closeTo(10, 9)])
    // Every evaluation from the second round on would have ended it.
    expect([value(finished, 'stop.none'), value(finished, 'stop.repetition')]).toEqual([1, undefined])
    expect(finished.text).not.toContain('ended in round')
  })
})

describe.concurrent('three histories', () => {
  test('the candidate sees neither the answer nor an evaluation; the interviewer no evaluation; the evaluator not the right answer', async () => {
    const questions = new Map(readBundledQuestions().map((question) => [`bundled/${question.id}`, question]))
    for (const { role, call, item, messages = [] } of readCalls(await oracle())) {
      const text = messages.map(({ content }) => content).join('\n')
      if (role === 'candidate') expect(text, `${item} ${call}`).not.toMatch(/Correct Answer|overall_score|BEGIN CANDIDATE/)
      if (role === 'interactor') expect(text, `${item} ${call}`).not.toContain('overall_score')
      if (role === 'judge') expect(text, `${item} ${call}`).not.toContain(questions.get(item)?.notes)
    }
  })
})

describe.concurrent('an evaluator', () => {
  test('whose replies hold no JSON gives rounds without scores, and is not asked again', async () => {
    const finished = await run('sim:oracle', {
      HOLDFAST_JUDGE: 'sim:judge?garbage=0.2',
      HOLDFAST_INTERACTOR: 'sim:judge',
      HOLDFAST_GATES: '{"maxUnscored":1}',
    })
    expect(finished.code, finished.text.slice(-2000)).toBe(0)
    expect(readCalls(finished).every(({ ask }) => ask === 0)).toBe(true)
    const rate = value(finished, 'unparsable_rate') ?? 0
    expect(Math.abs(rate - 0.2)).toBeLessThan(4 * Math.sqrt((0.2 * 0.8) / (5 * QUESTIONS)))
    expect(value(finished, 'score.overall')).toBeCloseTo(100, 9)
  })

  test('without a single usable score leaves the item unscored', async () => {
    const finished = await run('sim:oracle', {
      HOLDFAST_JUDGE: 'sim:judge?garbage=1',
      HOLDFAST_INTERACTOR: 'sim:judge',
      HOLDFAST_LIMIT: '2',
    })
    expect(finished.code).toBe(1)
    expect(readScores(finished).suites.kieval).toMatchObject({ unscored: 2, error: 0 })
    expect(value(finished, 'unparsable_rate')).toBe(1)
  })

  test('may decide which questions count', async () => {
    const finished = await run('sim:oracle', {
      HOLDFAST_KIEVAL_VALIDATION: 'live',
      HOLDFAST_JUDGE: 'sim:judge?noise=0.3',
      HOLDFAST_INTERACTOR: 'sim:judge',
    })
    const { skipped = 0, items } = readScores(finished).suites.kieval ?? {}
    expect(items).toBe(QUESTIONS)
    expect(Math.abs(skipped / QUESTIONS - 0.3)).toBeLessThan(4 * Math.sqrt(0.21 / QUESTIONS))
    expect(countOf(finished, 'candidate')).toBeLessThanOrEqual((QUESTIONS - skipped) * 6)
  })
})

describe.concurrent('judging again', () => {
  test('calls the judge only, and a panel of three votes', async () => {
    const root = temporaryFolder()
    const out = join(root, 'first')
    await run('sim:memorised', { HOLDFAST_OUT: out })
    const { code, stdout, stderr } = await runHoldfast(['rejudge', out, '--judge', 'sim:judge?noise=1', 'sim:judge', 'sim:judge'], {
      cwd: root,
    })
    expect(code, stderr).toBe(0)
    const scores = JSON.parse(stdout) as {
      suites: { kieval: { metrics: Record<string, { value: number }> } }
      usage: Record<string, { calls: number; cached: number }>
    }
    expect(scores.suites.kieval.metrics['score.overall']?.value).toBeCloseTo(10, 9)
    expect(scores.usage.candidate).toMatchObject({ calls: 3 * QUESTIONS, cached: 3 * QUESTIONS })
    expect(scores.usage.interactor).toMatchObject({ calls: 2 * QUESTIONS, cached: 2 * QUESTIONS })
    expect(scores.usage.judge).toMatchObject({ calls: 2 * 3 * QUESTIONS, cached: 0 })
  })

  test('makes no call but the judge’s, by its journal, and of the words that were recorded', async () => {
    const root = temporaryFolder()
    const out = join(root, 'first')
    const first = await run('sim:oracle', { HOLDFAST_OUT: out, HOLDFAST_LIMIT: '8', HOLDFAST_KIEVAL_ROUNDS: '3' })
    const again = join(root, 'again')
    const { code, stderr } = await runHoldfast(['rejudge', out, '--judge', 'sim:judge?noise=0.5', 'sim:judge', 'sim:judge?garbage=0.2'], {
      cwd: root,
      env: { HOLDFAST_OUT: again },
    })
    expect(code, stderr).toBe(0)
    const calls = readCalls({ ...first, folder: runFolder(again) })
    const replayed = calls.filter(({ role }) => role !== 'judge')
    const made = calls.filter(({ role }) => role === 'judge')
    expect(replayed.every(({ cached }) => cached === true)).toBe(true)
    const said = (all: readonly CallRecord[]) => all.map(({ item, call, content }) => `${item} ${call} ${content}`).sort()
    expect(said(replayed)).toEqual(said(readCalls(first).filter(({ role }) => role !== 'judge')))
    // Three votes on each of three rounds of eight interviews, each from another evaluator.
    expect(made.filter(({ cached }) => cached)).toEqual([])
    expect(made).toHaveLength(8 * 3 * 3)
    expect(new Set(made.map(({ call }) => call))).toEqual(new Set(['evaluation-1', 'evaluation-2', 'evaluation-3']))
    const models = ['sim:judge?noise=0.5', 'sim:judge', 'sim:judge?garbage=0.2']
    for (const { vote, model } of made) expect(model).toBe(models[vote])
  })

  test('of questions that the first judge validated skips what another one finds valid and nobody was asked', async () => {
    const root = temporaryFolder()
    const out = join(root, 'first')
    const first = await run('sim:oracle', {
      HOLDFAST_OUT: out,
      HOLDFAST_KIEVAL_VALIDATION: 'live',
      HOLDFAST_JUDGE: 'sim:judge?noise=0.3',
      HOLDFAST_INTERACTOR: 'sim:judge',
    })
    const skipped = readItems(first).filter(({ status }) => status === 'skipped')
    expect(skipped.length).toBeGreaterThan(0)
    const again = join(root, 'again')
    const { code, stderr } = await runHoldfast(['rejudge', out, '--judge', 'sim:judge'], { cwd: root, env: { HOLDFAST_OUT: again } })
    expect(code, stderr).toBe(0)
    const items = readItems({ ...first, folder: runFolder(again) })
    const idsOf = (records: typeof items) => records.map(({ item }) => item).sort()
    expect(idsOf(items.filter(({ status }) => status === 'skipped'))).toEqual(idsOf(skipped))
    expect(items.filter(({ status }) => status === 'passed')).toHaveLength(QUESTIONS - skipped.length)
  })

  test('ends where the recording ends, also before a judge that would go on', async () => {
    const root = temporaryFolder()
    const out = join(root, 'first')
    await run('sim:memorised', { HOLDFAST_OUT: out, HOLDFAST_LIMIT: '4' })
    const { code, stdout, stderr } = await runHoldfast(['rejudge', out, '--judge', 'sim:judge?garbage=0.3'], { cwd: root })
    expect(stderr).not.toContain('no record of')
    expect([0, 1]).toContain(code)
    expect(JSON.parse(stdout).suites.kieval).toMatchObject({ error: 0 })
  })
})

/** A model that finds answers to questions it has seen in its context, else takes A, and never explains anything. */
async function lookupServer(): Promise<string> {
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (chunk: string) => {
      body += chunk
    })
    request.on('end', () => {
      // The probe also asks for a list of models, which this server does not have.
      if (request.method === 'GET') return void response.writeHead(404).end()
      const { messages } = JSON.parse(body) as { messages: { role: string; content: string }[] }
      const asked = messages.at(-1)?.content ?? ''
      const block = /### Question: (?![\s\S]*### Question: )[\s\S]*$/
        .exec(asked)?.[0]
        .replace(/### Answer:$/, '')
        .trim()
      const seen = messages.find(({ role }) => role === 'system')?.content ?? ''
      const at = block ? seen.indexOf(block) : -1
      const found = at === -1 ? undefined : /### Answer: ([A-D])/.exec(seen.slice(at))?.[1]
      const content = block ? (found ?? 'A') : 'Because that is how it is.'
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ id: 'x', choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content } }] }))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `openai:lookup@http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
}

test('a leak of the test into the context raises the static accuracy and not the interviews', async () => {
  const model = await lookupServer()
  const env = { OPENAI_API_KEY: 'none', HOLDFAST_INTERACTOR: 'sim:judge' }
  const [clean, leaked] = [await run(model, env), await run(model, { ...env, HOLDFAST_KIEVAL_LEAK: '1' })]
  expect(clean.code, clean.text.slice(-2000)).toBe(0)
  expect(value(clean, 'accuracy')).toBe(22 / QUESTIONS)
  expect(value(leaked, 'accuracy')).toBe(1)
  expect(value(leaked, 'score.overall')).toBeCloseTo(value(clean, 'score.overall') ?? Number.NaN, 9)
  expect(value(leaked, 'score.overall')).toBeLessThan(15)
  expect(leaked.text).toContain('LEAK TEST')
  const { stdout, code } = await runHoldfast(['contamination', clean.folder.path, leaked.folder.path, '--json'])
  expect(code).toBe(0)
  expect(JSON.parse(stdout).points).toMatchObject([
    { accuracy: 0.25, leak: false },
    { accuracy: 1, leak: true },
  ])
})

describe('the leak test', () => {
  test('of a model that looks answers up and explains nothing holds, from one line', async () => {
    const root = temporaryFolder()
    const model = await lookupServer()
    const { code, stdout, stderr } = await runHoldfast(['leak-test', '--model', model, '--judge', 'sim:judge'], {
      cwd: root,
      env: { OPENAI_API_KEY: 'none', HOLDFAST_OUT: join(root, 'both') },
    })
    expect(code, stderr).toBe(0)
    expect(stdout).toMatch(/right answers, % +25\.0 +100\.0 +\+75\.0 .* rose +88\n/)
    expect(stdout).toMatch(/KIEval, 10 to 100 +10\.0 sim +10\.0 sim +\+0\.0 .* no rise +88\n/)
    expect(stdout).toContain('HOLDS')
    const again = (...runs: string[]) => runHoldfast(['leak-test', ...runs.map((run) => join(root, 'both', run)), '--json'], { cwd: root })
    const named = await again('clean', 'leaked')
    expect([named.code, JSON.parse(named.stdout)]).toMatchObject([0, { verdict: 'holds', accuracy: { clean: 0.25, leaked: 1, n: 88 } }])
    expect(await again('leaked', 'clean')).toMatchObject({ code: 1, stderr: expect.stringContaining('leaked is with a leak. Name first') })
    expect(await again('clean')).toMatchObject({ code: 2, stderr: expect.stringContaining('1 run.') })
  })

  test('of a model that knows all says nothing, and exits 1', async () => {
    const { code, stdout } = await runHoldfast(['leak-test'], { cwd: temporaryFolder(), env: { HOLDFAST_LIMIT: '8' } })
    expect([code, stdout]).toEqual([1, expect.stringContaining('SAYS NOTHING')])
  })

  test('is not made of a run that is to be finished', async () => {
    const { code, stderr } = await runHoldfast(['leak-test'], { cwd: temporaryFolder(), env: { HOLDFAST_RESUME: 'latest' } })
    expect([code, stderr]).toEqual([2, expect.stringContaining('HOLDFAST_RESUME names one run')])
  })
})

describe.skipIf(!hasShared)('the ARC questions (skipped without the shared folder)', () => {
  test('are 240, of which the first 200 valid ones are interviewed about', async () => {
    const finished = await run('sim:oracle', { HOLDFAST_DATA: `${sharedFolder}/data` })
    expect(finished.code, finished.text.slice(-2000)).toBe(0)
    expect(readScores(finished).suites.kieval).toMatchObject({ items: 200, passed: 200 })
    const sample = readFileSync(join(sharedFolder, 'data', 'kieval', 'arc-challenge-sample.jsonl'), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { id: string; validGpt4: boolean })
    expect(
      readItems(finished)
        .map(({ item }) => item)
        .sort(),
    ).toEqual(
      sample
        .filter(({ validGpt4 }) => validGpt4)
        .slice(0, 200)
        .map(({ id }) => `arc-challenge-sample/${id}`)
        .sort(),
    )
    const all = await run('sim:oracle', {
      HOLDFAST_DATA: `${sharedFolder}/data`,
      HOLDFAST_KIEVAL_VALIDATION: 'none',
      HOLDFAST_KIEVAL_QUESTIONS: '1000',
    })
    expect(readScores(all).suites.kieval).toMatchObject({ items: 240, passed: 240 })
  })

  test('have the ids that the lists of the release name', async () => {
    const { readQuestionSet, readValidIds } = await import('../../suites/kieval/questionFiles.ts')
    const folder = join(sharedFolder, 'data', 'kieval')
    const questions = await readQuestionSet('arc', join(folder, 'arc-challenge-sample.jsonl'))
    const valid = await readValidIds(join(folder, 'validated-uuids.tsv.gz'), 'gpt4')
    expect(valid.size).toBe(28_873)
    expect([...valid.values()].filter(Boolean)).toHaveLength(22_597)
    expect(questions).toHaveLength(240)
    const sample = readFileSync(join(folder, 'arc-challenge-sample.jsonl'), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { uuid: string; validGpt35: boolean })
    expect(questions.map(({ uuid }) => uuid)).toEqual(sample.map(({ uuid }) => uuid))
    const older = await readValidIds(join(folder, 'validated-uuids.tsv.gz'), 'gpt35')
    expect([...older.values()].filter(Boolean)).toHaveLength(19_649)
    expect([...valid].filter(([uuid, flag]) => flag && older.get(uuid))).toHaveLength(18_299)
    expect(questions.map(({ uuid }) => older.get(uuid))).toEqual(sample.map(({ validGpt35 }) => validGpt35))
    expect(questions.filter(({ uuid }) => !valid.has(uuid))).toEqual([])
    expect(questions.map(({ uuid }) => valid.get(uuid))).toEqual([...Array(200).fill(true), ...Array(40).fill(false)])
  })
})
