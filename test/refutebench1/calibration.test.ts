import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { once, readCalls, readItems, readScores, runInCheckout, temporaryFolder, type VitestRun } from '../e2e/fixtureRun.ts'
import { runHoldfast } from '../run.ts'
import { hasShared, isLong, sharedFolder } from '../shared.ts'

const TASKS = ['email', 'mt', 'qa'] as const
const NCS = [0, 1, 2, 3] as const
/** Items of a task: ten rows asked again in two ways with 0 to 3 irrelevant queries between, and three dialogues. */
const ITEMS = 83

/** All runs are asked for at once and made two at a time. */
const QUEUED = { timeout: 600_000 } as const

type Environment = Readonly<Record<string, string>>

function run(model: string, env: Environment = {}): Promise<VitestRun> {
  return runInCheckout(['suites/refutebench1', '--project', 'suites'], { HOLDFAST_MODEL: model, ...env })
}

const metricsOf = (finished: VitestRun) => readScores(finished).suites.refutebench1?.metrics ?? {}
const value = (finished: VitestRun, key: string) => metricsOf(finished)[key]?.value
const values = (finished: VitestRun, ...keys: string[]) => keys.map((key) => value(finished, key))
const byNc = (finished: VitestRun, task: string, kind: string, rate: string) =>
  NCS.map((nc) => value(finished, `${task}.${kind}.nc${nc}.${rate}`))

const oracle = once(() => run('sim:oracle'))
const forgetful3 = once(() => run('sim:forgetful?after=3'))

describe.concurrent('a simulated model', QUEUED, () => {
  test('that does all it is told has full marks everywhere', async () => {
    const finished = await oracle()
    expect(finished.code, finished.text.slice(-2000)).toBe(0)
    expect(readScores(finished).suites.refutebench1).toMatchObject({
      items: 3 * ITEMS,
      passed: 3 * ITEMS,
      unscored: 0,
      error: 0,
      skipped: 0,
    })
    const rates = Object.entries(metricsOf(finished)).filter(([key]) => /(?:FA|RR)$/.test(key))
    // Nine cells and the mean for each task, five kinds of e-mails, and the overall mean; three rates each.
    expect(rates).toHaveLength(3 * (3 * 10 + 5 + 1))
    expect(rates.filter(([, metric]) => metric.value !== 1)).toEqual([])
  })

  test('that never changes its answers has none', async () => {
    const finished = await run('sim:stubborn')
    expect(readScores(finished).suites.refutebench1).toMatchObject({ items: 3 * ITEMS, failed: 3 * ITEMS, error: 0 })
    for (const task of TASKS) {
      expect(values(finished, `${task}.FA`, `${task}.RR`, `${task}.RR_given_FA`), task).toEqual([0, 0, undefined])
    }
  })

  test('that forgets after three answers accepts all and forgets with three irrelevant queries', async () => {
    const finished = await forgetful3()
    for (const task of TASKS) {
      for (const kind of ['memory', 'generalization']) {
        expect(byNc(finished, task, kind, 'FA'), `${task} ${kind}`).toEqual([1, 1, 1, 1])
        expect(byNc(finished, task, kind, 'RR'), `${task} ${kind}`).toEqual([1, 1, 1, 0])
        expect(byNc(finished, task, kind, 'RR_given_FA'), `${task} ${kind}`).toEqual([1, 1, 1, 0])
      }
      expect(value(finished, `${task}.multi.nc0.FA`), task).toBe(1)
    }
    // Counted by hand over the three dialogues of each task: pairs of feedback and later query at most 3 answers apart.
    expect(values(finished, 'email.multi.nc0.RR', 'mt.multi.nc0.RR', 'qa.multi.nc0.RR')).toEqual([14 / 17, 7 / 10, 6 / 12])
  })

  test('that forgets after one answer forgets with any irrelevant query', async () => {
    const finished = await run('sim:forgetful?after=1')
    for (const task of TASKS) {
      expect(byNc(finished, task, 'memory', 'RR'), task).toEqual([1, 0, 0, 0])
      expect(byNc(finished, task, 'generalization', 'RR'), task).toEqual([1, 0, 0, 0])
      expect(value(finished, `${task}.FA`), task).toBe(1)
    }
    expect(values(finished, 'email.multi.nc0.RR', 'mt.multi.nc0.RR', 'qa.multi.nc0.RR')).toEqual([8 / 17, 4 / 10, 0])
  })

  test('that says nothing passes nothing, and cannot be told to write in another language', async () => {
    const finished = await run('sim:null')
    // Of no text a language can be told, which counts as followed: two rows of e-mails, each asked again in eight ways.
    expect(readScores(finished).suites.refutebench1).toMatchObject({ failed: 3 * ITEMS - 16, passed: 0, skipped: 16, error: 0 })
    expect(values(finished, 'FA', 'RR', 'email.skipped', 'email.conflicts')).toEqual([0, 0, 16, 0])
    expect(value(finished, 'email.checker.response_language.FA')).toBeUndefined()
  })

  test('that is damaged in more items has lower rates', async () => {
    const [some, all] = await Promise.all([run('sim:degraded?p=0.4'), run('sim:degraded?p=1')])
    for (const task of TASKS) {
      const rates = [1, value(some, `${task}.RR`) as number, value(all, `${task}.RR`) as number]
      expect(rates[1], task).toBeLessThan(1)
      expect(rates[2], task).toBeLessThan(rates[1] as number)
    }
  })
})

