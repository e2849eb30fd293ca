import type { BoardLayout } from '../../src/kit.ts'

const ASPECTS = ['overall', 'accuracy', 'logic', 'relevance', 'coherence', 'conciseness']

/** KIEval over several models: scores by aspect (paper, Table 2), the static accuracy, and the one against the other (Figure 3). */
export function kievalBoard(keys: readonly string[]): BoardLayout {
  const sets = [...new Set(keys.flatMap((key) => /^set\.(.+)\.score\.overall$/.exec(key)?.[1] ?? []))]
  return {
    tables: [
      {
        title: 'Interviews',
        columns: [
          ...ASPECTS.map((name) => ({ key: `score.${name}`, label: name })),
          { key: 'accuracy', label: 'static accuracy' },
          { key: 'rounds', label: 'rounds' },
        ],
      },
      ...(sets.length > 0
        ? [{ title: 'By question set', columns: sets.map((name) => ({ key: `set.${name}.score.overall`, label: name })) }]
        : []),
    ],
    radars: [{ title: 'Aspects', columns: ASPECTS.slice(1).map((name) => ({ key: `score.${name}`, label: name })) }],
    scatters: [
      {
        title: 'Static accuracy and interview',
        x: { key: 'accuracy', label: 'static accuracy' },
        y: { key: 'score.overall', label: 'KIEval score' },
      },
    ],
  }
}
