import { redactSecrets } from '../../core/base/secrets.ts'

/** What the calls of an ordinary test are filed under. */
export interface PlainTestKey {
  /** Its file, with the project where that has a name. */
  readonly suite: string
  /** Its name; with its number where others of the file before it have the same: Vitest allows equal names. */
  readonly item: string
}

/** The suite that the ordinary tests of a file are. @param name the file's, from the root of its project. */
export function plainTestSuite(name: string, project: string | undefined): string {
  return project ? `${name} (${project})` : name
}

/** The keys of a file's tests, from their names in full, in the same order. */
export function plainTestKeys(suite: string, names: readonly string[]): PlainTestKey[] {
  const taken = new Set<string>()
  return names.map((own) => {
    const name = redactSecrets(own)
    let item = name
    for (let number = 2; taken.has(item); number += 1) item = `${name} (${number})`
    taken.add(item)
    return { suite, item }
  })
}
