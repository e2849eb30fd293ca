import { isObject } from '../../../src/kit.ts'
import { sameName, sameValue } from './sameValue.ts'

/** Longest array whose entries are compared one by one: no task asks for as many. */
const MOST = 100

/**
 * What stands at a path such as `arguments.0.name`, told by a right answer: a key may be written otherwise (`weightKg` for `weight_kg`), and
 * where an array has more or fewer entries than the right one, the entry counts that is in the place of the wanted one. Undefined where
 * the path leads nowhere.
 */
export function valueAt(found: unknown, wanted: unknown, path: string): unknown {
  if (path === '') return found
  let [own, right]: [unknown, unknown] = [found, wanted]
  for (const key of path.split('.')) {
    const place = Array.isArray(own) && Array.isArray(right) && own.length !== right.length ? alignment(own, right)[Number(key)] : key
    own = place === undefined ? undefined : child(own, place)
    right = child(right, key)
  }
  return own
}

function child(value: unknown, key: string | number): unknown {
  if (typeof value !== 'object' || value === null) return undefined
  if (Object.hasOwn(value, key)) return (value as Record<string | number, unknown>)[key]
  if (!isObject(value)) return undefined
  const name = Object.keys(value).find((own) => sameName(own.replace(/(?<=[a-z])(?=[A-Z])/g, '_'), String(key)))
  return name === undefined ? undefined : value[name]
}

/** For each wanted entry the place of the found one that stands for it, in the order in which most of them agree. */
function alignment(found: readonly unknown[], wanted: readonly unknown[]): (number | undefined)[] {
  const own = found.slice(0, MOST)
  const alike = own.map((one) => wanted.map((other) => similarity(one, other)))
  // best[i][j]: how much the entries from i and from j on agree at most.
  const best = Array.from({ length: own.length + 1 }, () => Array<number>(wanted.length + 1).fill(0))
  const at = (i: number, j: number) => best[i]?.[j] ?? 0
  const matched = (i: number, j: number) => (alike[i]?.[j] ?? 0) + at(i + 1, j + 1)
  for (let i = own.length - 1; i >= 0; i -= 1)
    for (let j = wanted.length - 1; j >= 0; j -= 1) (best[i] as number[])[j] = Math.max(matched(i, j), at(i + 1, j), at(i, j + 1))
  const places = Array<number | undefined>(wanted.length)
  let [i, j] = [0, 0]
  while (i < own.length && j < wanted.length) {
    if (at(i, j) === at(i, j + 1)) j += 1
    else if (at(i, j) === at(i + 1, j)) i += 1
    else places[j++] = i++
  }
  return places
}

/** How much of a wanted entry another one has: 1 where it is the same. */
function similarity(found: unknown, wanted: unknown): number {
  if (sameValue(found, wanted)) return 1
  if (!isObject(found) || !isObject(wanted)) return 0
  const keys = Object.keys(wanted)
  return keys.filter((key) => sameValue(found[key], wanted[key])).length / (keys.length + 1)
}

/**
 * JSON in the wrapping that was asked for: an object alone in an array is that object, an array or object under one key more is what stands
 * there, and an object where an array of objects was asked for is its one entry.
 */
export function unwrapped(found: unknown, wanted: unknown): unknown {
  const inner = innerOf(found, wanted)
  if (isAlike(inner, wanted)) return inner
  return isObject(found) && Array.isArray(wanted) ? [found] : found
}

function innerOf(found: unknown, wanted: unknown): unknown {
  if (isAlike(found, wanted) && Array.isArray(found)) return undefined
  const [value, ...others] = Array.isArray(found) ? found : isObject(found) ? Object.values(found) : []
  const isWanted = isObject(found) && isObject(wanted) && Object.keys(found).some((key) => Object.hasOwn(wanted, key))
  return others.length > 0 || isWanted ? undefined : value
}

/** Whether both are arrays, or both objects. */
function isAlike(one: unknown, other: unknown): boolean {
  return (Array.isArray(one) && Array.isArray(other)) || (isObject(one) && isObject(other))
}
