import { defineSuite } from '../../../kit.ts'
import { certifyCriteriaOptions } from './options.ts'

/** How good the judge itself is at deciding criteria that are labelled: what `holdfast certify --checklist` runs. */
export const certifyCriteriaSuite = defineSuite({
  name: 'certify-criteria',
  options: certifyCriteriaOptions,
  requests: { judge: { temperature: 0, json: true } },
  roles: ['judge'],
  open: async (run) => (await import('./openLabelledCriteria.ts')).openLabelledCriteria(run),
  summary: { load: async () => (await import('./summary.ts')).labelledCriteriaSummary },
  about: {
    title: 'Labelled criteria',
    question: 'Does the judge find a criterion met where the answer meets it, and only there?',
    good: 'Higher is better. A judge that says the same of every criterion has a kappa of 0.',
  },
})
