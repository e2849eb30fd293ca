import { type BoardLayout, groupColumns, type LayOutBoard } from '../../src/kit.ts'

/** RefuteBench 1.0 over several models: feedback accepted (FA) and kept (RR), by task and number of other queries. */
export function refutebench1Board(metrics: Parameters<LayOutBoard>[0]): BoardLayout {
  return {
    tables: [
      { title: 'Feedback accepted (FA)', columns: groupColumns(metrics, 'FA') },
      { title: 'Feedback kept later (RR)', columns: groupColumns(metrics, 'RR') },
    ],
  }
}
