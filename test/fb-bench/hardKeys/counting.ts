/** All orders of a list. */
export function permutations<T>(list: readonly T[]): T[][] {
  if (list.length === 0) return [[]]
  return list.flatMap((first, index) => permutations([...list.slice(0, index), ...list.slice(index + 1)]).map((rest) => [first, ...rest]))
}

/** All choices out of a list. */
export function subsets<T>(list: readonly T[]): T[][] {
  const [first, ...others] = list
  return first === undefined ? [[]] : subsets(others).flatMap((set) => [set, [first, ...set]])
}

/** Who is left of 1 to `size` when the counts, in turn, take one out of the circle. */
export function circleLast(size: number, counts: readonly number[]): number {
  const circle = Array.from({ length: size }, (_, index) => index + 1)
  for (let round = 0; circle.length > 1; round++) {
    const count = counts[round % counts.length] ?? 1
    for (let step = 1; step < count; step++) circle.push(circle.shift() ?? 0)
    circle.shift()
  }
  return circle[0] ?? 0
}

/** The least time in which all cross a bridge by twos with one lamp; some pairs refuse each other. */
export function shortestCrossing(paces: readonly number[], enemies: readonly (readonly [number, number])[]): number {
  const all = (1 << paces.length) - 1
  const best = new Map<string, number>([[`${all} near`, 0]])
  const groups = paces.flatMap((one, first) =>
    paces.flatMap((two, second) =>
      second < first || enemies.some((pair) => pair.includes(one) && pair.includes(two) && one !== two)
        ? []
        : [{ members: (1 << first) | (1 << second), time: Math.max(one, two) }],
    ),
  )
  // As often as there are places to be in, so that every way has been tried.
  for (let changed = true; changed; ) {
    changed = false
    for (const [place, time] of [...best]) {
      const near = Number.parseInt(place, 10)
      const isNear = place.endsWith('near')
      for (const group of groups) {
        const from = isNear ? near : all & ~near
        if ((from & group.members) !== group.members) continue
        const next = `${near ^ group.members} ${isNear ? 'far' : 'near'}`
        if (time + group.time < (best.get(next) ?? Number.POSITIVE_INFINITY)) {
          best.set(next, time + group.time)
          changed = true
        }
      }
    }
  }
  return best.get('0 far') ?? Number.NaN
}

/** A number below 400 in Roman numerals, digit by digit. */
export function romanNumeral(number: number): string {
  const digit = (value: number, one: string, five: string, ten: string) =>
    ['', one, one + one, one + one + one, one + five, five, five + one, five + one + one, five + one + one + one, one + ten][value] ?? ''
  return 'C'.repeat(Math.floor(number / 100)) + digit(Math.floor(number / 10) % 10, 'X', 'L', 'C') + digit(number % 10, 'I', 'V', 'X')
}
