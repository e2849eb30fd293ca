import { Port } from '../core/base/port.ts'
import type { Suite } from './worker/suite.ts'

/** What a tool does with a suite in place of a run of its items. Plain data: it crosses processes. */
export interface ToolJob {
  /** Name of the suite that is meant. */
  readonly suite: string
}

/** Declares, in place of the suite's items, the test that does a job. What it finds is the test's meta `holdfastJobResult`. */
export type DeclareJob = (suite: Suite, job: ToolJob) => Promise<void>

/** Where jobs are done. */
export const jobs: Port<DeclareJob> = new Port<DeclareJob>()

/** Where the plugin finds the job: it may be another copy of this module, bundled into the user's configuration. */
const JOB = Symbol.for('holdfast.job')

/** The job that this process is for, if it is for one. */
export function jobNow(): ToolJob | undefined {
  return (globalThis as { [JOB]?: ToolJob })[JOB]
}

/** Says which job this process is for. */
export function beginJob(job: ToolJob): void {
  Object.assign(globalThis, { [JOB]: job })
}
