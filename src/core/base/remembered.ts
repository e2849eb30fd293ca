/** A function that makes each value once; with a WeakMap it keeps the value no longer than its key. */
export function remembered<Key, Value>(
  make: (key: Key) => Value,
  known: { has(key: Key): boolean; get(key: Key): Value | undefined; set(key: Key, value: Value): unknown } = new Map<Key, Value>(),
): (key: Key) => Value {
  return (key) => {
    if (!known.has(key)) known.set(key, make(key))
    return known.get(key) as Value
  }
}
