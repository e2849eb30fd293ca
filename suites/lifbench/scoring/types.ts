import { z } from 'zod'
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

const neighbour = z
  .string()
  .nullish()
  .transform((value) => value ?? '')
const element = z.object({
  id: z.number().int().positive(),
  ordid: z.string(),
  element: z.string(),
  pre_element: neighbour,
  post_element: neighbour,
})
const biased = element.extend({ bias: z.literal([1, -1]) })
const fieldValue = z.union([z.string(), z.number(), z.null()])

/** One field value of a document. */
export type FieldValue = z.output<typeof fieldValue>

/** The variables of each task's items, as a line of a score file gives them. */
export const PARAMS = {
  LSI: element,
  LOI: biased,
  LOE: biased,
  LBI: biased,
  LBE: biased,
  LMI: z.object({ id_arr: z.array(z.number().int()), elements: z.array(z.string()).nonempty() }),
  OR: z.object({ num: z.number().int().positive(), sep: z.string().min(1) }),
  OE: z.object({ type: z.string() }),
  /** The first option means yes. */
  OQ: z.object({ evidence: z.string(), options: z.tuple([z.string().min(1), z.string().min(1)]) }),
  MB: z.object({
    rule_key: z.string(),
    candidates: z.array(z.string()).nonempty(),
    /** The right label of each document in order. */
    gold: z.array(z.string()),
    rules: z.string().optional(),
  }),
  MF: z.object({
    info_text: z.string(),
    /** Names of the fields in the order they are asked for, separated by spaces. */
    info_keys: z.string(),
    /** The asked fields of each member of each duplicate group. */
    dup_infos: z.array(z.array(z.record(z.string(), fieldValue))),
    example: z.string().optional(),
  }),
} as const satisfies Readonly<Record<TaskId, z.ZodType>>

type Params = { readonly [Id in TaskId]: z.output<(typeof PARAMS)[Id]> }
type ElementParam = Omit<Params['LSI'], 'ordid'> & { readonly bias?: 1 | -1 | undefined }

/** What scoring reads of each task's variables. Their shape follows from the task; who makes an item (variables.ts, scoreFile.ts) sees to it. */
export type TaskParams = Readonly<Record<'LSI' | 'LOI' | 'LOE' | 'LBI' | 'LBE', ElementParam>> &
  Pick<Params, 'LMI' | 'OR' | 'OQ' | 'OE'> & {
    readonly MB: Pick<Params['MB'], 'candidates' | 'gold'>
    /** Without names of the fields those of the members count. */
    readonly MF: Pick<Params['MF'], 'dup_infos'> & { readonly info_keys?: string | undefined }
  }

/** The element an item asks for: the one named, or its neighbour by the template's bias. */
export function expectedElement({ bias, element, pre_element, post_element }: TaskParams['LSI']): string {
  return bias === 1 ? post_element : bias === -1 ? pre_element : element
}

/** The six sentence types, as they stand between `<` and `>` of a tag. */
export const SENTENCE_TYPES = ['#Topic#', '@argument@', '!Transition!', '|Summary|', '*Evidence*', '-Concession-'] as const

/** Whether a sentence is a genuine key sentence of the text. Of equal sentences the official lookup keeps the last. */
export function isKeySentence(evidence: string, sentences: readonly KeySentence[]): boolean {
  const asked = strip(evidence)
  return sentences.findLast(({ text }) => strip(text) === asked)?.genuine ?? false
}

/** The type an OE item asks for, without the angle brackets of its tag. */
export function askedType({ type }: TaskParams['OE']): string {
  return type.replace(/^</, '').replace(/>$/, '')
}

/** The genuine key sentences of the type that an OE item asks for. */
export function askedSentences(param: TaskParams['OE'], sentences: readonly KeySentence[]): string[] {
  const asked = askedType(param)
  return sentences.filter(({ type, genuine }) => type === asked && genuine).map(({ text }) => text)
}

/** The fields of a right document as texts, in the order they are asked for; a missing one is `None`. */
export function fieldTexts(
  member: Readonly<Record<string, FieldValue>>,
  { info_keys = Object.keys(member).join(' ') }: TaskParams['MF'],
): string[] {
  return info_keys.split(' ').map((key) => String(member[key] ?? 'None'))
}

/** A document of MF by the texts of its fields, joined by what is never part of one. */
export function documentKey(texts: readonly string[]): string {
  return texts.join('\u0000')
}

type ScenarioOf<Id extends TaskId> = Id extends `L${string}` ? 'list' : Id extends `O${string}` ? 'onedoc' : 'multidoc'

/** A rule for the items of each task, by their variables, what is known of their context, and more. */
export type TaskRules<Context extends { readonly scenario: Scenario }, More extends readonly unknown[], Result> = {
  readonly [Id in TaskId]: (param: TaskParams[Id], context: Extract<Context, { scenario: ScenarioOf<Id> }>, ...more: More) => Result
}

/** One rule for the tasks that ask for an element at a place of a list, and one for those that ask for any on a side of it. */
export function elementRules<Exact, Blur>(exact: Exact, blur: Blur) {
  return { LSI: exact, LOI: exact, LOE: exact, LBI: blur, LBE: blur }
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

/** Raw points of one answer; those that are not there are 0. */
export interface RawScore {
  readonly points: Readonly<Record<string, number>>
  /** Their sum as the official code takes it, where an early return leaves points out. */
  readonly sum?: number
}
