import { type ComparedRun, type Markup, scatter } from '../../src/kit.ts'
import { runNames } from './runNames.ts'

/** LLMBar over several runs: accuracy against agreement, each run by its prompting strategy. Undefined with fewer than two. */
export function llmbarStrategies(runs: readonly ComparedRun[]): Markup | undefined {
  const names = runNames(runs)
  const points = runs.flatMap(({ document }, index) => {
    const metrics = document?.suites.llmbar?.metrics
    const [accuracy, agreement] = [metrics?.['accuracy.average'], metrics?.['agreement.average']]
    return accuracy && agreement ? [{ name: names[index] ?? '', x: agreement.value, y: accuracy.value }] : []
  })
  if (points.length < 2) return undefined
  return scatter({
    title: 'Accuracy against agreement by strategy',
    caption: 'Percent, mean of the subsets. At the lower left: verdicts that hang on which output is shown first.',
    xLabel: 'agreement of the two orders',
    yLabel: 'accuracy',
    xDomain: [0, 100],
    yDomain: [0, 100],
    points,
    digits: 1,
  })
}
