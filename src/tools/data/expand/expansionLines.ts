import { bannerLines, fittedTable, originName, type PaidCommand, paidTable } from '../../../kit.ts'
import type { Expanded } from './expandTemplates.ts'
import { REFUSALS } from './rewrites.ts'

/** An expansion for the terminal: what became of the rewrites, and what it took. */
export function expansionLines(expanded: readonly Expanded[], command: Pick<PaidCommand, 'simulated' | 'paid'>, width: number): string[] {
  return [...(command.simulated ? [...bannerLines(width), ''] : []), ...rewriteTable(expanded, width), '', ...paidTable(command.paid())]
}

function rewriteTable(expanded: readonly Expanded[], width: number): string[] {
  const rows = expanded.map(({ origin, rewritten: { given, kept, refused, broken }, expressions }) => {
    const reasons = Object.entries(REFUSALS).flatMap(([reason, words]) => {
      const count = refused[reason as keyof typeof REFUSALS]
      return count ? [`${words} ${count}`] : []
    })
    const all = [...reasons, ...(broken > 0 ? [`replies without rewrites ${broken}`] : [])]
    return [originName(origin), String(given), String(kept.length), String(expressions.length), all.join(', ') || 'none']
  })
  return fittedTable([['task', 'rewrites', 'kept', 'chosen', 'refused'], ...rows], width, new Set([0, 4]), [{ column: 4, least: 20 }])
}
