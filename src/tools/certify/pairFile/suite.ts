import { defineSuite, preferenceQuestions } from '../../../kit.ts'
import { openPairFile } from './openPairFile.ts'
import { certifyPairsOptions } from './options.ts'
import { pairFileView } from './view.ts'

/** How good the judge itself is on the pairs of a file: what `holdfast certify --pairs` runs. */
export const certifyPairsSuite = defineSuite({
  name: 'certify-pairs',
  options: certifyPairsOptions,
  roles: { judge: { temperature: 0 } },
  open: openPairFile,
  summary: { load: async () => (await import('./summary.ts')).pairFileSummary },
  about: {
    title: 'A file of pairs',
    question: 'Does the judge prefer the output that is known to be better, whichever is shown first?',
    good: 'Higher is better. By chance half of the verdicts are right, and a quarter of the pairs by the rule of JudgeBench.',
  },
  view: pairFileView,
  people: preferenceQuestions,
})
