import { llmbarRange } from '../../../../suites/llmbar/metricRange.ts'
import { llmbarQuestions } from '../../../../suites/llmbar/questions.ts'
import { defineSuite } from '../../../kit.ts'
import { pairLabel } from './metricLabel.ts'
import { openPairFile } from './openPairFile.ts'
import { certifyPairsOptions } from './options.ts'
import { pairFileView } from './view.ts'

/** How good the judge itself is on the pairs of a file: what `holdfast certify --pairs` runs. */
export const certifyPairsSuite = defineSuite({
  name: 'certify-pairs',
  options: certifyPairsOptions,
  roles: { judge: { temperature: 0 } },
  open: openPairFile,
  summarizer: async () => (await import('./summary.ts')).summarizePairs,
  range: llmbarRange,
  isHeadline: (key) => key.startsWith('accuracy.') || key === 'agreement.all',
  lowerIsBetter: (key) => /null_rate|tie_rate|first_bias/.test(key),
  headline: { key: 'accuracy.all', label: 'accuracy, all pairs', unit: 'percent', range: [0, 100], digits: 1 },
  about: {
    title: 'A file of pairs',
    question: 'Does the judge prefer the output that is known to be better, whichever is shown first?',
    good: 'Higher is better. By chance half of the verdicts are right, and a quarter of the pairs by the rule of JudgeBench.',
  },
  labelOf: pairLabel,
  view: pairFileView,
  people: llmbarQuestions,
})
