import type { BoardLayout } from '../../src/kit.ts'

const SUBSETS = ['Natural', 'Neighbor', 'GPTInst', 'GPTOut', 'Manual']

/** LLMBar over several evaluators: accuracy and positional agreement by subset (paper, Tables 2 and 6 to 8), a row for each strategy. */
export function llmbarBoard(keys: readonly string[]): BoardLayout {
  const by = (figure: string) => {
    const others = keys
      .filter((key) => key.startsWith(`${figure}.`))
      .map((key) => key.slice(figure.length + 1))
      .filter((name) => ![...SUBSETS, 'adversarial', 'average'].includes(name))
    return [...SUBSETS, 'adversarial', 'average', ...others].map((name) => ({ key: `${figure}.${name}`, label: name }))
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
