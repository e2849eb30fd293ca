import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { SUITES } from '../../../suites/catalogue.ts'
import { openItems } from '../../../suites/fb-bench/openItems.ts'
import { openQuestions } from '../../../suites/kieval/openQuestions.ts'
import { kievalOptions } from '../../../suites/kieval/options.ts'
import { letterOf } from '../../../suites/kieval/question.ts'
import { planLifbench } from '../../../suites/lifbench/plan.ts'
import { openPairs } from '../../../suites/llmbar/openPairs.ts'
import { MAIN_SUBSETS, SUBSETS } from '../../../suites/llmbar/subsets.ts'
import { openSeeds, taskName } from '../../../suites/refutebench/openSeeds.ts'
import { refutebenchOptions } from '../../../suites/refutebench/options.ts'
import { readIrrelevantQueries } from '../../../suites/refutebench/seeds/bundled.ts'
import { readOfficialQueries } from '../../../suites/refutebench/seeds/official.ts'
import { openItems as openRefutebench1 } from '../../../suites/refutebench1/openItems.ts'
import { refutebench1Options } from '../../../suites/refutebench1/options.ts'
import { HoldfastError } from '../../base/errors.ts'
import { tokenizer } from '../../base/text/tokenizer.ts'
import { resolveConfig } from '../../config/resolve.ts'
import { countTasks, countValues, type DatasetCard, type LabelCounts, type Lengths, sumUpLengths } from './datasetCard.ts'
import { officialData } from './manifest.ts'

/** More than any dataset has. */
const ALL = 1_000_000

const { count } = tokenizer('o200k_base')

/**
 * The card of a suite's dataset, read by the suite's own opener.
 *
 * @param data `bundled`, or a folder of official data.
 * @throws HoldfastError for data that is not there or does not fit.
 */
export async function datasetCard(suite: string, data: string): Promise<DatasetCard> {
  officialData([suite])
  const card = await CARDS[suite]?.(data)
  if (card) return card
  throw new HoldfastError('USAGE', `Failed to describe ${suite}: no card is made for it. Name another suite.`)
}

const CARDS: Readonly<Record<string, (data: string) => DatasetCard | Promise<DatasetCard>>> = {
  lifbench: lifbenchCard,
  llmbar: llmbarCard,
  'fb-bench': fbBenchCard,
  kieval: kievalCard,
  refutebench: refutebenchCard,
  refutebench1: refutebench1Card,
}

function lifbenchCard(data: string): DatasetCard {
  const config = resolveConfig({ data, suites: { lifbench: { lengths: 'all' } } }, {}, process.cwd(), SUITES)
  const { items, source, sha256, notes } = planLifbench(config)
  const contexts = [...new Set(items.map(({ context }) => context))]
  const scenarios = [...new Set(contexts.map(({ context }) => context.scenario))]
  return {
    suite: 'lifbench',
    source,
    sha256,
    items: items.length,
    tasks: countTasks(items.map(({ task }) => `${task.id} ${task.title}`)),
    labels: [
      { label: 'length', counts: countTasks(items.map(({ length }) => length.name)) },
      { label: 'contexts', counts: countTasks(contexts.map(({ context }) => context.scenario)) },
      { label: 'templates', counts: countTasks([...new Set(items.map(({ task, expression }) => `${task.id} ${expression}`))].map(taskOf)) },
    ],
    lengths: [
      ...scenarios.map((scenario) =>
        lengthsOf(
          `${scenario} context`,
          contexts.flatMap(({ context }) => (context.scenario === scenario ? [context.text] : [])),
        ),
      ),
      lengthsOf(
        'instruction',
        items.map(({ promptTail }) => promptTail),
      ),
    ],
    notes,
  }
}

function llmbarCard(data: string): DatasetCard {
  const there = SUBSETS.filter((subset) => data !== 'bundled' && existsSync(join(data, 'llmbar', 'datasets', `${subset}.json`)))
  const subsets = SUBSETS.filter((subset) => there.includes(subset) || (MAIN_SUBSETS as readonly string[]).includes(subset))
  const { items, source, sha256 } = openPairs(data, subsets)
  return {
    suite: 'llmbar',
    source,
    sha256,
    items: items.length,
    tasks: countTasks(items.map(({ subset }) => subset)),
    labels: [{ label: 'better output', counts: countTasks(items.map(({ label }) => `output ${label}`).sort()) }],
    lengths: [
      lengthsOf(
        'instruction',
        items.map(({ instruction }) => instruction),
      ),
      lengthsOf(
        'better output',
        items.map(({ outputs, label }) => outputs[label - 1] ?? ''),
      ),
      lengthsOf(
        'worse output',
        items.map(({ outputs, label }) => outputs[2 - label] ?? ''),
      ),
    ],
    notes: [],
  }
}

