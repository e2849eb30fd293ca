import type { ListedView } from '../../src/kit.ts'

/** Its own comparisons, as `holdfast compare` shows them. */
export const kievalViews: readonly ListedView[] = [
  {
    name: 'contamination',
    summary: 'models that answer better than they can explain (kieval).',
    load: async () => (await import('./views/contamination.ts')).contaminationView,
  },
  {
    name: 'evaluators',
    summary: 'evaluators of the same interviews (kieval).',
    load: async () => (await import('./views/evaluators.ts')).evaluatorsView,
  },
  {
    name: 'leak-test',
    summary: 'a run, and one with HOLDFAST_KIEVAL_LEAK=1; exit 1 unless the score withstands the leak (kieval).',
    load: async () => (await import('./views/leakTest.ts')).leakTestView,
  },
]
