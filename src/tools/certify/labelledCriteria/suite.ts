import { defineSuite } from '../../../kit.ts'
import { openLabelledCriteria } from './openLabelledCriteria.ts'
import { certifyCriteriaOptions } from './options.ts'

/** How good the judge itself is at deciding criteria that are labelled: what `holdfast certify --checklist` runs. */
export const certifyCriteriaSuite = defineSuite({
  name: 'certify-criteria',
  options: certifyCriteriaOptions,
  roles: { judge: { temperature: 0, json: true } },
  open: openLabelledCriteria,
  summary: { load: async () => (await import('./summary.ts')).labelledCriteriaSummary },
  about: {
    title: 'Labelled criteria',
    question: 'Does the judge find a criterion met where the answer meets it, and only there?',
    good: 'Higher is better. A judge that says the same of every criterion has a kappa of 0.',
  },
})
