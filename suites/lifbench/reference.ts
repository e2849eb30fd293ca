import { codePointLength } from '../../src/kit.ts'
import type { LifbenchContext, ListContext, MultiDocContext, OneDocContext } from './data/source.ts'
import {
  askedSentences,
  askedType,
  byTask,
  elementRules,
  expectedElement,
  isKeySentence,
  type KeySentence,
  SENTENCE_TYPES,
  type TaskParams,
  type TaskRules,
} from './scoring/types.ts'
import type { TaskDefinition } from './tasks.ts'

/**
 * An answer that gets full marks under the official rules. JSON is ASCII-escaped, with null and not None, and
 * separated by `, ` (docs/suites/lifbench.md, Q6, Q10).
 */
export function referenceAnswer(task: TaskDefinition, param: unknown, context: LifbenchContext): string {
  return byTask(REFERENCES, { task, param }, context)
}

const REFERENCES: TaskRules<LifbenchContext, [], string> = {
  ...elementRules(expectedElement, blurElement),
  LMI: ({ elements }) => asciiJson(elements),
  OR: repeatLines,
  OQ: ({ evidence, options: [yes, no] }, { sentences }) => (isKeySentence(evidence, sentences) ? yes : no),
  OE: (param, { sentences }) => asciiJson(askedSentences(param, sentences)),
  MB: ({ gold }) => labelling(gold),
  MF: ({ dup_infos: groups }) => groups.map((group) => asciiJson(group.map((member) => Object.values(member)))).join('\n'),
}

/** The entry halfway between the one named and the end of the list it points to. */
function blurElement({ id, bias = 1 }: TaskParams['LSI'], { elements: { elements } }: ListContext): string {
  const asked = id - 1
  const place = bias === 1 ? asked + Math.ceil((elements.length - 1 - asked) / 2) : Math.floor(asked / 2)
  return elements[place] as string
}

/**
 * Places of as many genuine key sentences as are to be repeated, none of which can be taken for another one: it is no part of one, nor
 * one of it, and has no separator in it.
 */
export function repeatable({ num, sep }: TaskParams['OR'], sentences: readonly KeySentence[]): number[] {
  return sentences
    .flatMap(({ text, genuine }, at) => {
      const isPart = sentences.some((other) => other.text !== text && (other.text.includes(text) || text.includes(other.text)))
      return genuine && !isPart && !text.includes(sep) && !text.includes('\n') ? [at] : []
    })
    .slice(0, num)
}

function repeatLines(param: TaskParams['OR'], { sentences }: OneDocContext): string {
  const lines = repeatable(param, sentences).map((at) => sentences[at] as KeySentence)
  return lines.map(({ text, type }) => `${text} ${param.sep} ${type}`).join('\n')
}

/** The answer to MB that gives these labels to the documents in their order. */
function labelling(labels: readonly string[]): string {
  return `{${labels.map((label, index) => `"doc${index + 1}": ${asciiJson(label)}`).join(', ')}}`
}

/** JSON as Python's `json.dumps` writes it: `, ` between entries and all but ASCII escaped. */
function asciiJson(value: unknown): string {
  const json = Array.isArray(value) ? `[${value.map(asciiJson).join(', ')}]` : JSON.stringify(value)
  return json.replace(/[\u007f-\uffff]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/**
 * An answer in the form asked for, made of what stands in the context, that answers nothing: other elements, another category, the
 * other option, documents that are no duplicates. What the official rules still pay for it is the floor of the item.
 */
export function wrongAnswer(task: TaskDefinition, param: unknown, context: LifbenchContext): string {
  return byTask(WRONG, { task, param }, context)
}

const WRONG: TaskRules<LifbenchContext, [], string> = {
  ...elementRules(otherElement, elementOnWrongSide),
  LMI: otherElements,
  OR: (param, context) => withOtherTypes(repeatLines(param, context), param),
  OQ: ({ evidence, options: [yes, no] }, { sentences }) => (isKeySentence(evidence, sentences) ? no : yes),
  OE: sentencesOfOtherType,
  MB: ({ candidates, gold }) => labelling(gold.map((label) => candidates[(candidates.indexOf(label) + 1) % candidates.length] as string)),
  MF: groupsOfOthers,
}

/** The next element that looks alike: one as long as the right one, where there is one. */
function otherElement(param: TaskParams['LSI'], { elements: { elements } }: ListContext): string {
  const right = expectedElement(param)
  const others = [...elements.slice(param.id + 1), ...elements.slice(0, param.id + 1)].filter(
    (element) => !element.includes(right) && !right.includes(element),
  )
  return others.find((element) => codePointLength(element) === codePointLength(right)) ?? (others[0] as string)
}

/** An element next to the one named, on the side that was not asked for; the one named where there is none. */
function elementOnWrongSide({ id, bias = 1 }: TaskParams['LSI'], { elements: { elements } }: ListContext): string {
  return elements[id - 1 - bias] ?? (elements[id - 1] as string)
}

function otherElements({ elements: asked }: TaskParams['LMI'], { elements: { elements } }: ListContext): string {
  const others = elements.filter((element) => !asked.some((right) => element.includes(right) || right.includes(element)))
  return asciiJson(others.slice(0, asked.length))
}

/** Key sentences as they stand, each with a type it does not have. */
function withOtherTypes(reference: string, { sep }: TaskParams['OR']): string {
  return reference
    .split('\n')
    .map((line) => {
      const at = line.lastIndexOf(sep)
      const type = SENTENCE_TYPES.findIndex((known) => line.slice(at).includes(known))
      return `${line.slice(0, at)}${sep} ${SENTENCE_TYPES[(type + 1) % SENTENCE_TYPES.length]}`
    })
    .join('\n')
}

function sentencesOfOtherType(param: TaskParams['OE'], { sentences }: OneDocContext): string {
  const asked = askedType(param)
  const other = sentences.find(({ type, genuine }) => genuine && type !== asked)?.type
  return asciiJson(sentences.filter(({ type, genuine }) => genuine && type === other).map(({ text }) => text))
}

/** As many groups of the same sizes, of documents that have no duplicate. */
function groupsOfOthers({ dup_infos }: TaskParams['MF'], { documents, duplicates }: MultiDocContext): string {
  const grouped = new Set(duplicates.flat())
  const others = documents.filter((_document, index) => !grouped.has(index))
  let next = 0
  return dup_infos
    .map((group) => {
      const members = group.map((member) => {
        const document = others[next % others.length]
        next += 1
        return Object.keys(member).map((key) => document?.[key as keyof typeof document] ?? null)
      })
      return asciiJson(members)
    })
    .join('\n')
}
