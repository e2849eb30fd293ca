import type { BoardLayout } from '../../src/kit.ts'
import { refutebench1Label } from './metricLabel.ts'

/** RefuteBench 1.0 over several models: feedback accepted (FA) and kept (RR), by task and number of other queries. */
export function refutebench1Board(keys: readonly string[]): BoardLayout {
  // The title of the table says what is counted.
  const labelOf = (key: string) => refutebench1Label(key)?.replace(/: feedback (?:accepted|kept later) \(\w+\)$/, '') ?? key
  const ending = (end: string) => keys.filter((key) => key.endsWith(end)).map((key) => ({ key, label: labelOf(key) }))
  return {
    tables: [
      { title: 'Feedback accepted (FA)', columns: ending('.FA') },
      { title: 'Feedback kept later (RR)', columns: ending('.RR') },
    ],
  }
}