function fbBenchCard(data: string): DatasetCard {
  const { items, source, sha256 } = openItems(data)
  const references = items.flatMap(({ reference }) => (reference === undefined ? [] : [reference]))
  return {
    suite: 'fb-bench',
    source,
    sha256,
    items: items.length,
    tasks: countTasks(items.map(({ scenario, task }) => `${scenario}/${task}`).sort()),
    labels: [
      { label: 'language', counts: countValues(items.map(({ language }) => language)) },
      { label: 'deficiency', counts: countValues(items.flatMap(({ deficiency }) => deficiency)) },
      { label: 'feedback', counts: countValues(items.flatMap(({ feedbackTypes }) => feedbackTypes)) },
      { label: 'criteria per item', counts: countValues(items.map(({ checklist }) => checklist.length)) },
    ],
    lengths: [
      lengthsOf(
        'query',
        items.map(({ query }) => query),
      ),
      lengthsOf(
        'first response',
        items.map(({ firstResponse }) => firstResponse),
      ),
      lengthsOf(
        'feedback',
        items.map(({ feedback }) => feedback),
      ),
      lengthsOf('reference', references),
      lengthsOf(
        'criterion',
        items.flatMap(({ checklist }) => checklist.map(({ text }) => text)),
      ),
    ],
    notes: [],
  }
}

async function kievalCard(data: string): Promise<DatasetCard> {
  const open = (options: object) => openQuestions(data, kievalOptions.parse({ questions: ALL, ...options }), 0)
  const { items, source, sha256 } = await open({ validation: 'none' })
  const listed = async (list: 'gpt4' | 'gpt35'): Promise<LabelCounts> => {
    const valid = (await open({ list })).items.length
    return { label: `valid for ${list}`, counts: { yes: valid, no: items.length - valid } }
  }
  const hasList = data !== 'bundled' && existsSync(join(data, 'kieval', 'validated-uuids.tsv.gz'))
  const domains = items.flatMap(({ domain }) => (domain === undefined ? [] : [domain]))
  return {
    suite: 'kieval',
    source,
    sha256,
    items: items.length,
    tasks: countTasks(items.map(({ set }) => set)),
    labels: [
      { label: 'answer', counts: countTasks(items.map(({ answerIndex }) => letterOf(answerIndex)).sort()) },
      { label: 'choices', counts: countValues(items.map(({ choices }) => choices.length)) },
      ...(domains.length > 0 ? [{ label: 'domain', counts: countValues(domains) }] : []),
      ...(hasList ? [await listed('gpt4'), await listed('gpt35')] : []),
    ],
    lengths: [
      lengthsOf(
        'question',
        items.map(({ question }) => question),
      ),
      lengthsOf(
        'choice',
        items.flatMap(({ choices }) => choices),
      ),
    ],
    notes: data !== 'bundled' && !hasList ? ['no validated-uuids.tsv.gz: a run uses all questions'] : [],
  }
}

async function refutebenchCard(data: string): Promise<DatasetCard> {
  const { items, source, sha256, notes } = await openSeeds(data, refutebenchOptions.parse({ seeds: ALL }), 0)
  const seeds = [...new Set(items.map(({ seed }) => seed))]
  const queries = (data === 'bundled' ? undefined : await readOfficialQueries(data)) ?? readIrrelevantQueries()
  return {
    suite: 'refutebench',
    source,
    sha256,
    items: items.length,
    tasks: countTasks(items.map(taskName)),
    labels: [{ label: 'seeds', counts: countTasks(seeds.map(({ task }) => task)) }],
    lengths: [
      ...[...new Set(seeds.map(({ task }) => task))].map((task) =>
        lengthsOf(
          `${task} query`,
          seeds.flatMap((seed) => (seed.task === task ? [seed.query] : [])),
        ),
      ),
      lengthsOf(
        'irrelevant query',
        queries.map(({ query }) => query),
      ),
    ],
    notes: source.includes('sentences') ? [...notes, 'seeds of mt: all sentences of 8 to 60 words; a run draws 100 of them'] : notes,
  }
}

async function refutebench1Card(data: string): Promise<DatasetCard> {
  const { items, source, sha256 } = await openRefutebench1(data, refutebench1Options.parse({}), 0)
  const pairs = items.flatMap(({ pair }) => (pair === undefined ? [] : [pair]))
  const checkers = items.flatMap(({ checker }) => (checker === undefined ? [] : [checker]))
  const texts = (kind: 'query' | 'irrelevant') =>
    items.flatMap(({ script }) => script.steps.flatMap((step) => (step.kind === kind && step.text !== '' ? [step.text] : [])))
  return {
    suite: 'refutebench1',
    source,
    sha256,
    items: items.length,
    tasks: countTasks(items.map(({ task, kind, nc }) => `${task}/${kind} ${nc} between`)),
    labels: [
      { label: 'task', counts: countTasks(items.map(({ task }) => task)) },
      { label: 'language pair', counts: countValues(pairs) },
      { label: 'demand on e-mails', counts: countValues(checkers) },
    ],
    lengths: [lengthsOf('query', texts('query')), lengthsOf('irrelevant query', texts('irrelevant'))],
    notes: [],
  }
}

/** The same text often occurs more than once; it is counted once. */
function lengthsOf(texts: string, all: readonly string[]): Lengths {
  const known = new Map<string, number>()
  const lengths = all.map((text) => {
    const length = known.get(text) ?? count(text)
    known.set(text, length)
    return length
  })
  return sumUpLengths(texts, lengths)
}

/** The task in `<task> <template>`. */
function taskOf(template: string): string {
  return template.split(' ')[0] ?? ''
}
