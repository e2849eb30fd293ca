import { hashFraction } from '../../core/base/random.ts'
import type { ResolvedConfig } from '../../core/config/resolve.ts'
import { modelLabel } from '../../core/format/modelUri.ts'
import type { Role } from '../../core/format/role.ts'
import { findCertificates, isBetterThanChance } from '../../judging/certificate/certificate.ts'

/** Whether known answers go through an item's judge too: all there are, or a right and a wrong one. */
export type Controlled = 'all' | 'few' | undefined

/** Items of a suite whose judge is measured where nobody says how many. */
const FEW = 6

/**
 * Which items have known answers, in their first trial: a share of them, or by `auto` six, chosen by the seed, where a real judge without
 * a certificate that counts judges another model.
 * @param ids of all items, those of other shards too.
 * @param hasKnown whether known answers of an item can be judged: it is asked until enough are found, since making them may be dear.
 * @param inOrder they begin in this order, which the seed drew: the first are taken.
 */
export async function controlledItems(
  { controls, seed, root, votes, roles: { judge } }: Pick<ResolvedConfig, 'controls' | 'seed' | 'root' | 'votes' | 'roles'>,
  roles: readonly Role[],
  ids: readonly string[],
  hasKnown: (id: string) => boolean,
  inOrder: boolean,
): Promise<(id: string, trial?: number) => Controlled> {
  const place = (id: string) => hashFraction('controls', seed, id)
  if (controls !== 'auto') return (id, trial = 0) => (trial === 0 && place(id) < controls ? 'all' : undefined)
  const isSimulated = (judge?.members ?? [judge]).every((entry) => entry?.uri.startsWith('sim:') ?? true)
  const isJudged = roles.includes('judge') && roles.includes('candidate')
  if (!judge || isSimulated || !isJudged || isBetterThanChance(await findCertificates(root, modelLabel(judge.uri), votes, new Date())))
    return () => undefined
  const drawn = inOrder ? ids : [...ids].sort((one, other) => place(one) - place(other))
  const chosen = new Set<string>()
  for (const id of drawn) if (chosen.size < FEW && hasKnown(id)) chosen.add(id)
  return (id, trial = 0) => (trial === 0 && chosen.has(id) ? 'few' : undefined)
}
