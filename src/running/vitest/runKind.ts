import type { UserConsoleLog } from 'vitest'
import type { TestModule, Vitest } from 'vitest/node'
import { type ScannedFiles, usesHoldfast } from './separateFiles.ts'

/** Which tests of a run Holdfast tells of, and which are left to Vitest's reporters: the two share one of these. */
export class RunKind {
  #vitest: Vitest | undefined
  /** Test files of the run that work with Holdfast. */
  files: ReadonlySet<string> = new Set()
  /** Whether no file of the run works with Holdfast. */
  alone = false
  /** Those files of all runs so far, in watch mode. */
  readonly known = new Set<string>()

  /** Begins a run with these files, out of `all`. */
  begin(vitest: Vitest, files: ReadonlySet<string>, all: number): void {
    this.#vitest = vitest
    this.files = files
    for (const file of files) this.known.add(file)
    this.alone = files.size === 0 && all > 0
  }

  /** Looks at the files of a run that is about to begin again, before it is known by its tests. */
  foresee(files: readonly string[]): void {
    const scanned: ScannedFiles = new Map()
    this.alone = !files.some((file) => usesHoldfast(file, scanned))
  }

  /** Whether Holdfast tells of a module: it holds scored items, or should have and could not be read. */
  reports(module: TestModule): boolean {
    if (!this.known.has(module.moduleId)) return false
    const isScored = [...module.children.allSuites()].some((suite) => suite.meta().holdfastPlan !== undefined)
    return isScored || [...module.children.allTests()].length === 0
  }

  /** Whether Holdfast prints what a module of its own wrote to the console. */
  printsLog({ taskId }: UserConsoleLog): boolean {
    if (this.alone) return false
    const task = taskId === undefined ? undefined : this.#vitest?.state.idMap.get(taskId)
    const module = task && this.#vitest?.state.getReportedEntity(task.file)
    return module?.type !== 'module' || this.reports(module as TestModule)
  }
}
