import { remembered } from '../../core/base/remembered.ts'
import type { ItemRecord } from '../../core/format/records.ts'
import { measuredRole, type ScoresDocument } from '../../core/format/scoresDocument.ts'
import { combineTrials } from '../../core/stats/summary/combineTrials.ts'
import type { SuiteView } from '../suiteView.ts'
import { lostPoints } from './lostPoints.ts'
import type { Flip, IndexRow, PageIndex } from './shared/pageIndex.ts'
import { sliceNames } from './slices.ts'

/** Lost points of an item that it is listed under. */
const POINTS = 6

/** The index of a page, to be filled row by row; names that repeat are stored once. */
export function pageIndex(about: Pick<PageIndex, 'runs' | 'against'>) {
  const names = { suites: [] as string[], tasks: [] as string[], tags: [] as string[], lost: [] as string[] }
  const placeIn = (list: string[]) => remembered((name: string) => list.push(name) - 1)
  const [suite, task, tag, lost] = [placeIn(names.suites), placeIn(names.tasks), placeIn(names.tags), placeIn(names.lost)]
  const index = { ...about, ...names, rows: [] as IndexRow[] } satisfies PageIndex
  const add = (record: ItemRecord, { lostPoint }: SuiteView, own: Pick<IndexRow, 'flip' | 'record' | 'transcripts'>) => {
    const { total } = record.scores
    const points = new Set(lostPoints(record, lostPoint).map(({ name }) => name))
    index.rows.push({
      suite: suite(record.suite),
      task: task(record.task),
      id: record.item,
      trial: record.trial,
      state: record.status,
      total: total === undefined ? null : Number(total.toFixed(4)),
      tags: sliceNames(record).slice(1).map(tag),
      lost: [...points].slice(0, POINTS).map(lost),
      ...own,
    })
  }
  return { index, add }
}

/** How each item changed from another run, of the items that both have scored. */
export function flipsBySuite(
  records: readonly ItemRecord[],
  base: readonly ItemRecord[] | undefined,
): (record: Pick<ItemRecord, 'suite' | 'item'>) => Flip {
  if (!base) return () => ''
  const passes = (some: readonly ItemRecord[]) => {
    const suites = [...new Set(some.map(({ suite }) => suite))]
    const items = suites.flatMap((name) =>
      combineTrials(some.filter(({ suite }) => suite === name)).flatMap(({ item, scored, status }) =>
        scored ? [[JSON.stringify([name, item]), status === 'passed'] as const] : [],
      ),
    )
    return new Map(items)
  }
  const [now, before] = [passes(records), passes(base)]
  return ({ suite, item }) => {
    const key = JSON.stringify([suite, item])
    const [pass, passed] = [now.get(key), before.get(key)]
    if (pass === undefined || passed === undefined || pass === passed) return ''
    return pass ? 'gained' : 'lost'
  }
}

/** A run by the model it is about: the candidate, or the judge where there is none. */
export function pageRun(name: string, document: ScoresDocument | undefined): PageIndex['runs'][number] {
  const { model, simulated } = (document && measuredRole(document.run)) ?? { model: '', simulated: false }
  return { name, model, simulated }
}
