/** Things by their keys, in the order in which the keys first come. */
export function groupBy<Thing>(things: Iterable<Thing>, keyOf: (thing: Thing) => string): Map<string, Thing[]> {
  const groups = new Map<string, Thing[]>()
  for (const thing of things) {
    const key = keyOf(thing)
    const group = groups.get(key)
    if (group) group.push(thing)
    else groups.set(key, [thing])
  }
  return groups
}
