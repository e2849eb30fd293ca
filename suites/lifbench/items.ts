import { formatTemplate, HoldfastError, remembered, type Tokenizer } from '../../src/kit.ts'
import type { LifbenchContext, LifbenchSource, Template, TemplateValues } from './data/source.ts'
import { contextFacts } from './facts.ts'
import type { Length } from './lengths.ts'
import { referenceAnswer, wrongAnswer } from './reference.ts'
import type { TaskDefinition } from './tasks.ts'
import { variableCount, variablesOf } from './variables.ts'

/** A scenario's prompt skeleton, split at its placeholders. */
export type Skeleton = ReturnType<typeof splitSkeleton>

/**
 * Splits a skeleton (docs/suites/lifbench.md, R2).
 *
 * @throws HoldfastError when a placeholder is missing.
 */
export function splitSkeleton(skeleton: string) {
  const [before, rest, ...more] = skeleton.split('{input}')
  const [between, after, ...others] = (rest ?? '').split('{instruction}')
  if (before === undefined || between === undefined || after === undefined || more.length > 0 || others.length > 0) {
    throw new HoldfastError(
      'TEMPLATE',
      'Failed to read a prompt skeleton: it needs {input} and then {instruction}, once each. Mend the data.',
    )
  }
  return { before, between, after }
}

/** What follows the context in a prompt: the filled template and what the skeleton puts around it. */
export function promptTail(skeleton: Skeleton, template: string, values: TemplateValues): string {
  return skeleton.between + formatTemplate(template, values) + skeleton.after
}

/** A context with what its items share. */
export type LoadedContext = ReturnType<typeof loadedContext>

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

/**
 * The items, those of one context together: lengths ascending, then scenario, then context. Scenarios the source cannot
 * supply are left out; {@link LifbenchSource.missing} says which.
 */
export function buildItems(
  source: LifbenchSource,
  { lengths, tasks, seed }: { readonly lengths: readonly Length[]; readonly tasks: readonly TaskDefinition[]; readonly seed: number },
): LifbenchItem[] {
  return lengths.flatMap((length) =>
    (['onedoc', 'list', 'multidoc'] as const).flatMap((scenario) => {
      const wanted = tasks.filter((task) => task.scenario === scenario)
      if (wanted.length === 0 || source.missing[scenario]) return []
      const skeleton = splitSkeleton(source.skeleton(scenario))
      const contexts = Array.from({ length: source.contextCount(scenario) }, (_, index) =>
        loadedContext(`${scenario}/${length.name}/${index}`, source.context(scenario, length, index), skeleton),
      )
      const made = wanted.flatMap((task) =>
        source.templates(task).flatMap((template, expression) =>
          Array.from({ length: variableCount(task) }, (_, variable) => {
            // Every expression and every variable set is used about equally often with every context.
            const context = contexts[(expression + variable) % contexts.length] as LoadedContext
            const place = { task, length, template, expression, variable }
            const drawn = variablesOf({ ...place, context: context.context, seed }, source)
            return askedItem({ id: `${task.official}/${length.budget}/${expression}/${variable}`, ...place, context, skeleton, ...drawn })
          }),
        ),
      )
      return contexts.flatMap((context) => made.filter((item) => item.context === context))
    }),
  )
}

/** An item by all that it is made of: with the end of its prompt, and the answers to it. */
export function askedItem(item: Omit<LifbenchItem, 'promptTail' | 'reference' | 'wrong'>): LifbenchItem {
  const { task, template, skeleton, values, param, context } = item
  return {
    ...item,
    promptTail: promptTail(skeleton, template.text, values),
    reference: () => referenceAnswer(task, param, context.context),
    wrong: () => wrongAnswer(task, param, context.context),
  }
}

/** A context with what its items share. */
export function loadedContext(key: string, context: LifbenchContext, skeleton: Skeleton) {
  const facts = remembered(() => contextFacts(context, skeleton.before))
  return {
    /** For instance `list/4k/0`; items with one key can share a server's prefix cache. */
    key,
    context,
    /** The prompt up to the end of the context. */
    promptHead: skeleton.before + context.text,
    /** Tokens of the head. The context's own are not counted again where they are known. */
    promptHeadTokens(tokenizer: Tokenizer) {
      const known = context.tokens?.tokenizer === tokenizer.name ? context.tokens.count : undefined
      return known === undefined ? tokenizer.count(skeleton.before + context.text) : tokenizer.count(skeleton.before) + known
    },
    /** What scoring reads, made when first needed. */
    facts: () => facts(key),
  }
}
