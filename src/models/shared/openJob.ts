import { makeOwnFolder } from '../../core/base/files/makeFolder.ts'
import { type BudgetLimits, divided } from '../../core/config/budgetLimits.ts'
import type { ResolvedConfig } from '../../core/config/resolve.ts'
import type { Purse } from '../budget.ts'
import { LivingParts, partId } from './livingParts.ts'
import { SharedPurse } from './sharedPurse.ts'

/** What a process may take of the limits of a whole job. */
export interface Job {
  /** Share of the limits of every endpoint, 0 to 1, as it is now. */
  readonly share: number
  /** The budget: that of the whole job where there is a purse, else this part's own. */
  readonly limits: BudgetLimits
  /** What the budget is taken from, where parts share it. */
  readonly purse: Purse | undefined
}

/**
 * Joins the job that this process is a part of. With a shared folder the parts that run divide the limits among them, and have
 * one budget. Without one each part of a sharded run has a fixed share: nobody knows who else is running.
 *
 * @param changed told when the share has changed.
 * @throws HoldfastError where the shared folder cannot be written.
 */
export function openJob(
  { shared, shard, runId, budget }: Pick<ResolvedConfig, 'shared' | 'shard' | 'runId' | 'budget'>,
  changed: (share: number) => void,
): Job {
  if (shared === undefined) return { share: shard ? 1 / shard.count : 1, limits: divided(budget, shard), purse: undefined }
  makeOwnFolder(shared)
  const id = partId(runId)
  const living = new LivingParts({ folder: shared, id, changed })
  living.start()
  const isLimited = budget.maxUsd !== undefined || budget.maxTokens !== undefined
  return {
    get share() {
      return living.share
    },
    limits: budget,
    purse: isLimited ? new SharedPurse({ folder: shared, id, limits: budget, living }) : undefined,
  }
}