describe.concurrent('a run', QUEUED, () => {
  test('calls the candidate only, as often as plan announces', async () => {
    const calls = readCalls(await oracle())
    expect(new Set(calls.map(({ role }) => role))).toEqual(new Set(['candidate']))
    const { stdout } = await runHoldfast(['plan', 'refutebench1', '--json'])
    expect(JSON.parse(stdout)).toMatchObject({ calls: { candidate: calls.length } })
    const own = (item: string) => calls.flatMap((call) => (call.item === item ? [call.call] : []))
    expect(own('qa/memory/NC-2/qa-01')).toEqual(['answer-0', 'feedback-0', 'irrelevant-1', 'irrelevant-2', 'answer-1'])
    expect(own('mt/multi/en-zh.multi/mt-12')).toEqual(['answer-0', 'feedback-0', 'answer-1', 'feedback-1', 'answer-2', 'answer-3'])
  })

  test('needs no judge for a real candidate', async () => {
    const agent = join(temporaryFolder(), 'agent.mjs')
    writeFileSync(agent, 'export const ask = () => "I would rather not."\n')
    const finished = await run(`module:${agent}#ask`, { HOLDFAST_LIMIT: '9' })
    expect(finished.code, finished.text.slice(-2000)).toBe(0)
    expect(readScores(finished).suites.refutebench1).toMatchObject({ items: 27, failed: 27 })
    expect(Object.keys(readScores(finished).usage)).toEqual(['candidate'])
  })

  test('counts translations that have every wording as conflicts, and scores nothing of them', async () => {
    const agent = join(temporaryFolder(), 'agent.mjs')
    // All translations of the three words of these rows, whatever is asked.
    writeFileSync(agent, 'export const ask = () => "番茄西红柿洋柿子 自行车单车脚踏车"\n')
    const finished = await run(`module:${agent}#ask`, { HOLDFAST_REFUTEBENCH1_TASKS: 'mt', HOLDFAST_REFUTEBENCH1_NCS: '0,1' })
    const items = readItems(finished)
    const skipped = items.filter(({ status }) => status === 'skipped')
    expect(new Set(skipped.map(({ item }) => item.split('/').at(-1)))).toEqual(new Set(['mt-01', 'mt-02']))
    expect(skipped).toHaveLength(2 * 2 * 2)
    expect(skipped[0]).toMatchObject({ scores: {}, reason: expect.stringMatching(/^conflict: /) })
    expect(value(finished, 'mt.conflicts')).toBe(8)
    expect(readScores(finished).suites.refutebench1?.items).toBe(items.length)
  })

  test('with one seed is the same as another, and says something else with another seed', async () => {
    const said = (finished: VitestRun) =>
      readCalls(finished)
        .map(({ item, call, messages, content }) => JSON.stringify([item, call, messages, content]))
        .sort()
    const records = (finished: VitestRun) =>
      readItems(finished)
        .map((record) => JSON.stringify(record))
        .sort()
    const [first, again, other] = await Promise.all([
      forgetful3(),
      run('sim:forgetful?after=3'),
      run('sim:forgetful?after=3', { HOLDFAST_SEED: '1' }),
    ])
    expect(said(again)).toEqual(said(first))
    expect(records(again)).toEqual(records(first))
    expect(metricsOf(again)).toEqual(metricsOf(first))
    expect(said(other)).not.toEqual(said(first))
  })

  test('can be summarized again from its items alone', async () => {
    const finished = await forgetful3()
    const { stdout, stderr } = await runHoldfast(['summarize', 'refutebench1', finished.folder.items])
    const { metrics } = JSON.parse(stdout || '{}').suites?.refutebench1 ?? {}
    expect(metrics, stderr).toEqual(metricsOf(finished))
  })

  test('shows in its dialogues what was kept and what was forgotten', async () => {
    const finished = await forgetful3()
    const { stdout } = await runHoldfast(['show', finished.folder.path, 'qa/memory/NC-3/qa-01'])
    expect(stdout).toMatch(/feedback-0\n[^>]*Perth\n\s*-> feedback 1 met/)
    expect(stdout).toMatch(/answer-1\n[^>]*Canberra\.\n\s*-> feedback 1 FORGOTTEN/)
  })
})

