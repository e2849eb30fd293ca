// How often a ranking has places that the truth does not bear out: equal models told apart, and models whose truth differs misplaced.
import { drawMany, figureOf, itemsAlone, normals } from './designs.mjs'

/** Simulations of the ranking given. */
export function rankSimulations({ random, compareRecords, rankByPairs }) {
  /** Shares of so many rankings of models, each so many standard deviations better than the first, by as many items. */
  return function rankings(shifts, n, runs) {
    const design = itemsAlone(n)
    const figure = figureOf(design)
    let [apart, wrong, places] = [0, 0, 0]
    for (let run = 0; run < runs; run += 1) {
      const models = drawMany(design, 'rate 0.9', normals(random('ranks', shifts.length, n, run)), shifts)
      const values = models.map((records) => figure(records).score.value)
      const ranked = rankByPairs(values, (one, other) => {
        const [{ change, p }] = compareRecords(models[one], models[other], figure).metrics
        return { difference: -change, p }
      })
      const equal = shifts.filter((shift, at) => shifts.indexOf(shift) !== at || shifts.lastIndexOf(shift) !== at).length === shifts.length
      apart += Number(equal && ranked.some(({ from, to }) => to - from < shifts.length - 1))
      // A place is right where it lies within the places that models of the same truth share.
      wrong += Number(
        ranked.some(({ index, from, to }) => {
          const better = shifts.filter((shift) => shift > shifts[index]).length
          const worse = shifts.filter((shift) => shift < shifts[index]).length
          return from > better + 1 || to < shifts.length - worse
        }),
      )
      places += ranked.reduce((sum, { from, to }) => sum + to - from + 1, 0) / shifts.length
    }
    return { apart: apart / runs, wrong: wrong / runs, places: places / runs }
  }
}
