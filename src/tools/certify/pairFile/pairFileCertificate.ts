import { type Certificate, type CommandRun, promptHash, STRATEGIES, type StrategyName } from '../../../kit.ts'
import { certifiedRun } from '../certifiedRun.ts'
import type { PairForm } from './readPairFile.ts'
import { certifyPairsSuite } from './suite.ts'

/** What a certificate of a file of pairs is of. */
export interface CertifiedPairs {
  /** Name of the set. */
  readonly set: string
  readonly form: PairForm
  readonly strategy: StrategyName
  /** Days it is good for, from the run's beginning. */
  readonly days: number
}

/**
 * The certificate that a run of a file of pairs earns its judge: its accuracy is LLMBar's, over all pairs, or by JudgeBench's rule for
 * JudgeBench.
 *
 * @throws HoldfastError for a run that is not complete, or of which too much could not be read.
 */
export async function pairFileCertificate(run: CommandRun, { set, form, strategy, days }: CertifiedPairs): Promise<Certificate> {
  const { common, figure, nullRate, partsOf } = certifiedRun(run, certifyPairsSuite.name, days, 'pairs')
  const subsets = partsOf('accuracy').filter((part) => part !== 'all')
  const figures = (part: string) => ({ accuracy: figure(`accuracy.${part}`), agreement: figure(`agreement.${part}`) })
  return {
    ...common,
    kind: 'pairwise',
    set,
    rule: form === 'judgebench' ? 'judgebench' : 'orders',
    strategy,
    promptSha256: await promptHash(STRATEGIES[strategy]),
    ...figures('all'),
    ...(subsets.length > 0 && { subsets: Object.fromEntries(subsets.map((subset) => [subset, figures(subset)])) }),
    nullRate,
  }
}
