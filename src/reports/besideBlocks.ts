import { counted } from '../core/base/text/counted.ts'
import type { ScoresDocument, SuiteScores } from '../core/format/scoresDocument.ts'
import { type Block, type Face, sentences } from './blocks/block.ts'
import { type CorrectedRows, correctedRows } from './correctedRows.ts'
import { type DoubtRows, doubtRows } from './doubtRows.ts'

/** Metrics that a terminal shows without doubtful verdicts: the page and report.md have all. */
const SHOWN = 8
const TERMINAL: readonly Face[] = ['terminal']
const WITHOUT_TERMINAL: readonly Face[] = ['markdown', 'page']

/** Figures beside the judge's, each kind by itself: without doubtful verdicts, and as people would have them. */
export function besideBlocks(suite: string, scores: SuiteScores, { presentation, run }: ScoresDocument): Block[][] {
  const own = presentation?.[suite]
  return [
    ...besideOf('Doubtful verdicts', doubtRows(suite, scores, own, run), SHOWN),
    ...besideOf('Corrected by labels of people', correctedRows(suite, scores, own, run.labels)),
  ]
}

/** Nothing where there are no such figures. */
function besideOf(title: string, found: CorrectedRows | DoubtRows | undefined, most = Number.POSITIVE_INFINITY): Block[][] {
  if (!found) return []
  const [heads = [], ...rows] = found.rows
  const columns = heads.map((head, at) => ({ head, isFigure: at > 0 }))
  const more = rows.length - most
  const first = more > 0 ? [...rows.slice(0, most), [`... ${counted(more, 'more metric')}`, ...heads.slice(1).map(() => '')]] : rows
  const table = { kind: 'table', label: title, columns } as const
  return [
    [
      { kind: 'heading', text: title, on: ['page'] },
      ...sentences([found.said]),
      ...(rows.length > 0 ? [{ ...table, rows: first, on: TERMINAL } as const, { ...table, rows, on: WITHOUT_TERMINAL } as const] : []),
    ],
  ]
}
