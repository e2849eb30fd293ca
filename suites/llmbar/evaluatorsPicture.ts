import { type ComparedRun, type Markup, pairChart } from '../../src/kit.ts'
import { comparedWith } from './humanAgreement.ts'
import { runNames } from './runNames.ts'

/** LLMBar over several runs, as the paper's Figure 4: accuracy on natural and on adversarial pairs. Undefined with fewer than two. */
export function llmbarEvaluators(runs: readonly ComparedRun[]): Markup | undefined {
  const names = runNames(runs)
  const pairs = runs.flatMap(({ document }, index) => {
    const metrics = document?.suites.llmbar?.metrics
    const [natural, adversarial] = [metrics?.['accuracy.Natural'], metrics?.['accuracy.adversarial']]
    if (!natural || !adversarial) return []
    const name = names[index] ?? ''
    return [{ name, one: natural.value, other: adversarial.value, oneCi95: natural.ci95, otherCi95: adversarial.ci95 }]
  })
  if (pairs.length < 2) return undefined
  const sources = new Set(runs.map(({ document }) => document?.run.data.llmbar?.source))
  return pairChart({
    title: 'Accuracy on natural and adversarial pairs',
    caption: `Percent, by judge and strategy, with 95 % intervals; ${comparedWith(sources.size === 1 ? [...sources][0] : undefined)}.`,
    names: ['Natural', 'adversarial'],
    pairs,
    domain: [0, 100],
    digits: 1,
  })
}
