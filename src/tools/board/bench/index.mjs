// What `npm run bench` and `npm run bench:stats` measure of the tool.
import { random } from '../../../../bench/build/src/core/base/random.js'
import { itemRest } from '../../../../bench/build/src/core/stats/itemRest.js'
import { discriminationInterval, LEAST_TAKERS } from '../../../../bench/build/src/tools/board/separation.js'
import { measureBoard } from './measureBoard.mjs'

export const measures = { board: measureBoard }

/** Parts of the benchmark of statistics, by name. */
export function statistics({ RUNS, percent, row }) {
  /** Items over models that are equally good on each of 200: the largest discrimination, and intervals without 0. */
  function separation() {
    const rows = [LEAST_TAKERS, 10, 20].map((models) => {
      const runs = Math.ceil(RUNS / 5)
      const counts = { first: 0, known: 0, above: 0, below: 0 }
      for (let run = 0; run < runs; run += 1) {
        const { int } = random('separation', models, run)
        const scores = Array.from({ length: 200 }, () => {
          const rate = int(1, 9)
          return Array.from({ length: models }, () => Number(int(0, 9) < rate))
        })
        const found = itemRest(scores).flatMap((r) => r ?? [])
        counts.first += Math.max(...found) / runs
        counts.known += found.length
        for (const [low, high] of found.map((r) => discriminationInterval(r, models))) {
          counts.above += Number(low > 0)
          counts.below += Number(high < 0)
        }
      }
      return row(`${models} models`, [counts.first.toFixed(2), percent(counts.above / counts.known), percent(counts.below / counts.known)])
    })
    return [
      'equally good models: mean of the largest discrimination of 200 items, percent of items with an interval above and below 0',
      row('', ['largest', 'above 0', 'below 0']),
      ...rows,
    ]
  }

  return { separation }
}
