import { z } from 'zod'
import {
  type ComparedRun,
  defineSuite,
  groupColumns,
  lineScorer,
  ORDERS,
  officialData,
  pairChart,
  pairJudgements,
  pairPictures,
  pairRule,
  parseVerdict,
  preferenceQuestions,
  type SuiteView,
  type Winner,
  winnerOf,
  winnersByRating,
} from '../../src/kit.ts'
import { llmbarRecipes } from './draft/recipes.ts'
import { llmbarOptions, MAIN_SUBSETS } from './names.ts'
import { comparedWith, describeLlmbarData } from './openPairs.ts'
import { openLlmbar } from './openSuite.ts'

const comparison = z.object({ id: z.string(), rule: z.enum(['line', 'phrase']), order: z.enum(ORDERS), completion: z.string() })
const ratings = z.object({ id: z.string(), rule: z.literal('int-pair'), completions: z.tuple([z.string(), z.string()]) })
const line = z.discriminatedUnion('rule', [comparison, ratings])

/** Scores a line with a judge's reply by the official rules. */
export const llmbarFileScorer = lineScorer(line, (reply) => {
  const text = (winner: Winner) => winner?.toString() ?? null
  if (reply.rule === 'int-pair') {
    const { forward, swapped } = winnersByRating(...reply.completions)
    return { id: reply.id, winner: { forward: text(forward), swapped: text(swapped) } }
  }
  const parsed = parseVerdict(reply.completion, reply.rule)
  return { id: reply.id, parsed, winner: text(winnerOf(parsed, reply.order)) }
})

/** The official pairs of LLMBar: the five subsets of the paper, its case studies, and three processed older datasets. */
export const llmbarOfficialData = officialData('llmbar', describeLlmbarData)

/** LLMBar for people: its pictures, of one run and of several. */
export const llmbarView: SuiteView = {
  // Over several evaluators: accuracy and positional agreement by subset (paper, Tables 2 and 6 to 8), a row for each strategy.
  board(metrics) {
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
    }
  },
  pictures: (input) => pairPictures(input, comparedWith(input.source)),
  judgements: pairJudgements,
  rule: pairRule,
  // As the paper's Figure 4: accuracy on natural and on adversarial pairs. Undefined with fewer than two runs.
  comparePicture(runs) {
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
  },
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

/** LLMBar: how good the judge itself is, on pairs of outputs of which people have said the better one. */
export const llmbarSuite = defineSuite({
  name: 'llmbar',
  // 2: the strict reading reads what a person reads.
  scoring: 3,
  options: llmbarOptions,
  roles: { judge: { temperature: 0 } },
  open: openLlmbar,
  summary: { load: async () => (await import('./summary.ts')).llmbarSummary },
  about: {
    title: 'LLMBar',
    question: 'Does the judge prefer the output that follows the instruction, whichever is shown first?',
    good: 'Higher is better. Chance is 50. People agree with the labels on 94 percent of the official pairs, which are others than the bundled ones.',
    item: 'pair',
    floor: 'what chance gets',
  },
  view: llmbarView,
  people: preferenceQuestions,
  files: { official: llmbarOfficialData, drafts: llmbarRecipes, scorer: llmbarFileScorer },
})
