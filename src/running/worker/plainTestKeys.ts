import { redactSecrets } from '../../core/base/secrets.ts'

/** What the calls of an ordinary test are filed under. */
export interface PlainTestKey {
  /** Its file, with the project where that has a name. */
  readonly suite: string
  /** Its name; with its number where others of the file before it have the same: Vitest allows equal names. */
  readonly item: string
}

/** The keys of a file's tests by their ids. @param tests ids and names in full, in the order of the file. */
export function plainTestKeys(
  file: { readonly name: string; readonly projectName?: string | undefined },
  tests: readonly (readonly [id: string, name: string])[],
): ReadonlyMap<string, PlainTestKey> {
  const suite = file.projectName ? `${file.name} (${file.projectName})` : file.name
  const taken = new Set<string>()
  const keys = tests.map(([id, own]) => {
    const name = redactSecrets(own)
    let item = name
    for (let number = 2; taken.has(item); number += 1) item = `${name} (${number})`
    taken.add(item)
    return [id, { suite, item }] as const
  })
  return new Map(keys)
}
