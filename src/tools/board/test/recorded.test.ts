import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { recordedFbBench, recordedLifbench } from '../../../../bench/stats/recorded.mjs'
import { readOfficialItems } from '../../../../suites/fb-bench/openItems.ts'
import { fbBenchSuite } from '../../../../suites/fb-bench/suite.ts'
import { lifbenchSuite } from '../../../../suites/lifbench/suite.ts'
import { TASKS } from '../../../../suites/lifbench/tasks.ts'
import { llmbarSuite } from '../../../../suites/llmbar/suite.ts'
import { llmbarData, readExpected } from '../../../../test/llmbar/recorded.ts'
import { cotRuleOf, RECORDED_RUNS, replayed } from '../../../../test/llmbar/replayed.ts'
import { once } from '../../../../test/outcome.ts'
import { hasShared, isLong, sharedFolder } from '../../../../test/shared.ts'
import type { BoardLayout, LayOutBoard } from '../../../core/format/boardLayout.ts'
import type { ItemRecord } from '../../../core/format/records.ts'
import type { ScoresDocument } from '../../../core/format/scoresDocument.ts'
import { suiteScores } from '../../../core/stats/summary/suiteScores.ts'
import { type Ranking, rankRuns } from '../../../deciding/compare/ranking.ts'
import { plannedHeadline } from '../../../deciding/headline.ts'
import type { Suite } from '../../../running/worker/suite.ts'
import { type BoardSuite, boardSuite } from '../board.ts'

const data = join(sharedFolder, 'data')

/** A board of recorded models, by the suite's own rules and layout. */
async function boardOf(suite: Suite, byModel: ReadonlyMap<string, readonly ItemRecord[]>): Promise<BoardSuite> {
  const rules = await suite.rules()
  const runs = [...byModel].map(([name, records]) => ({ name, document: undefined, records }))
  const entries = runs.map(({ name, records }) => ({
    name,
    records,
    document: documentOf(suite.name, name, records, rules.summarize(records)),
  }))
  const metrics = entries[0]?.document.suites[suite.name]?.metrics ?? {}
  const layOut = suite.view?.board as LayOutBoard
  const { key } = plannedHeadline(rules.planned(entries[0]?.records ?? []))
  // Comparing all pairs takes long; the places by value are known at once.
  const places = entries
    .map(({ name, document }) => ({
      name,
      value: document.suites[suite.name]?.metrics[key]?.value as number,
      n: 0,
      items: 0,
      from: 1,
      to: entries.length,
    }))
    .sort((one, other) => other.value - one.value)
  const quick: Ranking = { suite: suite.name, metric: key, labels: {}, runs: places, shared: [0, 0], correlations: [] }
  return boardSuite(suite.name, entries, layOut(metrics) as BoardLayout, isLong ? rankRuns(rules, runs) : quick)
}

function documentOf(
  suite: string,
  model: string,
  records: readonly ItemRecord[],
  own: ReturnType<typeof suiteScores>['metrics'],
): ScoresDocument {
  const run = { startedAt: '2026-01-01T00:00:00Z', finishedAt: '2026-01-01T00:01:00Z', roles: { candidate: { model, simulated: false } } }
  return { run, suites: { [suite]: suiteScores(records, own) }, usage: {}, presentation: {} } as unknown as ScoresDocument
}

describe.skipIf(!hasShared)('the board of twelve recorded models of FB-Bench (skipped without the shared folder)', () => {
  type Slice = Readonly<Record<string, { readonly ec: number | null; readonly rm: number | null }>>
  interface Published {
    readonly ec: number
    readonly rm: number
    readonly overall: number
    readonly per_task: Slice
    readonly per_deficiency_ec: Slice
    readonly per_feedback_ec: Slice
    readonly per_feedback_rm: Slice
  }
  const published = once(
    () => JSON.parse(readFileSync(join(data, 'fb-bench', 'expected.json'), 'utf8')).models as Record<string, Published>,
  )
  const tags = once(() => new Map(readOfficialItems(join(data, 'fb-bench')).map((item) => [item.id, item])))
  const board = once(() => {
    const recorded = recordedFbBench(data, { readOfficialItems }) as Map<string, ItemRecord[]>
    const tagged = (record: ItemRecord): ItemRecord => {
      const item = tags().get(record.item)
      return { ...record, tags: { feedback: [...(item?.feedbackTypes ?? [])], deficiency: [...(item?.deficiency ?? [])] } }
    }
    return boardOf(fbBenchSuite, new Map([...recorded].map(([model, records]) => [model, records.map(tagged)])))
  })

  test('has every published cell to its two digits', async () => {
    const shown = await board()
    let cells = 0
    for (const [model, expected] of Object.entries(published())) {
      const near = (title: string, key: string, value: number | null) => {
        // The official tables leave out what is 0.
        if (value === null) return
        cells += 1
        expect([model, key, Math.abs((cellOf(shown, title, model, key) ?? Number.NaN) - value) < 0.0051]).toEqual([model, key, true])
      }
      near('Scenarios', 'overall', expected.overall)
      near('Scenarios', 'error_correction', expected.ec)
      near('Scenarios', 'response_maintenance', expected.rm)
      for (const [task, { ec, rm }] of Object.entries(expected.per_task)) {
        near('Error correction by task', `ec.task.${task}`, ec)
        near('Response maintenance by task', `rm.task.${task}`, rm)
      }
      for (const [name, { ec }] of Object.entries(expected.per_deficiency_ec))
        near('Error correction by deficiency', `ec.deficiency.${name}`, ec)
      for (const [name, { ec }] of Object.entries(expected.per_feedback_ec)) near('Error correction by feedback', `ec.feedback.${name}`, ec)
      for (const [name, { rm }] of Object.entries(expected.per_feedback_rm))
        near('Response maintenance by feedback', `rm.feedback.${name}`, rm)
    }
    expect(cells).toBeGreaterThan(12 * 30)
    const order = Object.entries(published()).sort(([, one], [, other]) => other.overall - one.overall)
    expect(shown.runs.map(({ label }) => label)).toEqual(order.map(([model]) => model))
  })
})

