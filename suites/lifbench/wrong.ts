import { codePointLength } from '../../src/kit.ts'
import type { LifbenchContext, ListContext, MultiDocContext, OneDocContext } from './data/source.ts'
import { asciiJson, labelling, referenceAnswer } from './reference.ts'
import { askedType } from './scoring/extract.ts'
import { expectedElement } from './scoring/listElement.ts'
import { SENTENCE_TYPES } from './scoring/repeat.ts'
import type {
  BatchLabelParam,
  ElementParam,
  ExtractParam,
  FindDuplicatesParam,
  MultiElementParam,
  QaParam,
  RepeatParam,
} from './scoring/types.ts'
import type { TaskDefinition } from './tasks.ts'

/**
 * An answer in the form asked for, made of what stands in the context, that answers nothing: other elements, another category, the
 * other option, documents that are no duplicates. What the official rules still pay for it is the floor of the item.
 */
export function wrongAnswer(task: TaskDefinition, param: unknown, context: LifbenchContext): string {
  switch (task.id) {
    case 'LSI':
    case 'LOI':
    case 'LOE':
      return otherElement(param as ElementParam, context as ListContext)
    case 'LBI':
    case 'LBE':
      return elementOnWrongSide(param as ElementParam, context as ListContext)
    case 'LMI':
      return otherElements(param as MultiElementParam, context as ListContext)
    case 'OR':
      return withOtherTypes(referenceAnswer(task, param, context), param as RepeatParam)
    case 'OQ': {
      const { options } = param as QaParam
      return referenceAnswer(task, param, context) === options[0] ? options[1] : options[0]
    }
    case 'OE':
      return sentencesOfOtherType(param as ExtractParam, context as OneDocContext)
    case 'MB': {
      const { candidates, gold } = param as BatchLabelParam
      return labelling(gold.map((label) => candidates[(candidates.indexOf(label) + 1) % candidates.length] as string))
    }
    case 'MF':
      return groupsOfOthers(param as FindDuplicatesParam, context as MultiDocContext)
  }
}

/** The next element that looks alike: one as long as the right one, where there is one. */
function otherElement(param: ElementParam, { elements: { elements } }: ListContext): string {
  const right = expectedElement(param)
  const others = [...elements.slice(param.id + 1), ...elements.slice(0, param.id + 1)].filter(
    (element) => !element.includes(right) && !right.includes(element),
  )
  return others.find((element) => codePointLength(element) === codePointLength(right)) ?? (others[0] as string)
}

/** An element next to the one named, on the side that was not asked for; the one named where there is none. */
function elementOnWrongSide({ id, bias = 1 }: ElementParam, { elements: { elements } }: ListContext): string {
  return elements[id - 1 - bias] ?? (elements[id - 1] as string)
}

function otherElements({ elements: asked }: MultiElementParam, { elements: { elements } }: ListContext): string {
  const others = elements.filter((element) => !asked.some((right) => element.includes(right) || right.includes(element)))
  return asciiJson(others.slice(0, asked.length))
}

/** Key sentences as they stand, each with a type it does not have. */
function withOtherTypes(reference: string, { sep }: RepeatParam): string {
  return reference
    .split('\n')
    .map((line) => {
      const at = line.lastIndexOf(sep)
      const type = SENTENCE_TYPES.findIndex((known) => line.slice(at).includes(known))
      return `${line.slice(0, at)}${sep} ${SENTENCE_TYPES[(type + 1) % SENTENCE_TYPES.length]}`
    })
    .join('\n')
}

function sentencesOfOtherType(param: ExtractParam, { sentences }: OneDocContext): string {
  const asked = askedType(param)
  const other = sentences.find(({ type, genuine }) => genuine && type !== asked)?.type
  return asciiJson(sentences.filter(({ type, genuine }) => genuine && type === other).map(({ text }) => text))
}

/** As many groups of the same sizes, of documents that have no duplicate. */
function groupsOfOthers({ dup_infos }: FindDuplicatesParam, { documents, duplicates }: MultiDocContext): string {
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
