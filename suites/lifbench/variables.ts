import { type Random, random, splitSentences } from '../../src/kit.ts'
import type {
  Document,
  LifbenchContext,
  LifbenchSource,
  ListContext,
  MultiDocContext,
  OneDocContext,
  Template,
  TemplateValues,
} from './data/source.ts'
import type { Length } from './lengths.ts'
import { type FieldValue, SENTENCE_TYPES, type TaskParams } from './scoring/types.ts'
import type { TaskDefinition } from './tasks.ts'

/** How many variable sets a template has (docs/suites/lifbench.md, R3). */
export function variableCount({ id }: TaskDefinition): number {
  return ['OR', 'OE', 'LMI', 'MB', 'MF'].includes(id) ? 5 : 6
}

/** An item's variables: what fills the template, and what the answer is scored against. */
type Variables = { readonly values: TemplateValues; readonly param: unknown }

/** What one variable set is drawn for. */
interface VariableRequest {
  readonly task: TaskDefinition
  readonly length: Length
  readonly template: Template
  readonly expression: number
  readonly variable: number
  readonly context: LifbenchContext
  readonly seed: number
}

/** The variables of one item. A variable set asks the same of every template, so far as the context allows. */
export function variablesOf(request: VariableRequest, source: LifbenchSource): Variables {
  const { task, context } = request
  switch (task.id) {
    case 'LMI':
      return multiElement(request, context as ListContext)
    case 'LSI':
    case 'LOI':
    case 'LOE':
    case 'LBI':
    case 'LBE':
      return oneElement(request, context as ListContext)
    case 'OR':
    case 'OE': {
      const replayed = source.replayed?.(task, request.length, request.expression, request.variable)
      return same(replayed ?? (task.id === 'OR' ? repeatValues(request) : extractValues(request)))
    }
    case 'OQ':
      return same(qaValues(request, context as OneDocContext))
    case 'MB': {
      const set = source.labelSets[request.variable] as LifbenchSource['labelSets'][number]
      return { values: { ...set }, param: { candidates: set.candidates, gold: goldLabels(set, (context as MultiDocContext).documents) } }
    }
    case 'MF': {
      const set = source.fieldSets[request.variable] as LifbenchSource['fieldSets'][number]
      return { values: { ...set }, param: duplicateFields(context as MultiDocContext, set.info_keys.split(' ')) }
    }
  }
}

function same(values: TemplateValues): Variables {
  return { values, param: values }
}

/** A stream for what must not depend on the expression. */
function stream({ seed, length, task }: VariableRequest, ...more: (string | number)[]): Random {
  return random('lifbench-variables', seed, length.name, task.scenario, ...more)
}

/** Two places near the beginning of the list, two within, two near the end, the same for all list tasks (docs/suites/lifbench.md, R4). */
function oneElement(request: VariableRequest, { elements: { elements } }: ListContext): Variables {
  const count = elements.length
  const drawn = stream(request, 'places')
  const near = drawn.sample(range(1, 10), 2)
  // Fractions, so that a variable set stands at the same part of lists of different sizes.
  const within = [drawn.int(0, 499) / 1000, drawn.int(500, 999) / 1000].map((part) => 11 + Math.floor(part * (count - 21)))
  const far = drawn.sample(range(2, 10), 2).map((distance) => count - distance)
  const place = [...near, ...within, ...far][request.variable] as number
  const values = {
    id: place + 1,
    ordid: ordinal(place + 1),
    element: elements[place] as string,
    pre_element: elements[place - 1] as string,
    post_element: elements[place + 1] as string,
  }
  const { bias } = request.template
  return { values, param: { ...values, ...(bias && { bias }) } satisfies TaskParams['LOI'] }
}

/** 2, 4, 6, 8 and 10 places in any order. */
function multiElement(request: VariableRequest, { elements: { elements }, index }: ListContext): Variables {
  const places = stream(request, 'several', index, request.variable).sample(range(0, elements.length - 1), 2 * (request.variable + 1))
  return same({ id_arr: places.map((place) => place + 1), elements: places.map((place) => elements[place] as string) })
}

