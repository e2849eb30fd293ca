import { type BoardLayout, groupColumns, type LayOutBoard } from '../../src/kit.ts'
import { OF_SETS } from './question.ts'

const ASPECTS = ['overall', 'accuracy', 'logic', 'relevance', 'coherence', 'conciseness']

/** KIEval over several models: scores by aspect (paper, Table 2), the static accuracy, and the one against the other (Figure 3). */
export function kievalBoard(metrics: Parameters<LayOutBoard>[0]): BoardLayout {
  const sets = groupColumns(metrics, OF_SETS)
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
      ...(sets.length > 0 ? [{ title: 'By question set', columns: sets }] : []),
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
