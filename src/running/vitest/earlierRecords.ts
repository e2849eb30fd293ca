import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { TestModule } from 'vitest/node'
import type { RunSettings, TestFile } from '../../core/config/runSettings.ts'
import { type ItemRecord, trialKey } from '../../core/format/records.ts'
import { type PlainTestKey, plainTestKeys } from '../worker/plainTestKeys.ts'

/**
 * Says which records of earlier starts of a run still count: those of tests that are still there, and that this start has not run.
 * A test that this start did not select is still there. So is a file that it did not load, as long as file and project exist.
 */
export class EarlierRecords {
  /** Files that were loaded. */
  readonly #files = new Set<string>()
  /** Suites that they declare. */
  readonly #suites = new Set<string>()
  /** The keys of their tests, by id. */
  readonly #tests = new Map<string, string>()
  /** Ids of those that left no record. */
  readonly #silent = new Set<string>()

  /** Takes in a file whose tests are known. */
  loaded({ children, relativeModuleId: name }: Pick<TestModule, 'children' | 'relativeModuleId'>, file: TestFile): void {
    this.#files.add(JSON.stringify(file))
    const tests = [...children.allTests()]
    const names = tests.map(({ id, fullName }) => [id, fullName] as const)
    const plain = plainTestKeys({ name, projectName: file.project }, names)
    for (const test of tests) {
      // A scored item says what its record is filed under.
      const key = test.meta().holdfastTest ?? (plain.get(test.id) as PlainTestKey)
      this.#suites.add(key.suite)
      this.#tests.set(test.id, trialKey({ ...key, trial: 0 }))
    }
  }

  /** Takes in that a test ran in this start and left no record. */
  silent(id: string): void {
    this.#silent.add(id)
  }

  /**
   * The suites that are no longer declared.
   * @param before where each was, as far as known.
   * @param projects names of all Vitest projects; undefined where this start leaves some out.
   */
  gone(before: NonNullable<RunSettings['declaredIn']> = {}, root: string, projects: ReadonlySet<string> | undefined): Set<string> {
    const isLeft = ({ file, project }: TestFile) =>
      existsSync(join(root, file)) && !this.#files.has(JSON.stringify({ file, project })) && (projects?.has(project) ?? true)
    return new Set(Object.entries(before).flatMap(([suite, file]) => (!file || this.#suites.has(suite) || isLeft(file) ? [] : [suite])))
  }

  /** Says whether a record counts. @param gone suites of which none does. @param isStopped whether tests were cut off, perhaps before they asked. */
  counting(gone: ReadonlySet<string>, isStopped = false): (record: Pick<ItemRecord, 'suite' | 'item'>) => boolean {
    const there = new Set([...this.#tests].flatMap(([id, key]) => (isStopped || !this.#silent.has(id) ? [key] : [])))
    return ({ suite, item }) => !gone.has(suite) && (!this.#suites.has(suite) || there.has(trialKey({ suite, item, trial: 0 })))
  }
}
