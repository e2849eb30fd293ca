import { groupBy } from '../../core/base/collections.ts'
import type { ResolvedConfig } from '../../core/config/resolve.ts'
import { Limiter } from '../../models/limiter.ts'

/** Items of one prefix together, in the order prefixes first come. */
export function groupByPrefix<Entry extends { readonly prefix: string }>(items: readonly Entry[]): Entry[][] {
  return [...groupBy(items, ({ prefix }) => prefix).values()]
}

/**
 * Runs the first item of each prefix alone, so that the server has read what the others share, and as few of them at once as keep the run's
 * places filled, so that prefixes do not drive each other out of its cache.
 */
export function prefixWarmUp({ roles, concurrency }: ResolvedConfig, groups: readonly (readonly unknown[])[]): WarmUp {
  const items = groups.reduce((sum, group) => sum + group.length, 0)
  const leaders = new Limiter(Math.max(1, Math.floor((concurrency * groups.length) / Math.max(1, items))))
  const first = new Map<string, Promise<void>>()
  // A batch is read by many machines, and a wave is sent when every item waits.
  const worthIt = (roles.candidate?.uri.startsWith('openai:') ?? false) && !roles.candidate?.batch
  return async (prefix, run) => {
    if (!worthIt || prefix === '') return run()
    const leader = first.get(prefix)
    // Whether the first one fails is its own affair.
    if (leader) return leader.catch(() => undefined).then(run)
    const running = leaders.run(run)
    first.set(prefix, running)
    return running
  }
}

type WarmUp = (prefix: string, run: () => Promise<void>) => Promise<void>

/** All trials of a group before the next one. */
export function* inTrials<Entry>(groups: readonly (readonly Entry[])[], trials: number): Iterable<{ entry: Entry; trial: number }> {
  for (const group of groups) for (let trial = 0; trial < trials; trial += 1) for (const entry of group) yield { entry, trial }
}
