import { counted } from '../core/base/text/counted.ts'
import type { ResolvedConfig } from '../core/config/resolve.ts'
import { usesBatch } from '../core/format/modelEntry.ts'
import type { DecisionForecast } from '../deciding/early/decisionForecast.ts'
import type { Fact } from './blocks/block.ts'
import { terminalBlocks } from './blocks/terminalBlocks.ts'

const WIDTH = 80

/** What it costs to decide the gates of a suite early, with the cheapest way as a line to copy; none where that is not asked. */
export function decisionLines(
  suite: string,
  decision: { readonly direct: DecisionForecast; readonly batch: DecisionForecast } | { readonly why: string } | undefined,
  { roles }: Pick<ResolvedConfig, 'roles'>,
): string[] {
  if (!decision) return []
  if ('why' in decision) return ['', ...terminalBlocks([{ kind: 'facts', facts: [['decide', `not told: ${decision.why}`]] }], WIDTH)]
  const { direct, batch } = decision
  const percent = (share: number) => Number((100 * share).toPrecision(2))
  const text = (how: string, { expected, range90: [low, high] }: DecisionForecast) =>
    `${how}: ${percent(expected)} % of the price of a whole direct run, ${percent(low)} to ${percent(high)} % in 9 of 10 runs`
  const isByBatch = Object.values(roles).some((entry) => usesBatch(entry))
  const isCheaper = batch.expected < direct.expected
  const hint =
    isByBatch === isCheaper ? '' : isCheaper ? ' with batch: true in the entry of its model' : ' without batch in the entry of its model'
  const facts: Fact[] = [
    ['decide', text('direct', direct)],
    ['', `${text('by batch', batch)}, with ${counted(batch.waves, 'wave')} as a rule`],
    ['cheapest', `HOLDFAST_DECIDE=early npx vitest run suites/${suite}/${hint}`],
  ]
  return ['', ...terminalBlocks([{ kind: 'facts', facts }], WIDTH)]
}
