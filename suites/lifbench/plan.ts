import { createHash } from 'node:crypto'
import { resolve } from 'node:path'
import {
  configError,
  type DatasetDescription,
  dataFolder,
  groupBy,
  isBundled,
  type LeftOut,
  leftOutTexts,
  type ResolvedConfig,
  remembered,
  sum,
  tokenizer,
  withoutCredentials,
} from '../../src/kit.ts'
import { bundledSource } from './bundled/bundledSource.ts'
import { officialSource } from './data/official.ts'
import type { LifbenchSource } from './data/source.ts'
import { withExpressions } from './expressions.ts'
import { buildItems, type LifbenchItem, type LoadedContext } from './items.ts'
import { type Length, lengthOf, OFFICIAL_LENGTHS } from './lengths.ts'
import { type LifbenchOptions, lifbenchOptions } from './options.ts'
import { TASKS, type TaskDefinition } from './tasks.ts'
import { variableCount } from './variables.ts'

/** Tokens a chat template puts around one message, with room to spare. */
const TEMPLATE_TOKENS = 32
/** Fewest tokens of a context that is cut. */
const LEAST_CONTEXT = 1024

/**
 * Plans a run: builds contexts and items, and decides what happens to those that do not fit the candidate's window.
 *
 * @throws HoldfastError for a folder without `lifbench`, data that does not fit, and items over the window unless told to skip or truncate them.
 */
export function planLifbench(
  config: Pick<ResolvedConfig, 'data' | 'seed' | 'roles'> & Partial<Pick<ResolvedConfig, 'root'>>,
  options: LifbenchOptions,
) {
  const bundled = bundledSource(config.seed, options.tokenizer)
  const opened = isBundled(config.data) ? bundled : officialSource(dataFolder(config.data, 'lifbench'), bundled)
  const source = options.expressions === undefined ? opened : withExpressions(opened, resolve(config.root ?? '.', options.expressions))
  const tasks = TASKS.filter((task) => !options.tasks || options.tasks.includes(task.id))
  const lengths = options.lengths.map(lengthOf).sort((one, other) => one.budget - other.budget)
  const items = buildItems(source, { lengths, tasks, seed: config.seed })
  const candidate = config.roles.candidate
  const counter = tokenizer(candidate?.tokenizer ?? options.tokenizer)
  const headTokens = remembered((context: LoadedContext) => context.promptHeadTokens(counter))
  const prefixTokens = ({ context }: LifbenchItem) => headTokens(context)
  // The released lists are beginnings of one list, so that a cache that has read the longest has them all.
  const longestOf = remembered(({ promptHead }: LoadedContext) => {
    const longer = [...new Set(items.map(({ context }) => context))].filter((other) => other.promptHead.startsWith(promptHead))
    return longer.reduce((one, other) => (other.promptHead.length > one.promptHead.length ? other : one)).key
  })
  const tailCount = remembered((item: LifbenchItem) => counter.count(item.promptTail))

  const window = candidate?.contextTokens
  const reserved = (item: LifbenchItem) => tailCount(item) + TEMPLATE_TOKENS + (candidate?.maxTokens ?? item.task.maxTokens)
  const over = new Set(window === undefined ? [] : items.filter((item) => prefixTokens(item) + reserved(item) > window))
  if (over.size > 0 && options.overflow === 'error') {
    const most = Math.max(...[...over].map((item) => prefixTokens(item) + reserved(item)))
    throw configError(
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
  const overflowNote = () => {
    if (over.size === 0) return 'all items fit'
    const count = `${over.size.toLocaleString('en')} of ${items.length.toLocaleString('en')} items`
    if (options.overflow === 'skip') return `${count} do not fit and are skipped`
    const skipped = hopeless.size > 0 ? `, and ${hopeless.size.toLocaleString('en')} that leave no room for a context are skipped` : ''
    return `${count} do not fit; their contexts are cut on the right (†)${skipped}`
  }
  return {
    items,
    data: { source: source.name, version: source.version, sha256: hashItems(items) },
    notes: [...planNotes(options), ...(window === undefined ? [] : [`window ${window.toLocaleString('en')} tokens: ${overflowNote()}`])],
    leftOut: leftOutOf(source, tasks, lengths),
    /** Prompt tokens of an item, and those it shares with its context's other items. */
    tokens: (item: LifbenchItem) => ({
      total: prefixTokens(item) + tailCount(item),
      prefix: prefixTokens(item),
      of: longestOf(item.context),
    }),
    /** Why an item is left out. */
    skip: (item: LifbenchItem) =>
      over.has(item) && !cuts(item) ? `needs more than the window of ${window?.toLocaleString('en')} tokens` : undefined,
    /** Whether the item's context is cut to fit the window. */
    truncated: cuts,
    /** The prompt up to the end of the context, cut where the item is truncated. */
    promptHead: (item: LifbenchItem) => (cuts(item) ? cutHead(item) : item.context.promptHead),
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

function planNotes({ lengths, expressions }: LifbenchOptions): string[] {
  if (Object.keys(OFFICIAL_LENGTHS).every((name) => lengths.includes(name))) return []
  return [
    `lengths ${lengths.join(', ')}; HOLDFAST_LIFBENCH_LENGTHS=long with HOLDFAST_LIMIT=10 runs 110 items of 8k to 128k, =all all${expressions === undefined ? ' 2,802' : ''}`,
  ]
}

/** One hash over everything an item is made of: another text, template or variable changes it. */
function hashItems(items: readonly LifbenchItem[]): string {
  const hash = createHash('sha256')
  const contextHash = remembered(({ promptHead }: LoadedContext) => createHash('sha256').update(promptHead).digest('hex'))
  for (const item of items) hash.update(JSON.stringify([item.id, contextHash(item.context), item.promptTail, item.param]))
  return hash.digest('hex')
}

/** Describes the items of all lengths. A context or template that several items share is counted once. */
export async function describeLifbenchData(data: string): Promise<DatasetDescription> {
  const options = lifbenchOptions.parse({ lengths: 'all' })
  const { items, data: from, notes, leftOut } = planLifbench({ data, seed: 0, roles: {} }, options)
  const contexts = [...new Set(items.map(({ context }) => context.context))]
  const scenarios = [...new Set(contexts.map(({ scenario }) => scenario))]
  const templates = new Map(items.map(({ task, expression }) => [`${task.id}/${expression}`, task.id]))
  return {
    ...from,
    tasks: items.map(({ task }) => `${task.id} ${task.title}`),
    labels: [
      { label: 'length', of: items.map(({ length }) => length.name), order: 'appearance' },
      { label: 'contexts', of: contexts.map(({ scenario }) => scenario), order: 'appearance' },
      { label: 'templates', of: [...templates.values()], order: 'appearance' },
    ],
    lengths: [
      ...scenarios.map((scenario) => ({
        texts: `${scenario} context`,
        of: contexts.filter((context) => context.scenario === scenario).map(({ text }) => text),
      })),
      { texts: 'instruction', of: items.map(({ promptTail }) => promptTail) },
    ],
    notes: [...notes, ...leftOutTexts(leftOut)],
  }
}