const REPEAT_COUNTS = [1, 2, 4, 6, 8] as const
const REPEAT_SEPARATORS = ['###', '-12367-', '|||||', '#stop#', '[sep]'] as const

function repeatValues(request: VariableRequest): TemplateValues {
  const separators = stream(request, 'separators').shuffle(REPEAT_SEPARATORS)
  return { num: REPEAT_COUNTS[request.variable] as number, sep: separators[request.variable] as string }
}

/** Five of the six types; which one is left out changes with the length. */
function extractValues({ variable, length }: VariableRequest): TemplateValues {
  const left = length.budget % SENTENCE_TYPES.length
  const type = SENTENCE_TYPES[variable === left ? SENTENCE_TYPES.length - 1 : variable] as string
  return { type: `<${type}>` }
}

const QA_OPTIONS = [
  ['True', 'False'],
  ['Yes', 'No'],
  ['False', 'True'],
  ['apple', 'APPLE'],
  ['12345', '12346'],
] as const

/** Two genuine key sentences, two fake ones, two others; the options go round. */
function qaValues(request: VariableRequest, context: OneDocContext): TemplateValues {
  const { variable, expression } = request
  const drawn = stream(request, 'qa', context.index, expression)
  const start = drawn.int(0, QA_OPTIONS.length - 1)
  const options = QA_OPTIONS[(start + variable) % QA_OPTIONS.length] as readonly [string, string]
  const genuine = context.sentences.filter((sentence) => sentence.genuine).map((sentence) => sentence.text)
  const fake = context.sentences.filter((sentence) => !sentence.genuine).map((sentence) => sentence.text)
  const pool = variable < 2 ? genuine : variable < 4 ? fake : plainSentences(context)
  return { evidence: drawn.sample(pool, 2)[variable % 2] as string, options }
}

/** Enough of a text to draw from; splitting all of a 128k text would take longer than the rest of the plan. */
const PLAIN_PREFIX = 60_000

/** Sentences of the text that are neither tagged nor part of a tagged one. */
function plainSentences(context: OneDocContext): string[] {
  const keys = context.sentences.map((sentence) => sentence.text)
  return splitSentences(context.text.slice(0, PLAIN_PREFIX))
    .slice(0, -1)
    .filter((text) => /^[A-Z][^<>"\n]*[.?!]$/.test(text) && text.split(' ').length >= 5 && text.length <= 300)
    .filter((text) => !keys.some((key) => key.includes(text) || text.includes(key)))
}

/**
 * The right label of each document: `candidates` in the order of their first characters in `rule_key` stand for both
 * fields present, source missing, title missing, both missing (docs/suites/lifbench.md, R5).
 */
function goldLabels(set: LifbenchSource['labelSets'][number], documents: readonly Document[]): string[] {
  const rank = (candidate: string) => set.rule_key.lastIndexOf(candidate.charAt(0))
  const ranked = [...set.candidates].sort((one, other) => rank(one) - rank(other))
  const absent = (value: FieldValue | undefined) => value === undefined || value === null
  return documents.map(({ title, source }) => ranked[(absent(title) ? 2 : 0) + (absent(source) ? 1 : 0)] as string)
}

function duplicateFields({ documents, duplicates }: MultiDocContext, keys: readonly string[]): TaskParams['MF'] {
  const member = (index: number) => Object.fromEntries(keys.map((key) => [key, documents[index]?.[key as keyof Document] ?? null]))
  return { dup_infos: duplicates.map((group) => group.map(member)) }
}

/** English ordinal as the official code writes it: `11th`, `21st`. */
export function ordinal(number: number): string {
  const tens = number % 100
  if (tens >= 10 && tens <= 20) return `${number}th`
  return `${number}${['th', 'st', 'nd', 'rd'][number % 10] ?? 'th'}`
}

function range(least: number, most: number): number[] {
  return Array.from({ length: most - least + 1 }, (_, at) => least + at)
}
