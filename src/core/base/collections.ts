/** The sum of values, from the first to the last. */
export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

/** What is known of keys, by key; those of which nothing is known are left out. */
export function knownOf<Value>(keys: readonly string[], of: (key: string) => Value | undefined): Record<string, Value> {
  return fromKnown(keys.map((key) => [key, of(key)] as const))
}

/** Things by their keys, keys and things in the order in which they come. Node 20 has no `Map.groupBy`. */
export function groupBy<Key, Thing>(things: Iterable<Thing>, keyOf: (thing: Thing) => Key): Map<Key, Thing[]> {
  const groups = new Map<Key, Thing[]>()
  for (const thing of things) {
    const key = keyOf(thing)
    const group = groups.get(key)
    if (group) group.push(thing)
    else groups.set(key, [thing])
  }
  return groups
}

/** An object of the entries that have a value. */
export function fromKnown<Value>(entries: Iterable<readonly [name: string, value: Value | undefined]>): Record<string, Value> {
  return Object.fromEntries([...entries].filter((entry): entry is [string, Value] => entry[1] !== undefined))
}

/** The same, where any has one. */
export function fromAny<Value>(entries: Iterable<readonly [name: string, value: Value | undefined]>): Record<string, Value> | undefined {
  const found = fromKnown(entries)
  return Object.keys(found).length > 0 ? found : undefined
}

/** What there is of some things: what is false, undefined or an empty text is left out. */
export function present<Thing>(things: readonly (Thing | false | undefined | '')[]): Thing[] {
  return things.filter((thing): thing is Thing => thing !== false && thing !== undefined && thing !== '')
}
