import { sum } from '../core/base/collections.ts'
import { parseJson } from '../core/base/data/parseJson.ts'
import { counted } from '../core/base/text/counted.ts'
import { shellWord } from '../core/base/text/shellWord.ts'
import { withEntries } from '../core/config/environment.ts'
import type { ResolvedConfig } from '../core/config/resolve.ts'
import type { HoldfastOptions } from '../core/config/schema.ts'
import { type ModelEntry, usesBatch } from '../core/format/modelEntry.ts'
import { parseModelUri, withoutCredentials } from '../core/format/modelUri.ts'
import type { Role } from '../core/format/role.ts'
import type { DecisionForecast } from '../deciding/early/decisionForecast.ts'
import type { PlanEstimate } from '../deciding/estimate.ts'
import type { Fact } from './blocks/block.ts'
import { terminalBlocks } from './blocks/terminalBlocks.ts'
import { FILE_WIDTH } from './layout.ts'
import { dollars } from './planLines.ts'

/** What a plan knows beside the forecast. */
interface DecisionContext extends Pick<ResolvedConfig, 'roles'> {
  readonly estimate: PlanEstimate
  /** What names the model of each role. A helper without one is the judge. */
  readonly names: Readonly<Partial<Record<Role, string>>>
  /** Variables that the run needs to be the one that was planned. */
  readonly variables: Readonly<Record<string, string>>
}

/** What it costs to decide the gates of a suite early, with the cheapest way as a line to copy; none where that is not asked. */
export function decisionLines(
  suite: string,
  decision: { readonly direct: DecisionForecast; readonly batch: DecisionForecast } | { readonly why: string } | undefined,
  { roles, estimate, names, variables }: DecisionContext,
): string[] {
  if (!decision) return []
  if ('why' in decision) return ['', ...terminalBlocks([{ kind: 'facts', facts: [['decide', `not told: ${decision.why}`]] }], FILE_WIDTH)]
  const { direct, batch } = decision
  const usd = directPrice(estimate, roles)
  const percent = (share: number) => Number((100 * share).toPrecision(2))
  const paid = (...shares: [number, number]) =>
    usd === undefined ? '' : ` (${dollars(shares.map((share) => share * usd) as [number, number])})`
  const text = (how: string, { expected, range90: [low, high] }: DecisionForecast) =>
    `${how}: ${percent(expected)} % of the price of a whole direct run${paid(expected, expected)}, ${percent(low)} to ${percent(high)} %${paid(low, high)} in 9 of 10 runs`
  const called = Object.keys(estimate.roles) as Role[]
  const entries = called.flatMap((role) => {
    const { uri = '', members = [roles[role]] } = roles[role] ?? {}
    const typed = names[role] ?? names.judge ?? uri
    const own = typed.startsWith('panel:') ? typed.slice('panel:'.length).split(';') : members.length > 1 ? [] : [typed]
    return members.flatMap((entry, at) =>
      entry?.uri.startsWith('openai:') ? [{ name: withoutCredentials(own[at] ?? entry.uri), entry }] : [],
    )
  })
  const isCheaper = batch.expected < direct.expected && entries.some(({ entry }) => hasBatches(entry))
  const changed = entries.filter(({ entry }) => usesBatch(entry) !== (isCheaper && hasBatches(entry)))
  const models = Object.fromEntries(changed.map(({ name }) => [name, { ...(name.includes(':') && { uri: name }), batch: isCheaper }]))
  const facts: Fact[] = [
    ['decide', text('direct', direct)],
    [
      '',
      `${text(entries.every(({ entry }) => hasBatches(entry)) ? 'by batch' : 'by batch, where the endpoint has a Batch API', batch)}, with ${counted(batch.waves, 'wave')} as a rule`,
    ],
    ['cheapest', `${isCheaper ? 'by batch' : 'by direct calls'}, by this line:`],
  ]
  const { HOLDFAST_MODELS: own = '{}' } = variables
  const all = withEntries({ models: parseJson(own) } as HoldfastOptions, { fields: { models } }).models
  const set = { ...variables, ...(changed.length > 0 && { HOLDFAST_MODELS: JSON.stringify(all) }) }
  const given = Object.entries({ ...set, HOLDFAST_DECIDE: 'early' }).map(([name, value]) => `${name}=${shellWord(value)}`)
  // Not cut to the width: a part of it is another command.
  return ['', ...terminalBlocks([{ kind: 'facts', facts }], FILE_WIDTH), `${given.join(' ')} npx vitest run ${suite}.eval`]
}

const OPENAI = 'https://api.openai.com/v1'

/** Whether an endpoint surely has a Batch API: OpenAI's, and one whose entry says so. Most others that speak its language have none. */
function hasBatches(entry: ModelEntry): boolean {
  const uri = parseModelUri(entry.uri)
  const base = uri.scheme === 'openai' ? uri.baseURL || process.env.OPENAI_BASE_URL || OPENAI : ''
  return usesBatch(entry) || (URL.canParse(base) && new URL(base).host === new URL(OPENAI).host)
}

/** What a whole run of direct calls costs as a rule, in US dollars; undefined where that is not known, or nothing. */
function directPrice({ roles: called, unpriced }: PlanEstimate, roles: ResolvedConfig['roles']): number | undefined {
  if (unpriced.length > 0) return undefined
  const usd = sum(Object.entries(called).map(([role, { usd }]) => (usd?.[0] ?? 0) / (roles[role as Role]?.priceShare ?? 1)))
  return usd > 0 ? usd : undefined
}
