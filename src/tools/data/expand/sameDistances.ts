/** Length below which a vector is none: what is left of one that lies in the space of those before it. */
const NOTHING = 1e-9

/**
 * Vectors of length 1 with the same distances between them in as few directions as they span: n texts span n of an embedder's
 * thousands, and hundreds of clusterings take a second instead of a minute. (Modified Gram-Schmidt.)
 *
 * A vector of zeros stays one.
 */
export function sameDistances(vectors: readonly (readonly number[])[]): number[][] {
  const basis: number[][] = []
  const coordinates = vectors.map((vector) => {
    const length = Math.hypot(...vector)
    const rest = vector.map((value) => (length === 0 ? 0 : value / length))
    const own = basis.map((direction) => {
      const along = dot(rest, direction)
      direction.forEach((value, at) => {
        rest[at] = (rest[at] ?? 0) - along * value
      })
      return along
    })
    const left = Math.sqrt(dot(rest, rest))
    if (left < NOTHING) return own
    basis.push(rest.map((value) => value / left))
    return [...own, left]
  })
  return coordinates.map((own) => [...own, ...Array<number>(basis.length - own.length).fill(0)])
}

function dot(one: readonly number[], other: readonly number[]): number {
  return one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0)
}
