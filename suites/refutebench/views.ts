import type { ListedView } from '../../src/kit.ts'

/** Its own comparisons, as `holdfast compare` shows them. */
export const refutebenchViews: readonly ListedView[] = [
  {
    name: 'refutations',
    summary: 'RefuteBench 2.0 beside 1.0, by model.',
    load: async () => (await import('./views/refutations.ts')).refutationsView,
  },
]
