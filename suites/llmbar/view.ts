import {
  type BoardLayout,
  type ComparedRun,
  groupColumns,
  type LayOutBoard,
  type Markup,
  pairChart,
  pairJudgements,
  pairPictures,
  pairRule,
  type SuiteView,
} from '../../src/kit.ts'
import { comparedWith } from './humanAgreement.ts'
import { MAIN_SUBSETS } from './subsets.ts'

/** LLMBar for people: its pictures, of one run and of several. */
export const llmbarView: SuiteView = {
  board: llmbarBoard,
  pictures: (input) => pairPictures(input, comparedWith(input.source)),
  judgements: pairJudgements,
  rule: pairRule,
  comparePicture: llmbarEvaluators,
}

/** LLMBar over several runs, as the paper's Figure 4: accuracy on natural and on adversarial pairs. Undefined with fewer than two. */
function llmbarEvaluators(runs: readonly ComparedRun[]): Markup | undefined {
  const names = runNames(runs)
  const pairs = runs.flatMap(({ document }, index) => {
    const metrics = document?.suites.llmbar?.metrics
    const [one, other] = [metrics?.['accuracy.Natural'], metrics?.['accuracy.adversarial']]
    return one && other ? [{ name: names[index] ?? '', one, other }] : []
  })
  if (pairs.length < 2) return undefined
  const sources = new Set(runs.map(({ document }) => document?.run.data.llmbar?.source))
  return pairChart({
    title: 'Accuracy on natural and adversarial pairs',
    caption: `Percent, by judge and strategy, with 95 % intervals; ${comparedWith(sources.size === 1 ? [...sources][0] : undefined)}.`,
    names: ['Natural', 'adversarial'],
    pairs,
    domain: [0, 100],
    digits: 1,
  })
}

/** What runs are called in a picture: the strategy, with the judge where there are several judges. */
function runNames(runs: readonly ComparedRun[]): string[] {
  const judges = new Set(runs.map(judgeOf))
  return runs.map((run) => {
    const strategy = [run.records.find(({ suite }) => suite === 'llmbar')?.tags.strategy ?? run.name].flat()[0] ?? run.name
    return judges.size > 1 ? `${strategy}, ${judgeOf(run)}` : strategy
  })
}

function judgeOf({ document }: ComparedRun): string {
  return document?.run.roles.judge?.model ?? ''
}

/** LLMBar over several evaluators: accuracy and positional agreement by subset (paper, Tables 2 and 6 to 8), a row for each strategy. */
function llmbarBoard(metrics: Parameters<LayOutBoard>[0]): BoardLayout {
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
