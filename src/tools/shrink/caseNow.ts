import type { CaseJob } from './caseJob.ts'

/** Where the plugin finds the job: it may be another copy of this module, bundled into the user's configuration. */
const JOB = Symbol.for('holdfast.case')

/** The search over smaller cases that this process is for, if it is for one. */
export function caseNow(): CaseJob | undefined {
  return (globalThis as { [JOB]?: CaseJob })[JOB]
}

/** Says which search this process is for. */
export function beginCase(job: CaseJob): void {
  const global = globalThis as { [JOB]?: CaseJob }
  global[JOB] = job
}
