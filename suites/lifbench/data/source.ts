import type { TemplateValue, TokenizerName } from '../../../src/kit.ts'
import type { Length } from '../lengths.ts'
import type { FieldValue, ListFacts, OneDocFacts } from '../scoring/types.ts'
import type { Scenario, TaskDefinition } from '../tasks.ts'

/** A document of the MultiDoc scenario; title and source may be missing. */
export type Document = Readonly<Partial<Record<'id' | 'iD2' | 'title' | 'text' | 'date' | 'source', FieldValue | undefined>>>

interface ContextBase {
  /** Which of the source's contexts of this scenario and length it is, from 0. */
  readonly index: number
  readonly length: Length
  /** What stands in the prompt for `{input}`. */
  readonly text: string
  /** Its tokens, where making it has counted them. */
  readonly tokens?: { readonly tokenizer: TokenizerName; readonly count: number }
}

/** A long text with tagged key sentences. */
export type OneDocContext = ContextBase & OneDocFacts

/** A numbered list. */
export type ListContext = ContextBase & ListFacts

/** A collection of documents, some with equal text. */
export interface MultiDocContext extends ContextBase {
  readonly scenario: 'multidoc'
  readonly documents: readonly Document[]
  /** Groups of indices of documents with equal text, ascending. */
  readonly duplicates: readonly (readonly number[])[]
}

/** A context X of the paper's (D, X, I). */
export type LifbenchContext = OneDocContext | ListContext | MultiDocContext

/** An instruction template; `bias` is 1 for "after" and -1 for "before". */
export interface Template {
  readonly text: string
  readonly bias?: 1 | -1 | undefined
}

/** Values of a template's variables. */
export type TemplateValues = Readonly<Record<string, TemplateValue>>

/** Templates, variables and contexts: all that items are made of. */
export interface LifbenchSource {
  /** For header and scores.json, for instance `bundled`. */
  readonly name: string
  /** Version of what is bundled of it. */
  readonly version?: 1 | undefined
  /** Scenarios that cannot run, with why. */
  readonly missing: Readonly<Partial<Record<Scenario, string | undefined>>>
  /** Contexts per scenario and length. */
  contextCount(scenario: Scenario): number
  /** Prompt skeleton of a scenario, with `{input}` and `{instruction}`. */
  skeleton(scenario: Scenario): string
  templates(task: TaskDefinition): readonly Template[]
  context(scenario: Scenario, length: Length, index: number): LifbenchContext
  /** Variable sets of MB. */
  readonly labelSets: readonly { readonly rule_key: string; readonly candidates: readonly string[]; readonly rules: string }[]
  /** Variable sets of MF; names of fields are separated by spaces. */
  readonly fieldSets: readonly { readonly info_text: string; readonly info_keys: string; readonly example: string }[]
  /** Variables of OR and OE as released, where known. */
  replayed?(task: TaskDefinition, length: Length, expression: number, variable: number): TemplateValues | undefined
}
