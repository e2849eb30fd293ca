import { configError, type HoldfastError } from '../base/errors.ts'
import type { Environment } from './environment.ts'

/** A part of a run, from 1 to `count`. */
export interface Shard {
  readonly index: number
  readonly count: number
}

/** How a scheduler numbers the parts: what its variable says in the first one, and how much more in each further one. */
export type SchedulerNumbers = { readonly variable: string; readonly first: number; readonly step: number }

/** A part of a run, and how the scheduler that says so numbers the parts, so that one can be named that is to be started again. */
type ScheduledShard = { readonly shard: Shard; readonly scheduler: SchedulerNumbers }

/**
 * Where schedulers give the part's number, their count, and what the first is called. Slurm is read apart: its numbers begin anywhere, with
 * steps. Kubernetes gives no count.
 */
const SOURCES = [
  { index: 'JOB_COMPLETION_INDEX', count: undefined, first: 0 },
  { index: 'CI_NODE_INDEX', count: 'CI_NODE_TOTAL', first: 1 },
  { index: 'CIRCLE_NODE_INDEX', count: 'CIRCLE_NODE_TOTAL', first: 0 },
  { index: 'BUILDKITE_PARALLEL_JOB', count: 'BUILDKITE_PARALLEL_JOB_COUNT', first: 0 },
]

/**
 * The part this process is, by Slurm arrays, Kubernetes Indexed Jobs, parallel jobs of GitLab, CircleCI and Buildkite.
 *
 * @param parts how many there are, where `auto/n` says it.
 * @throws HoldfastError where none tells it.
 */
export function schedulerShard(environment: Environment, parts?: number): ScheduledShard {
  if (environment.SLURM_ARRAY_TASK_ID !== undefined) {
    const found = slurmShard(environment)
    if (parts === undefined || parts === found.shard.count) return found
    throw refused(`the Slurm array has ${found.shard.count} tasks, and auto/${parts} says ${parts}`, 'Give i/n.')
  }
  const source = SOURCES.find(({ index }) => environment[index] !== undefined)
  if (!source)
    throw refused(
      `no variable of a scheduler is set (${['SLURM_ARRAY_TASK_ID', ...SOURCES.map(({ index }) => index)].join(', ')})`,
      'Give i/n, or at:i/n where parts count from 0.',
    )
  const { index: variable, first, count: counter } = source
  if (parts === undefined && counter === undefined)
    throw refused(`${variable} is set, and nothing says how many parts there are`, 'Give auto/n.')
  if (parts === undefined && environment[counter as string] === undefined)
    throw refused(`${variable} is set, and ${counter} is not`, 'Give auto/n, with the number of parts.')
  const [index, count] = [whole(environment, variable) - first + 1, parts ?? whole(environment, counter as string)]
  if (index < 1 || index > count)
    throw refused(`${variable} is ${environment[variable]} of ${count} parts`, `It counts from ${first}. Mend the number of parts.`)
  return { shard: { index, count }, scheduler: { variable, first, step: 1 } }
}

/** The place of a task in a Slurm array (`--array=5-11:2`); not known of a list (`--array=1,4,9`), whose rest Slurm does not tell. */
function slurmShard(environment: Environment): ScheduledShard {
  const names = ['SLURM_ARRAY_TASK_ID', 'SLURM_ARRAY_TASK_MIN', 'SLURM_ARRAY_TASK_MAX', 'SLURM_ARRAY_TASK_COUNT'] as const
  const missing = names.find((name) => environment[name] === undefined)
  if (missing !== undefined) throw refused(`SLURM_ARRAY_TASK_ID is set, and ${missing} is not`, 'Give i/n.')
  const [id, least, most, count] = names.map((name) => whole(environment, name)) as [number, number, number, number]
  const step = environment.SLURM_ARRAY_TASK_STEP === undefined ? 1 : whole(environment, 'SLURM_ARRAY_TASK_STEP')
  const place = (id - least) / step
  const isRange = step > 0 && (most - least) / step + 1 === count && Number.isInteger(place) && place >= 0 && place < count
  if (!isRange)
    throw refused(
      `the Slurm array is a list (${count} tasks from ${least} to ${most}), and Slurm does not say which place task ${id} has in it`,
      'Use a range such as --array=0-7, or give i/n.',
    )
  return { shard: { index: place + 1, count }, scheduler: { variable: 'SLURM_ARRAY_TASK_ID', first: least, step } }
}

function whole(environment: Environment, name: string): number {
  const text = environment[name] ?? ''
  if (!/^\d{1,9}$/.test(text)) throw refused(`${name} is ${JSON.stringify(text)}, which is no whole number`, 'Give i/n.')
  return Number(text)
}

function refused(reason: string, next: string): HoldfastError {
  return configError(`Failed to read HOLDFAST_SHARD=auto: ${reason}. ${next}`)
}
