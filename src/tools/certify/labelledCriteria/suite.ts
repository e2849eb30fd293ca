import { defineSuite } from '../../../kit.ts'
import { criteriaLabel } from './metricLabel.ts'
import { criteriaRange } from './metricRange.ts'
import { openLabelledCriteria } from './openLabelledCriteria.ts'
import { certifyCriteriaOptions } from './options.ts'

/** How good the judge itself is at deciding criteria that are labelled: what `holdfast certify --checklist` runs. */
export const certifyCriteriaSuite = defineSuite({
  name: 'certify-criteria',
  options: certifyCriteriaOptions,
  roles: { judge: { temperature: 0, json: true } },
  open: openLabelledCriteria,
  summarizer: async () => (await import('./summary.ts')).summarizeCriteria,
  range: criteriaRange,
  headline: { key: 'accuracy', label: 'criteria decided as labelled', unit: 'percent', range: [0, 100], digits: 1 },
  about: {
    title: 'Labelled criteria',
    question: 'Does the judge find a criterion met where the answer meets it, and only there?',
    good: 'Higher is better. A judge that says the same of every criterion has a kappa of 0.',
  },
  labelOf: criteriaLabel,
})