describe.concurrent('the filter', QUEUED, () => {
  test.each([
    ['suites/refutebench/', 'refutebench'],
    ['suites/refutebench1', 'refutebench1'],
  ])('%s runs %s only', async (filter, suite) => {
    const finished = await runInCheckout([filter, '--project', 'suites'], { HOLDFAST_MODEL: 'sim:oracle', HOLDFAST_LIMIT: '1' })
    expect(finished.code, finished.text.slice(-2000)).toBe(0)
    expect(Object.keys(readScores(finished).suites)).toEqual([suite])
  })
})

describe.skipIf(!hasShared).concurrent('the official data (skipped without the shared folder; whole with TEST_LONG)', QUEUED, () => {
  const data = { HOLDFAST_DATA: join(sharedFolder, 'data') }
  /** The run that has a task: a sample of all three in one, or, in the long run, each whole and by itself. */
  const official = (model: string) => {
    const sample = once(() => run(model, { ...data, HOLDFAST_LIMIT: '120' }))
    return (task: string) => (isLong ? run(model, { ...data, HOLDFAST_REFUTEBENCH1_TASKS: task }) : sample())
  }
  const sizes = { email: 600, mt: 2977, qa: 2227 } as const

  test.each([
    ['sim:oracle', [1, 1], [1, 1, 1, 1]],
    ['sim:stubborn', [0, 0], [0, 0, 0, 0]],
    ['sim:forgetful?after=3', [1, 1], [1, 1, 1, 0]],
  ] as const)('%s has rates of known truth', async (model, [fa, rr0], memory) => {
    const runOf = official(model)
    for (const task of TASKS) {
      const finished = await runOf(task)
      expect(finished.code, finished.text.slice(-2000)).toBe(0)
      expect(readScores(finished).run.data.refutebench1).toMatchObject({ source: 'official', items: isLong ? sizes[task] : 5804 })
      expect(readScores(finished).suites.refutebench1).toMatchObject({
        items: isLong ? sizes[task] : 360,
        unscored: 0,
        error: 0,
        skipped: 0,
      })
      expect(value(finished, `${task}.FA`), task).toBe(fa)
      expect(byNc(finished, task, 'memory', 'RR'), task).toEqual(memory)
      expect(value(finished, `${task}.generalization.nc0.RR`), task).toBe(rr0)
      expect(value(finished, `${task}.conflicts`), task).toBe(0)
      if (task !== 'mt') expect(value(finished, `${task}.skipped`), task).toBe(0)
      else {
        expect(value(finished, 'mt.en-he.memory.nc3.RR')).toBe(memory[3])
        // Slots after sentences without a new word: 2,203 + 1,396 sentences, 619 + 372 with one.
        if (isLong) expect(value(finished, 'mt.skipped')).toBe(2608)
      }
    }
  })
})
