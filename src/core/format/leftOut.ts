import { z } from 'zod'
import { sum } from '../base/collections.ts'
import { redacted } from '../base/secrets.ts'
import { counted } from '../base/text/counted.ts'

/** What the options of a suite ask for and its data cannot give. What options, limits and lengths exclude is no part of it. */
export const leftOut = z.object({
  /** Why, in words, and what to do. */
  reason: z.string(),
  /** Tasks that lack some of their items, or all. */
  tasks: z.array(z.string()).readonly(),
  /** Items, before any limit; 0 where nobody knows how many. */
  items: z.number().int().nonnegative(),
})

/** What was left out of a suite before its first call. */
export type LeftOut = z.output<typeof leftOut>

/** What was left out of each suite that lacks anything, without secrets. */
export function leftOutBySuite(
  plans: readonly { readonly suite: string; readonly leftOut?: readonly LeftOut[] | undefined }[],
): Record<string, readonly LeftOut[]> {
  return Object.fromEntries(plans.flatMap(({ suite, leftOut }) => (leftOut ? [[suite, redacted(leftOut)] as const] : [])))
}

/** How much of a suite there is, to stand beside its figures, for instance `PART: 6 of 11 tasks`; empty for a whole one. @param there its tasks with items. */
export function partText(all: readonly LeftOut[] | undefined, there: readonly { readonly task: string }[] = []): string {
  if (!all || all.length === 0) return ''
  const lacking = new Set(all.flatMap(({ tasks }) => tasks))
  const gone = [...lacking].filter((task) => !there.some((own) => own.task === task)).length
  if (gone > 0 && there.length > 0) return `PART: ${there.length} of ${there.length + gone} tasks`
  const items = sum(all.map((own) => own.items))
  return items > 0 ? `PART: without ${counted(items, 'item')}` : `PART: ${lacking.size} of ${counted(there.length, 'task')} not whole`
}

/** What was left out, and why, a sentence each without its full stop. */
export function leftOutTexts(all: readonly LeftOut[] = []): string[] {
  return all.map(
    ({ reason, tasks, items }) => `left out: ${tasks.join(', ')}${items > 0 ? ` (${counted(items, 'item')})` : ''}, since ${reason}`,
  )
}
