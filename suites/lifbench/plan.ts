import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import {
  dataFolder,
  groupBy,
  HoldfastError,
  isBundled,
  type LeftOut,
  type ResolvedConfig,
  random,
  remembered,
  sum,
  type TokenizerName,
  tokenizer,
  withoutCredentials,
} from '../../src/kit.ts'
import { bundledList, bundledMultiDoc, bundledOneDoc, loadCorpus } from './bundled/contexts.ts'
import { bundledTasks, fixturesFolder } from './bundled/tasks.ts'
import { officialSource } from './data/official.ts'
import type { LifbenchContext, LifbenchSource } from './data/source.ts'
import { withExpressions } from './expressions.ts'
import { buildItems, type LifbenchItem, type LoadedContext } from './items.ts'
import { type Length, lengthOf, OFFICIAL_LENGTHS } from './lengths.ts'
import type { LifbenchOptions } from './options.ts'
import { type Scenario, TASKS, type TaskDefinition } from './tasks.ts'
import { variableCount } from './variables.ts'

/** Contexts per scenario and length: with one alone, a score would rest on one lucky or unlucky text. */
const CONTEXTS = 3

/**
 * The bundled generator: contexts of any length from a seed, equal on every machine. A context is made when first asked
 * for and kept by the caller.
 */
export function bundledSource(seed: number, tokenizerName: TokenizerName): LifbenchSource {
  const tasks = bundledTasks()
  const tokens = tokenizer(tokenizerName)
  const sentences = readFileSync(join(fixturesFolder, 'list-elements.txt'), 'utf8').split('\n').filter(Boolean)
  const { addresses, chapters } = loadCorpus(tokens)
  return {
    name: 'bundled',
    version: 1,
    missing: { onedoc: addresses.missing, multidoc: addresses.missing ?? chapters.missing },
    contextCount: () => CONTEXTS,
    ...tasks,
    context(scenario: Scenario, length: Length, index: number): LifbenchContext {
      const stream = random('lifbench', seed, scenario, length.name, index)
      if (scenario === 'list') return bundledList(sentences, length, index, stream, tokens)
      if (scenario === 'onedoc') return bundledOneDoc(addresses.works, length, index, stream, tokens)
      return bundledMultiDoc([...addresses.works, ...chapters.works], length, index, stream, tokens)
    },
  }
}

/** Tokens a chat template puts around one message, with room to spare. */
const TEMPLATE_TOKENS = 32
/** Fewest tokens of a context that is cut. */
const LEAST_CONTEXT = 1024

/** The items of a run with what is decided about each before the first call. */
export interface LifbenchPlan {
  readonly items: readonly LifbenchItem[]
  readonly source: string
  /** Version of what is bundled of the data. */
  readonly version: 1 | undefined
  readonly sha256: string
  readonly notes: readonly string[]
  readonly leftOut: readonly LeftOut[]
  /** Prompt tokens of an item, and those it shares with its context's other items. */
  tokens(item: LifbenchItem): { readonly total: number; readonly prefix: number }
  /** Why an item is left out. */
  skip(item: LifbenchItem): string | undefined
  /** The prompt up to the end of the context, cut where the item is truncated. */
  promptHead(item: LifbenchItem): string
  /** Whether the item's context is cut to fit the window. */
  truncated(item: LifbenchItem): boolean
}

/**
 * Plans a run: builds contexts and items, and decides what happens to those that do not fit the candidate's window.
 *
 * @throws HoldfastError for data that does not fit, and for items over the window unless told to skip or truncate them.
 */