describe.skipIf(!hasShared)('the board of ten recorded models of LIFBench (skipped without the shared folder)', () => {
  interface Published {
    readonly official_score_point_xlsx: { readonly ars: Readonly<Record<string, number>> }
  }
  const published = once(
    () => JSON.parse(readFileSync(join(data, 'lifbench', 'expected.json'), 'utf8')).per_model as Record<string, Published>,
  )

  test('has every cell of the official table, and its order', async () => {
    const board = await boardOf(lifbenchSuite, recordedLifbench(data, { TASKS }) as Map<string, ItemRecord[]>)
    const title = 'Automated rubric-based scoring (ARS)'
    for (const [model, { official_score_point_xlsx: official }] of Object.entries(published())) {
      for (const { id, official: name } of TASKS)
        expect(cellOf(board, title, model, `ars.${id}`)).toBeCloseTo(official.ars[name] as number, 9)
      expect(cellOf(board, title, model, 'ars.overall')).toBeCloseTo(official.ars.wavg as number, 9)
    }
    const order = Object.entries(published()).sort(([, one], [, other]) => {
      return (other.official_score_point_xlsx.ars.wavg as number) - (one.official_score_point_xlsx.ars.wavg as number)
    })
    expect(board.runs.map(({ label }) => label)).toEqual(order.map(([model]) => model))
  })
})

// A run takes a second: two in short tests, all 28 in long ones.
const JUDGES = RECORDED_RUNS.filter(
  ({ evaluator, strategy }) => isLong || ['GPT-4 Vanilla', 'ChatGPT Rating'].includes(`${evaluator} ${strategy}`),
)

describe.skipIf(!hasShared)('the board of recorded judges of LLMBar (skipped without the shared folder)', () => {
  test('has the published accuracy and agreement of every judge and strategy in the cells of its subset', async () => {
    const entries = []
    for (const { evaluator, strategy } of JUDGES) {
      const { records } = await replayed(evaluator, strategy, cotRuleOf(evaluator, strategy))
      const { metrics } = suiteScores(records, (await llmbarSuite.rules()).summarize(records))
      const run = {
        startedAt: '2026-01-01T00:00:00Z',
        finishedAt: '2026-01-01T00:01:00Z',
        roles: { judge: { model: evaluator, simulated: false } },
        called: { llmbar: ['judge'] },
        options: { llmbar: { strategy } },
      }
      const document = { run, suites: { llmbar: { metrics } }, usage: {} } as unknown as ScoresDocument
      entries.push({ name: `${evaluator} ${strategy}`, document, records })
    }
    const layOut = llmbarSuite.view?.board as LayOutBoard
    const layout = layOut(entries[0]?.document.suites.llmbar?.metrics ?? {}) as BoardLayout
    const places = entries.map(({ name }) => ({ name, value: 0, n: 8, items: 0, from: 1, to: entries.length }))
    const board = boardSuite('llmbar', entries, layout, {
      suite: 'llmbar',
      metric: 'accuracy.average',
      labels: {},
      runs: places,
      shared: [0, 0],
      correlations: [],
    })
    const published = [...readExpected().table, ...readExpected(join(llmbarData, 'more')).table]
    const rows = published.filter((row) =>
      JUDGES.some(({ evaluator, strategy }) => row.evaluator === evaluator && row.strategy === strategy),
    )
    for (const row of rows) {
      const label = `${row.evaluator}, ${row.strategy}`
      for (const [name, { acc, agr }] of Object.entries({
        ...row?.subsets,
        adversarial: row?.adversarialMacro,
        average: row?.overallMacro,
      })) {
        expect(cellOf(board, 'Accuracy', label, `accuracy.${name}`), `${label} ${name}`).toBeCloseTo(acc, 9)
        expect(cellOf(board, 'Positional agreement', label, `agreement.${name}`), `${label} ${name}`).toBeCloseTo(agr, 9)
      }
    }
    expect(rows).toHaveLength(JUDGES.length)
  })
})

/** The value of a model in a column of a board's table; undefined where there is none. */
function cellOf(board: BoardSuite, title: string, model: string, key: string): number | undefined {
  const table = board.tables.find((entry) => entry.title === title)
  const row = board.runs.findIndex(({ label }) => label === model)
  return table?.rows[row]?.[table.columns.findIndex((column) => column.key === key)]?.value
}
