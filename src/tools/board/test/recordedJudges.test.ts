import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { llmbarSuite } from '../../../../suites/llmbar/suite.ts'
import { llmbarData, readExpected } from '../../../../test/llmbar/recorded.ts'
import { cotRuleOf, RECORDED_RUNS, replayed } from '../../../../test/llmbar/replayed.ts'
import { hasShared, isLong } from '../../../../test/shared.ts'
import type { LayOutBoard } from '../../../core/format/boardLayout.ts'
import type { ScoresDocument } from '../../../core/format/scoresDocument.ts'
import { suiteScores } from '../../../core/stats/summary/suiteScores.ts'
import { boardSuite } from '../board.ts'
import { cellOf } from './cellOf.ts'

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
    const layout = layOut(entries[0]?.document.suites.llmbar?.metrics ?? {})
    const places = entries.map(({ name }) => ({ name, value: 0, from: 1, to: entries.length }))
    const board = boardSuite('llmbar', entries, layout, {
      suite: 'llmbar',
      metric: 'accuracy.average',
      labels: {},
      runs: places,
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
