import type { ResolvedConfig } from '../../core/config/resolve.ts'
import type { CallVolume } from '../../core/format/plannedUse.ts'
import type { CallRole } from '../../core/format/role.ts'
import { type Estimate, estimateRun } from '../../deciding/estimate.ts'
import { volumeTable } from '../../reports/planLines.ts'

/** What the roles of a command would take: as a rule, and at most. */
export type PlannedRoles = Readonly<Partial<Record<CallRole, CallVolume & { readonly most: CallVolume }>>>

/** Estimates a command that asks models for data, without a call. */
export function estimateCommand(byRole: PlannedRoles, { dataRoles }: Pick<ResolvedConfig, 'dataRoles'>): Estimate {
  return estimateRun({ byRole }, { roles: dataRoles, trials: 1 })
}

/** The lines of `--plan`: models, calls, tokens and price by role, and whether there is a budget. */
export function commandPlanLines(estimate: Estimate, { dataRoles, budget }: Pick<ResolvedConfig, 'dataRoles' | 'budget'>): string[] {
  const missing = Object.keys(estimate.roles).filter((role) => !dataRoles[role as CallRole])
  const { maxUsd, maxTokens } = budget
  return [
    ...volumeTable('role', estimate.roles),
    ...missing.map((role) => ` no model is the ${role}: set HOLDFAST_${role.toUpperCase()}`),
    ...(maxUsd === undefined ? [] : [` budget: $${maxUsd}`]),
    ...(maxTokens === undefined ? [] : [` budget: ${maxTokens.toLocaleString('en')} tokens`]),
    ' less what the cache or an earlier run of this command answers',
  ]
}
