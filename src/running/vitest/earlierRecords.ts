import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { RunSettings, TestFile } from '../../core/config/runSettings.ts'
import type { ItemRecord } from '../../core/format/records.ts'
import { type PlainTestKey, plainTestKeys, plainTestSuite } from '../worker/plainTestKeys.ts'

/** A test file whose tests are known. */
export interface LoadedFile extends TestFile {
  /** From the root of its project. */
  readonly name: string
  /** Its tests in order, each with its name in full; a scored item has the key of its record. */
  readonly tests: readonly { readonly id: string; readonly fullName: string; readonly key?: PlainTestKey | undefined }[]
}

/**
 * Says which records of earlier starts of a run still count: those of tests that are still there, and that this start has not run.
 * A test that this start did not select is still there. So is a file that it did not load, as long as file and project exist.
 */
export class EarlierRecords {
  readonly #root: string
  readonly #projects: ReadonlySet<string> | undefined
  /** Items by suite, of the files that were loaded. */
  readonly #declared = new Map<string, Set<string>>()
  readonly #loaded = new Set<string>()
  readonly #keys = new Map<string, PlainTestKey>()

  /** @param projects names of all Vitest projects; undefined where this start leaves some out. */
  constructor(root: string, projects: ReadonlySet<string> | undefined) {
    this.#root = root
    this.#projects = projects
  }

  /** Takes in a file. */
  loaded({ file, project, name, tests }: LoadedFile): void {
    this.#loaded.add(placeOf({ file, project }))
    const suite = plainTestSuite(name, project)
    const names = tests.map(({ fullName }) => fullName)
    this.#declared.set(suite, new Set())
    for (const [at, plain] of plainTestKeys(suite, names).entries()) {
      const { id, key = plain } = tests[at] as LoadedFile['tests'][number]
      this.#keys.set(id, key)
      this.#declared.set(key.suite, (this.#declared.get(key.suite) ?? new Set()).add(key.item))
    }
  }

  /** Takes in that a test ran in this start and left no record. */
  silent(id: string): void {
    const key = this.#keys.get(id)
    if (key) this.#declared.get(key.suite)?.delete(key.item)
  }

  /** The suites that are no longer declared. @param before where each was, as far as known. */
  gone(before: NonNullable<RunSettings['declaredIn']>): ReadonlySet<string> {
    const isThere = (place: TestFile) =>
      existsSync(join(this.#root, place.file)) &&
      !this.#loaded.has(placeOf(place)) &&
      (this.#projects === undefined || this.#projects.has(place.project))
    return new Set(Object.keys(before).filter((suite) => !this.#declared.has(suite) && !isThere(before[suite] as TestFile)))
  }

  /** Whether a record counts. @param gone suites of which none does. */
  counts({ suite, item }: Pick<ItemRecord, 'suite' | 'item'>, gone: ReadonlySet<string>): boolean {
    return !gone.has(suite) && (this.#declared.get(suite)?.has(item) ?? true)
  }
}

function placeOf({ file, project }: TestFile): string {
  return JSON.stringify([file, project])
}
