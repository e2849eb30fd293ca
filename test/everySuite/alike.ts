/** A figure and what each fault does to it. */
export interface Row<Effect extends string> {
  readonly key: string
  readonly effects: readonly Effect[]
}

/** Rows in which figures that differ in one part of their keys alone, and are moved alike, stand together under a star in its place. */
export function withAlikeTogether<Effect extends string>(rows: readonly Row<Effect>[]): Row<Effect>[] {
  const most = Math.max(...rows.map(({ key }) => key.split('.').length))
  let merged = [...rows]
  // The first part says what kind of figure it is.
  for (let place = most - 1; place > 0; place -= 1) {
    const bySkeleton = new Map<string, Row<Effect>[]>()
    for (const row of merged) {
      const parts = row.key.split('.')
      const skeleton = place < parts.length ? parts.with(place, '*').join('.') : row.key
      const kind = `${skeleton}\n${row.effects.join()}`
      bySkeleton.set(kind, [...(bySkeleton.get(kind) ?? []), row])
    }
    merged = [...bySkeleton].map(([kind, own]) => {
      const [first] = own as [Row<Effect>]
      return own.length === 1 ? first : { ...first, key: kind.slice(0, kind.indexOf('\n')) }
    })
  }
  return merged
}
