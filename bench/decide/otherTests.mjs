// What a decision costs by tests that are not the product's: the fewest items that any test could do with, and truescore's early stop.
import { random } from '../build/src/core/base/random.js'

/** Errors that the product promises: of a word that is too good, and of any. */
const [GREEN, ANY] = [0.025, 0.05]

/**
 * Items that a test of these errors takes in the mean at least, told the variance and the distance beforehand: the sequential test of both
 * sides at that distance, which none beats (Wald and Wolfowitz, 1948), of items that are not put back. @param variance of an item.
 */
export function fewestItems({ distance, variance, isHeld, items }) {
  const [wrong, missed] = isHeld ? [GREEN, ANY] : [ANY, GREEN]
  const information = (1 - missed) * Math.log((1 - missed) / wrong) + missed * Math.log(missed / (1 - wrong))
  const needed = (information * variance) / (2 * distance ** 2)
  return (needed * items) / (needed + items)
}

/** What is left of values when their cells and what is known of them is told: residuals of a regression within cells, of weighted items. */
export function unforeseen(values, cells, weights, known) {
  let left = centred(values, cells, weights)
  for (const one of known) {
    const own = centred(one, cells, weights)
    const product = (a, b) => weights.reduce((sum, weight, at) => sum + weight * a[at] * b[at], 0)
    const slope = product(own, own) > 0 ? product(left, own) / product(own, own) : 0
    left = left.map((value, at) => value - slope * own[at])
  }
  return left
}

function centred(values, cells, weights) {
  const sums = new Map()
  for (const [at, cell] of cells.entries()) {
    const own = sums.get(cell) ?? { sum: 0, weight: 0 }
    sums.set(cell, { sum: own.sum + weights[at] * values[at], weight: own.weight + weights[at] })
  }
  return values.map((value, at) => value - sums.get(cells[at]).sum / sums.get(cells[at]).weight)
}

/** The places of items drawn by weight, over and over. */
function* drawn(weights, seed) {
  const { int } = random('truescore', seed)
  const ends = []
  for (const weight of weights) ends.push((ends.at(-1) ?? 0) + weight)
  const steps = 2 ** 30
  for (;;) {
    const at = ((int(0, steps - 1) + 0.5) / steps) * ends.at(-1)
    let [low, high] = [0, ends.length - 1]
    while (low < high) {
      const middle = (low + high) >> 1
      if (ends[middle] < at) low = middle + 1
      else high = middle
    }
    yield low
  }
}

/**
 * The early stop of truescore 0.7.4 (PyPI, `first_exclusion`, both sides): the predictable plug-in empirical Bernstein confidence sequence
 * of Waudby-Smith and Ramdas (2024, section 3.2), with its capped bets (0.5) and prior of a half. It is of draws that are put back, so an
 * item that is drawn again is not paid again. It ends where the bound is left out, or with all items. @param values between `range`.
 */
export function truescoreStop({ values, weights, range: [low, high], bound, seed, alpha = ANY }) {
  const asked = new Set()
  const reference = (bound - low) / (high - low)
  let [sum, squares, bets, products, budget] = [0, 0, 0, 0, Math.log(2 / alpha)]
  let [least, most, n] = [0, 1, 0]
  for (const at of drawn(weights, seed)) {
    if (asked.size === values.length) break
    asked.add(at)
    const x = (values[at] - low) / (high - low)
    const [mean, variance] = [(0.5 + sum) / (n + 1), (0.25 + squares) / (n + 1)]
    n += 1
    const bet = Math.min(0.5, Math.sqrt((2 * Math.log(1 / alpha)) / (variance * n * Math.log1p(n))))
    budget += (x - mean) ** 2 * (-Math.log1p(-bet) - bet)
    products += bet * x
    bets += bet
    sum += x
    squares += (x - (0.5 + sum) / (n + 1)) ** 2
    least = Math.max(least, (products - budget) / bets)
    most = Math.min(most, (products + budget) / bets)
    if (reference < least || reference > most) return { asked, isAbove: reference < least }
  }
  return { asked, isAbove: undefined }
}
