import type { Tokenizer } from '../../src/kit.ts'
import type { LifbenchContext, LifbenchSource, Template, TemplateValues } from './data/source.ts'
import { contextFacts } from './facts.ts'
import type { Length } from './lengths.ts'
import { promptTail, type Skeleton, splitSkeleton } from './prompt.ts'
import { referenceAnswer } from './reference.ts'
import type { ContextFacts } from './scoring/types.ts'
import { type Scenario, TASKS, type TaskDefinition } from './tasks.ts'
import { VARIABLE_COUNT, variablesOf } from './variables.ts'
import { wrongAnswer } from './wrong.ts'

/** A context with what its items share. */
export interface LoadedContext {
  /** For instance `list/4k/0`; items with one key can share a server's prefix cache. */
  readonly key: string
  readonly context: LifbenchContext
  /** The prompt up to the end of the context. */
  readonly promptHead: string
  /** Tokens of {@link promptHead}. The context's own are not counted again where they are known. */
  promptHeadTokens(tokenizer: Tokenizer): number
  /** What scoring reads, made when first needed. */
  facts(): ContextFacts
}

/** One benchmark item: a context, an instruction template and its variables. */
export interface LifbenchItem {
  /** `<official task>/<length>/<expression>/<variable>`, the length as in the official files. */
  readonly id: string
  readonly task: TaskDefinition
  readonly length: Length
  /** Index of the template (ins_id). */
  readonly expression: number
  /** Index of the variable set (param_id). */
  readonly variable: number
  readonly context: LoadedContext
  readonly template: Template
  readonly param: unknown
  /** The prompt from the end of the context on. */
  readonly promptTail: string
  /** What fills the template. */
  readonly values: TemplateValues
  /** What the scenario's prompt puts around context and instruction. */
  readonly skeleton: Skeleton
  /** An answer with full marks. */
  reference(): string
  /** An answer in the right form that is wrong. */
  wrong(): string
}

/** Which part of the benchmark to run. */
export interface ItemSelection {
  readonly lengths: readonly Length[]
  readonly tasks: readonly TaskDefinition[]
  readonly seed: number
}

/**
 * The items, those of one context together: lengths ascending, then scenario, then context. Scenarios the source cannot
 * supply are left out; {@link LifbenchSource.missing} says which.
 */
export function buildItems(source: LifbenchSource, { lengths, tasks, seed }: ItemSelection): LifbenchItem[] {
  const items: LifbenchItem[] = []
  for (const length of lengths) {
    for (const scenario of ['onedoc', 'list', 'multidoc'] as const) {
      const wanted = tasks.filter((task) => task.scenario === scenario)
      if (wanted.length === 0 || source.missing[scenario]) continue
      const skeleton = splitSkeleton(source.skeleton(scenario))
      const contexts = Array.from({ length: source.contextCount(scenario) }, (_, index) => load(source, skeleton, scenario, length, index))
      const made = wanted.flatMap((task) => taskItems(source, task, length, contexts, skeleton, seed))
      for (const context of contexts) items.push(...made.filter((item) => item.context === context))
    }
  }
  return items
}

/** All tasks, in the order of the paper's result table. */
export const ALL_TASKS: readonly TaskDefinition[] = TASKS

function taskItems(
  source: LifbenchSource,
  task: TaskDefinition,
  length: Length,
  contexts: readonly LoadedContext[],
  skeleton: Skeleton,
  seed: number,
): LifbenchItem[] {
  return source.templates(task).flatMap((template, expression) =>
    Array.from({ length: VARIABLE_COUNT[task.id] }, (_, variable) => {
      // Every expression and every variable set is used about equally often with every context.
      const loaded = contexts[(expression + variable) % contexts.length] as LoadedContext
      const { values, param } = variablesOf({ task, length, context: loaded.context, template, expression, variable, seed }, source)
      return {
        id: `${task.official}/${length.budget}/${expression}/${variable}`,
        task,
        length,
        expression,
        variable,
        context: loaded,
        template,
        param,
        values,
        skeleton,
        ...askedOf({ task, template, skeleton, values, param, context: loaded }),
      }
    }),
  )
}

/** The end of an item's prompt, and the answers to it. */
export function askedOf({
  task,
  template,
  skeleton,
  values,
  param,
  context: { context },
}: Pick<LifbenchItem, 'task' | 'template' | 'skeleton' | 'values' | 'param' | 'context'>): Pick<
  LifbenchItem,
  'promptTail' | 'reference' | 'wrong'
> {
  return {
    promptTail: promptTail(skeleton, template.text, values),
    reference: () => referenceAnswer(task, param, context),
    wrong: () => wrongAnswer(task, param, context),
  }
}

function load(source: LifbenchSource, skeleton: Skeleton, scenario: Scenario, length: Length, index: number): LoadedContext {
  return loadedContext(`${scenario}/${length.name}/${index}`, source.context(scenario, length, index), skeleton)
}

/** A context with what its items share. */
export function loadedContext(key: string, context: LifbenchContext, skeleton: Skeleton): LoadedContext {
  let facts: ContextFacts | undefined
  return {
    key,
    context,
    promptHead: skeleton.before + context.text,
    promptHeadTokens(tokenizer) {
      const known = context.tokens?.tokenizer === tokenizer.name ? context.tokens.count : undefined
      return known === undefined ? tokenizer.count(skeleton.before + context.text) : tokenizer.count(skeleton.before) + known
    },
    facts: () => {
      facts ??= contextFacts(context, skeleton.before)
      return facts
    },
  }
}
