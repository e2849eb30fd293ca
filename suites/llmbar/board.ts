import { type BoardLayout, groupColumns, type LayOutBoard } from '../../src/kit.ts'
import { MAIN_SUBSETS } from './subsets.ts'

/** LLMBar over several evaluators: accuracy and positional agreement by subset (paper, Tables 2 and 6 to 8), a row for each strategy. */
export function llmbarBoard(metrics: Parameters<LayOutBoard>[0]): BoardLayout {
  const by = (figure: string) => {
    const main = [...MAIN_SUBSETS, 'adversarial', 'average'].map((name) => ({ key: `${figure}.${name}`, label: name }))
    return [...main, ...groupColumns(metrics, figure).filter(({ key }) => !main.some((own) => own.key === key))]
  }
  return {
    option: 'strategy',
    tables: [
      { title: 'Accuracy', columns: by('accuracy') },
      { title: 'Positional agreement', columns: by('agreement') },
      {
        title: 'Unusable and undecided',
        columns: ['null_rate', 'tie_rate', 'first_bias'].map((key) => ({ key, label: key.replace('_', ' ') })),
      },
    ],
    scatters: [
      {
        title: 'Accuracy and agreement',
        x: { key: 'accuracy.average', label: 'accuracy' },
        y: { key: 'agreement.average', label: 'positional agreement' },
      },
    ],
  }
}