export function planLifbench(
  config: Pick<ResolvedConfig, 'data' | 'seed' | 'roles'> & Partial<Pick<ResolvedConfig, 'root'>>,
  options: LifbenchOptions,
): LifbenchPlan {
  const opened = openSource(config.data, config.seed, options.tokenizer)
  const source = options.expressions === undefined ? opened : withExpressions(opened, resolve(config.root ?? '.', options.expressions))
  const tasks = TASKS.filter((task) => !options.tasks || options.tasks.includes(task.id))
  const lengths = options.lengths.map(lengthOf).sort((one, other) => one.budget - other.budget)
  const items = buildItems(source, { lengths, tasks, seed: config.seed })
  const candidate = config.roles.candidate
  const counter = tokenizer(candidate?.tokenizer ?? options.tokenizer)
  const headTokens = remembered((context: LoadedContext) => context.promptHeadTokens(counter))
  const prefixTokens = ({ context }: LifbenchItem) => headTokens(context)
  const tailCount = remembered((item: LifbenchItem) => counter.count(item.promptTail))

  const window = candidate?.contextTokens
  const reserved = (item: LifbenchItem) => tailCount(item) + TEMPLATE_TOKENS + (candidate?.maxTokens ?? item.task.maxTokens)
  const over = new Set(window === undefined ? [] : items.filter((item) => prefixTokens(item) + reserved(item) > window))
  if (over.size > 0 && options.overflow === 'error') {
    const most = Math.max(...[...over].map((item) => prefixTokens(item) + reserved(item)))
    throw new HoldfastError(
      'CONFIG',
      `Failed to plan lifbench: ${over.size.toLocaleString('en')} of ${items.length.toLocaleString('en')} items need up to ${most.toLocaleString('en')} tokens, the window of ${withoutCredentials(candidate?.uri ?? '')} is ${window?.toLocaleString('en')}. Choose shorter HOLDFAST_LIFBENCH_LENGTHS, or set HOLDFAST_LIFBENCH_OVERFLOW to skip or truncate.`,
    )
  }
  // A context cut to next to nothing asks about what is not there; such an item does not fit at all.
  const hopeless = new Set([...over].filter((item) => (window ?? 0) - reserved(item) < LEAST_CONTEXT))
  const cuts = (item: LifbenchItem) => options.overflow === 'truncate' && over.has(item) && !hopeless.has(item)
  // Items of a context and nearly equal instructions are cut at the same place, so that they share a prefix.
  const cutHeads = new Map<string, string>()
  const cutHead = (item: LifbenchItem) => {
    const room = Math.floor(((window ?? 0) - reserved(item)) / 64) * 64
    const key = `${item.context.key} ${room}`
    const cut = cutHeads.get(key) ?? counter.truncate(item.context.promptHead, Math.max(0, room))
    cutHeads.set(key, cut)
    return cut
  }
  return {
    items,
    source: source.name,
    version: source.version,
    sha256: hashItems(items),
    notes: [...planNotes(options), ...overflowNotes(over.size, hopeless.size, items.length, options.overflow, window)],
    leftOut: leftOutOf(source, tasks, lengths),
    tokens: (item) => ({ total: prefixTokens(item) + tailCount(item), prefix: prefixTokens(item) }),
    skip: (item) => (over.has(item) && !cuts(item) ? `needs more than the window of ${window?.toLocaleString('en')} tokens` : undefined),
    truncated: cuts,
    promptHead: (item) => (cuts(item) ? cutHead(item) : item.context.promptHead),
  }
}

/** The tasks whose contexts the source cannot supply, by reason. */
function leftOutOf(source: LifbenchSource, tasks: readonly TaskDefinition[], lengths: readonly Length[]): LeftOut[] {
  const gone = groupBy(
    tasks.filter(({ scenario }) => source.missing[scenario]),
    ({ scenario }) => source.missing[scenario] ?? '',
  )
  return [...gone].map(([reason, own]) => ({
    reason,
    tasks: own.map(({ id }) => id),
    items: lengths.length * sum(own.map((task) => source.templates(task).length * variableCount(task))),
  }))
}

function planNotes(options: LifbenchOptions): string[] {
  const notes: string[] = []
  const left = Object.keys(OFFICIAL_LENGTHS).filter((name) => !options.lengths.includes(name))
  if (left.length > 0)
    notes.push(
      `lengths ${options.lengths.join(', ')}; HOLDFAST_LIFBENCH_LENGTHS=long with HOLDFAST_LIMIT=10 runs 110 items of 8k to 128k, =all all${options.expressions === undefined ? ' 2,802' : ''}`,
    )
  return notes
}

function overflowNotes(
  over: number,
  hopeless: number,
  all: number,
  policy: LifbenchOptions['overflow'],
  window: number | undefined,
): string[] {
  if (window === undefined) return []
  const size = `window ${window.toLocaleString('en')} tokens`
  if (over === 0) return [`${size}: all items fit`]
  const count = `${over.toLocaleString('en')} of ${all.toLocaleString('en')} items`
  if (policy === 'skip') return [`${size}: ${count} do not fit and are skipped`]
  const skipped = hopeless > 0 ? `, and ${hopeless.toLocaleString('en')} that leave no room for a context are skipped` : ''
  return [`${size}: ${count} do not fit; their contexts are cut on the right (†)${skipped}`]
}

/** One hash over everything an item is made of: another text, template or variable changes it. */
function hashItems(items: readonly LifbenchItem[]): string {
  const hash = createHash('sha256')
  const contextHash = remembered(({ promptHead }: LoadedContext) => createHash('sha256').update(promptHead).digest('hex'))
  for (const item of items) hash.update(JSON.stringify([item.id, contextHash(item.context), item.promptTail, item.param]))
  return hash.digest('hex')
}

/**
 * The data of a run.
 *
 * @param data `bundled`, `bundled@1` or a folder of official data.
 * @throws HoldfastError when the folder has no `lifbench` or a file in it does not fit.
 */
function openSource(data: string, seed: number, tokenizer: TokenizerName): LifbenchSource {
  const bundled = bundledSource(seed, tokenizer)
  return isBundled(data) ? bundled : officialSource(dataFolder(data, 'lifbench'), bundled)
}
