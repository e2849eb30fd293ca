import type { TestProject, TestSpecification } from 'vitest/node'
import { HoldfastError } from '../base/errors.ts'
import type { ResolvedConfig } from '../config/resolve.ts'
import { usesHoldfast } from './usesHoldfast.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Test files of the run that work with Holdfast. */
    holdfastFiles?: readonly string[]
  }
}

type Settings = Pick<TestProject['config'], 'isolate' | 'maxWorkers' | 'maxConcurrency' | 'retry' | 'testTimeout' | 'hookTimeout'> & {
  bail?: number | undefined
}

/** What the user has set, of projects whose settings were changed: a rerun in watch mode may have other files. */
const originals = new WeakMap<TestProject, Settings & { readonly groupOrder: number }>()

/**
 * Gives the projects of a run the settings that its files need, just before they run; whether any of them is ours.
 *
 * Files that work with Holdfast run in one process, one after the other: it shares one limiter, one budget and one journal,
 * and Vitest's own limits would be a second knob beside `concurrency`. Other files keep the user's settings. Where a project
 * has both kinds, every file keeps its isolation, and only the files at once go down to one.
 *
 * @throws HoldfastError where a budget would have to hold for several processes.
 */
export function settleProjects(specifications: readonly TestSpecification[]): boolean {
  const byProject = new Map<TestProject, TestSpecification[]>()
  for (const specification of specifications) {
    const { project } = specification
    byProject.set(project, [...(byProject.get(project) ?? []), specification])
  }
  let any = false
  for (const [project, all] of byProject) {
    const { holdfast } = project.getProvidedContext()
    if (holdfast === undefined) continue
    restore(project)
    const ours = all.filter(({ moduleId }) => usesHoldfast(moduleId))
    project.provide(
      'holdfastFiles',
      ours.map(({ moduleId }) => moduleId),
    )
    if (ours.length === 0) continue
    any = true
    settle(project, all, ours, holdfast)
    leaveGroup(project, byProject.keys())
  }
  return any
}

function restore(project: TestProject): void {
  const { config } = project
  const { isolate, maxWorkers, maxConcurrency, retry, bail, testTimeout, hookTimeout, sequence } = config
  const known = originals.get(project)
  if (!known) {
    originals.set(project, {
      isolate,
      maxWorkers,
      maxConcurrency,
      retry,
      bail,
      testTimeout,
      hookTimeout,
      groupOrder: sequence.groupOrder,
    })
    return
  }
  const { groupOrder, ...settings } = known
  Object.assign(config, settings)
  sequence.groupOrder = groupOrder
}

function settle(
  project: TestProject,
  all: readonly TestSpecification[],
  ours: readonly TestSpecification[],
  { concurrency, budget }: ResolvedConfig,
): void {
  const { config } = project
  const mixed = ours.length < all.length && config.isolate !== false
  // A repeated item would be paid for twice, and a failing one must not stop the run: items say so themselves, but for this.
  // More items than calls at once, as some wait for their endpoint; not many more, as each that waits takes memory.
  const common = { maxWorkers: 1, bail: 0, maxConcurrency: Math.max(64, 2 * concurrency) }
  // A timeout would count the time an item waits for its turn.
  Object.assign(config, common, mixed ? {} : { isolate: false, retry: 0, testTimeout: 0, hookTimeout: 0 })
  // Threads share their process's directory and signals.
  for (const specification of ours) if (specification.pool === 'threads') Object.assign(specification, { pool: 'forks' })
  if (mixed && ours.length > 1 && (budget.maxUsd !== undefined || budget.maxTokens !== undefined)) {
    throw new HoldfastError(
      'CONFIG',
      `Failed to set up the run: a budget needs one process, and ${ours.length} files of benchmarks would each have their own beside files that are none. Give the benchmarks a project of their own (test.projects), or name their files.`,
    )
  }
}

/** Vitest refuses projects of one group that run another number of files at once. */
function leaveGroup(project: TestProject, projects: Iterable<TestProject>): void {
  const others = [...projects].filter((other) => other !== project && other.config.maxWorkers !== 1)
  const { sequence } = project.config
  if (!others.some(({ config }) => config.sequence.groupOrder === sequence.groupOrder)) return
  sequence.groupOrder = 1 + Math.max(...others.map(({ config }) => config.sequence.groupOrder))
}
