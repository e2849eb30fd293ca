import { strip } from '../../../src/kit.ts'
import type { Scenario, TaskId } from '../tasks.ts'
import type { ElementIndex } from './elementIndex.ts'
import type { TextIndex } from './textIndex.ts'

/** A key sentence of a OneDoc context, in label order. */
export interface KeySentence {
  readonly text: string
  /** `#Topic#`, `@argument@`, `!Transition!`, `|Summary|`, `*Evidence*` or `-Concession-`. */
  readonly type: string
  /** False for a fake one, whose head and tail tags disagree. */
  readonly genuine: boolean
}

/** What the OneDoc scorers read of a context. */
export interface OneDocFacts {
  readonly scenario: 'onedoc'
  readonly sentences: readonly KeySentence[]
}

/** What the list scorers read of a context. */
export interface ListFacts {
  readonly scenario: 'list'
  readonly elements: ElementIndex
}

/** What the MultiDoc scorers read of a context. */
export interface MultiDocFacts {
  readonly scenario: 'multidoc'
  /** Number of documents. */
  readonly count: number
  /** The rendered documents. */
  readonly documents: TextIndex
  /** The prompt up to the end of the documents, without double quotes (docs/suites/lifbench.md, R13). */
  readonly promptHead: TextIndex
}

/** What scoring reads of a context, computed once for all its items. */
export type ContextFacts = OneDocFacts | ListFacts | MultiDocFacts

/** Variables of LSI, LOI, LOE, LBI and LBE; `bias` is absent for LSI. */
export interface ElementParam {
  readonly id: number
  readonly element: string
  readonly pre_element: string
  readonly post_element: string
  readonly bias?: 1 | -1 | undefined
}

/** The element an item asks for: the one named, or its neighbour by the template's bias. */
export function expectedElement({ bias, element, pre_element, post_element }: ElementParam): string {
  return bias === 1 ? post_element : bias === -1 ? pre_element : element
}

/** Variables of LMI. */
export interface MultiElementParam {
  readonly id_arr: readonly number[]
  readonly elements: readonly string[]
}

/** Variables of OR. */
export interface RepeatParam {
  readonly num: number
  readonly sep: string
}

/** The six sentence types, as they stand between `<` and `>` of a tag. */
export const SENTENCE_TYPES = ['#Topic#', '@argument@', '!Transition!', '|Summary|', '*Evidence*', '-Concession-'] as const

/** Variables of OQ: the first option means yes. */
export interface QaParam {
  readonly evidence: string
  readonly options: readonly [string, string]
}

/** Whether a sentence is a genuine key sentence of the text. Of equal sentences the official lookup keeps the last. */
export function isKeySentence(evidence: string, sentences: readonly KeySentence[]): boolean {
  const asked = strip(evidence)
  return sentences.findLast(({ text }) => strip(text) === asked)?.genuine ?? false
}

/** Variables of OE. */
export interface ExtractParam {
  readonly type: string
}

/** The type an OE item asks for, without the angle brackets of its tag. */
export function askedType({ type }: ExtractParam): string {
  return type.replace(/^</, '').replace(/>$/, '')
}

/** The genuine key sentences of the type that an OE item asks for. */
export function askedSentences(param: ExtractParam, sentences: readonly KeySentence[]): string[] {
  const asked = askedType(param)
  return sentences.filter(({ type, genuine }) => type === asked && genuine).map(({ text }) => text)
}

/** Variables of MB; `gold` holds the right label of each document in order. */
export interface BatchLabelParam {
  readonly candidates: readonly string[]
  readonly gold: readonly string[]
}

/** One field value of a document. */
export type FieldValue = string | number | null

/** Variables of MF; `dup_infos` holds the asked fields of each member of each duplicate group. */
export interface FindDuplicatesParam {
  /** Names of the fields in the order they are asked for, separated by spaces; else that of the members. */
  readonly info_keys?: string | undefined
  readonly dup_infos: readonly (readonly Readonly<Record<string, FieldValue>>[])[]
}

/** The fields of a right document as texts, in the order they are asked for; a missing one is `None`. */
export function fieldTexts(
  member: Readonly<Record<string, FieldValue>>,
  { info_keys = Object.keys(member).join(' ') }: FindDuplicatesParam,
): string[] {
  return info_keys.split(' ').map((key) => String(member[key] ?? 'None'))
}

/** A document of MF by the texts of its fields, joined by what is never part of one. */
export function documentKey(texts: readonly string[]): string {
  return texts.join('\u0000')
}

/** The variables of each task's items. Their shape follows from the task; who makes an item (variables.ts, scoreFile.ts) sees to it. */
export type TaskParams = Readonly<Record<'LSI' | 'LOI' | 'LOE' | 'LBI' | 'LBE', ElementParam>> & {
  readonly LMI: MultiElementParam
  readonly OR: RepeatParam
  readonly OQ: QaParam
  readonly OE: ExtractParam
  readonly MB: BatchLabelParam
  readonly MF: FindDuplicatesParam
}

type ScenarioOf<Id extends TaskId> = Id extends `L${string}` ? 'list' : Id extends `O${string}` ? 'onedoc' : 'multidoc'

/** A rule for the items of each task, by their variables, what is known of their context, and more. */
export type TaskRules<Context extends { readonly scenario: Scenario }, More extends readonly unknown[], Result> = {
  readonly [Id in TaskId]: (param: TaskParams[Id], context: Extract<Context, { scenario: ScenarioOf<Id> }>, ...more: More) => Result
}

/** Goes by the rule of an item's task. */
export function byTask<Context extends { readonly scenario: Scenario }, More extends readonly unknown[], Result>(
  rules: TaskRules<Context, More, Result>,
  { task, param }: { readonly task: { readonly id: TaskId }; readonly param: unknown },
  context: Context,
  ...more: More
): Result {
  return rules[task.id](param as never, context as never, ...more)
}

/** Raw points of one answer, and their sum as the official code takes it (an early return may leave points out). */
export interface RawScore {
  readonly points: Readonly<Record<string, number>>
  readonly sum: number
}

/** Sums the points: the usual case. */
export function summed(points: Readonly<Record<string, number>>): RawScore {
  return { points, sum: Object.values(points).reduce((sum, point) => sum + point, 0) }
}
