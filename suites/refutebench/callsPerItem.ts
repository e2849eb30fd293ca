import type { Role } from '../../src/format/role.ts'
import { OBJECTIONS } from './holdDialogue.ts'
import { IRRELEVANT } from './openSeeds.ts'
import type { RefutebenchOptions } from './options.ts'
import type { Protocol } from './tasks.ts'

/** Calls of one item, by role (docs/suites/refutebench.md, R7). A rating is given by every vote; whether an objection is valid is asked once. */
export function callsPerItem(
  protocol: Protocol,
  { curves, immediate, validity }: RefutebenchOptions,
  votes = 1,
): Readonly<Partial<Record<Role, number>>> {
  const refuter = OBJECTIONS[protocol]
  const checks = validity ? refuter : 0
  if (protocol === 'transient') return { candidate: refuter + 1, refuter, judge: votes * (curves ? 9 : 6) + checks }
  const requeries = (curves ? IRRELEVANT : 1) + (immediate ? 1 : 0)
  return { candidate: 2 + IRRELEVANT + requeries, refuter, judge: votes * (1 + requeries) + checks }
}
