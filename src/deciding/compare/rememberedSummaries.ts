import { random } from '../../core/base/random.ts'
import type { ItemRecord } from '../../core/format/records.ts'
import type { Figures } from '../../core/stats/summary/metric.ts'

/**
 * A summary that keeps what it found: every two runs are compared with the same clusters left out, and so each run is summed up again
 * and again over the same records. Of each sum only some metrics are kept.
 *
 * @param keys of the metrics that are asked for; the others are missing from a summary that is not over all records of a run.
 * @param wholes numbers of records of which everything is kept.
 */
export function rememberedSummaries(
  summarize: (records: readonly ItemRecord[]) => Figures,
  keys: readonly string[],
  wholes: ReadonlySet<number>,
): (records: readonly ItemRecord[]) => Figures {
  const marks = new WeakMap<ItemRecord, readonly [number, number]>()
  const draw = random('remembered summaries', 0)
  const known = new Map<string, Figures>()
  return (records) => {
    let [one, other] = [0, 0]
    for (const record of records) {
      // Sums of 31 bits are exact for thousands of records, and two of them do not meet by chance.
      let mark = marks.get(record)
      if (!mark) {
        mark = [draw.int(0, 2 ** 31 - 1), draw.int(0, 2 ** 31 - 1)]
        marks.set(record, mark)
      }
      one += mark[0]
      other += mark[1]
    }
    const key = `${records.length} ${one} ${other}`
    const before = known.get(key)
    if (before) return before
    const metrics = summarize(records)
    const kept = wholes.has(records.length)
      ? metrics
      : Object.fromEntries(keys.flatMap((name) => (metrics[name] ? [[name, metrics[name]]] : [])))
    known.set(key, kept)
    return kept
  }
}
