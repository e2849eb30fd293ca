import { z } from 'zod'
import {
  type BoardLayout,
  type ComparedRun,
  copied,
  defineSuite,
  groupColumns,
  type LayOutBoard,
  type Markup,
  type OfficialData,
  type OfficialFile,
  type OfficialRepository,
  ORDERS,
  pairChart,
  pairJudgements,
  pairPictures,
  pairRule,
  parse,
  parseVerdict,
  preferenceQuestions,
  type SuiteView,
  type Winner,
  winnerOf,
  winnersByRating,
} from '../../src/kit.ts'
import { llmbarRecipes } from './draft/recipes.ts'
import { comparedWith } from './openPairs.ts'
import { openLlmbar } from './openSuite.ts'
import { llmbarOptions } from './options.ts'
import { MAIN_SUBSETS } from './subsets.ts'

const comparison = z.object({
  id: z.string(),
  rule: z.enum(['line', 'phrase']),
  order: z.enum(ORDERS),
  completion: z.string(),
})
const ratings = z.object({ id: z.string(), rule: z.literal('int-pair'), completions: z.tuple([z.string(), z.string()]) })
const line = z.discriminatedUnion('rule', [comparison, ratings])

/** A function from a line with a judge's reply to its verdict by the official rules; throws HoldfastError for a line that does not fit. */
export function llmbarFileScorer(): (value: unknown, where: string) => object {
  return (value, where) => {
    const reply = parse(line, value, where)
    const text = (winner: Winner) => winner?.toString() ?? null
    if (reply.rule === 'int-pair') {
      const { forward, swapped } = winnersByRating(...reply.completions)
      return { id: reply.id, winner: { forward: text(forward), swapped: text(swapped) } }
    }
    const parsed = parseVerdict(reply.completion, reply.rule)
    return { id: reply.id, parsed, winner: text(winnerOf(parsed, reply.order)) }
  }
}

const LLMBAR: OfficialRepository = { name: 'princeton-nlp/LLMBar', commit: '900616bff90b6c6c8e1681f7d079250637c55992' }

function pairs(subset: string, folder: string, bytes: number, sha256: string): OfficialFile {
  return copied(`datasets/${subset}.json`, { repository: LLMBAR, path: `Dataset/${folder}/dataset.json`, bytes, sha256 })
}

/** The official pairs of LLMBar: the five subsets of the paper, its case studies, and three processed older datasets. */
export const llmbarOfficialData: OfficialData = {
  licensed: true,
  licence:
    'MIT, Copyright (c) 2023 Princeton Natural Language Processing. Texts inside come from AlpacaFarm, LLMEval^2, FairEval and MT-Bench, whose terms were not reviewed',
  files: [
    pairs('Base_10', 'CaseStudy/Base_10', 52_315, 'e36ae2461fd633c51afdbe19d9f62bc77089c7efc8a58e03fc273518a78ab1b0'),
    pairs('Base_9', 'CaseStudy/Base_9', 51_991, 'b3989dcdaddb277207ab86631db2185edd15802e27b947a5dacb663895fddd69'),
    pairs('Constraint', 'CaseStudy/Constraint', 150_002, '8b702c755bdba59f63cf61e8643a5718799df8ed8f3b93b27dbf1db0e8c3c009'),
    pairs('Negation', 'CaseStudy/Negation', 92_345, 'c4ce566f652606d25445efedcb01d2a359c5ce03c6457e3c518a129dbd608c4e'),
    pairs('Normal', 'CaseStudy/Normal', 88_510, 'f6f2c4833d57ab8aaa8aa51bf521296b6f2e26323aad5c08da5331924af450ba'),
    pairs('GPTInst', 'LLMBar/Adversarial/GPTInst', 211_768, '1002425f73c2cf54b6e6de99bce3f6c60fa2a17d13194772e37d7481c1351d42'),
    pairs('GPTOut', 'LLMBar/Adversarial/GPTOut', 32_640, '1ff56e520d7607750a9866a3be0f5b850392ca4477a1f69d80f32bd3e310f561'),
    pairs('Manual', 'LLMBar/Adversarial/Manual', 79_050, '0d9598769a39cdbbd265778c37e49939d41d5f76dcfb17bd75dcfa07516d3837'),
    pairs('Neighbor', 'LLMBar/Adversarial/Neighbor', 131_988, '6712c7eda6342602e0bc7c06c282fa95e2110d4e741a284026a62d937f9780a0'),
    pairs('Natural', 'LLMBar/Natural', 91_269, 'f7127b7aa78104cb8e03a2b1b3ac0077e95b125714dd441a8ee63666145a3375'),
    pairs('FairEval', 'Processed/FairEval', 185_654, '5b4a129258c1efa273a1b10fec399f5462b458facf900e8e1948f4acb1b37dd6'),
    pairs('LLMEval2', 'Processed/LLMEval^2', 298_957, 'deffdaeccda39c0fb9337c7e20925ec2b973bfd456832c2f1ba0e9ca4cf107de'),
    pairs('MT-Bench', 'Processed/MT-Bench', 468_579, 'c152249bc095d152485954bd2abd9ea79528ee5e4c045bfe9ef78755b03c20d8'),
  ],
  notPulled: [],
  card: async (data) => (await import('./describeData.ts')).describeLlmbarData(data),
}

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

/** LLMBar: how good the judge itself is, on pairs of outputs of which people have said the better one. */
export const llmbarSuite = defineSuite({
  name: 'llmbar',
  // 2: the strict reading reads what a person reads.
  scoring: 2,
  options: llmbarOptions,
  roles: { judge: { temperature: 0 } },
  open: openLlmbar,
  summary: { load: async () => (await import('./summary.ts')).llmbarSummary },
  about: {
    title: 'LLMBar',
    question: 'Does the judge prefer the output that follows the instruction, whichever is shown first?',
    good: 'Higher is better. Chance is 50. People agree with the labels on 94 percent of the official pairs.',
    item: 'pair',
    floor: 'what chance gets',
  },
  view: llmbarView,
  people: preferenceQuestions,
  files: { official: llmbarOfficialData, drafts: llmbarRecipes, scorer: llmbarFileScorer },
})
