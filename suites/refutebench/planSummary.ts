import { tokenizer } from '../../src/base/text/tokenizer.ts'
import type { ResolvedConfig } from '../../src/config/resolve.ts'
import type { PlanSummary, Role } from '../../src/config/suite.ts'
import { selectItems } from '../../src/worker/selectItems.ts'
import { OBJECTIONS } from './holdDialogue.ts'
import { IRRELEVANT, openSeeds, type RefuteItem, taskName } from './openSeeds.ts'
import type { RefutebenchOptions } from './options.ts'
import type { Protocol } from './tasks.ts'

/** Calls of one item, by role (docs/suites/refutebench.md, R7). Every vote gives a rating; whether an objection is valid is asked once. */
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

/** What a RefuteBench run would do, for `holdfast plan`. Tokens are those of seeds and queries: answers are not known before. */
export async function planSummary(config: ResolvedConfig): Promise<PlanSummary> {
  const options = config.suites.refutebench as RefutebenchOptions
  const { items, source, sha256, notes } = await openSeeds(config.data, options, config.seed)
  const counter = tokenizer(config.roles.candidate?.tokenizer ?? 'o200k_base')
  const planned = selectItems(
    items.map((item) => ({ item, id: item.id, task: taskName(item), stratum: '' })),
    config.limit,
    config.seed,
  )
  const tasks = new Map<string, { items: number; tokens: number }>()
  const calls: Partial<Record<Role, number>> = {}
  for (const { item, task } of planned) {
    const known = tasks.get(task) ?? { items: 0, tokens: 0 }
    known.items += 1
    known.tokens += textsOf(item).reduce((sum, text) => sum + counter.count(text), 0)
    tasks.set(task, known)
    for (const [role, count] of Object.entries(callsPerItem(item.protocol, options, config.votes)) as [Role, number][]) {
      calls[role] = (calls[role] ?? 0) + count
    }
  }
  return {
    source,
    sha256,
    tasks: [...tasks].map(([task, counts]) => ({ task, title: task, ...counts })),
    calls,
    distinctTokens: [...tasks.values()].reduce((sum, counts) => sum + counts.tokens, 0),
    notes: ['tokens of seeds and queries only: objections and answers are not known yet', ...notes],
  }
}

function textsOf({ seed, protocol, irrelevant, again }: RefuteItem): string[] {
  return protocol === 'transient' ? [seed.query] : [seed.query, again.query, ...irrelevant.map(({ query }) => query)]
}
