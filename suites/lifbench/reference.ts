import type { LifbenchContext, ListContext, OneDocContext } from './data/source.ts'
import { askedType } from './scoring/extract.ts'
import { expectedElement } from './scoring/listElement.ts'
import { isKeySentence } from './scoring/qa.ts'
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
 * An answer that gets full marks under the official rules. JSON is ASCII-escaped, with null and not None, and
 * separated by `, ` (docs/suites/lifbench.md, Q6, Q10).
 */
export function referenceAnswer(task: TaskDefinition, param: unknown, context: LifbenchContext): string {
  switch (task.id) {
    case 'LSI':
    case 'LOI':
    case 'LOE':
      return expectedElement(param as ElementParam)
    case 'LBI':
    case 'LBE':
      return blurElement(param as ElementParam, context as ListContext)
    case 'LMI':
      return asciiJson((param as MultiElementParam).elements)
    case 'OR':
      return repeatLines(param as RepeatParam, context as OneDocContext)
    case 'OQ': {
      const { evidence, options } = param as QaParam
      return isKeySentence(evidence, { scenario: 'onedoc', sentences: (context as OneDocContext).sentences }) ? options[0] : options[1]
    }
    case 'OE': {
      const type = askedType(param as ExtractParam)
      return asciiJson(
        (context as OneDocContext).sentences.filter((sentence) => sentence.type === type && sentence.genuine).map(({ text }) => text),
      )
    }
    case 'MB':
      return labelling((param as BatchLabelParam).gold)
    case 'MF':
      return (param as FindDuplicatesParam).dup_infos.map((group) => asciiJson(group.map((member) => Object.values(member)))).join('\n')
  }
}

/** The entry halfway between the one named and the end of the list it points to. */
function blurElement({ id, bias = 1 }: ElementParam, { elements: { elements } }: ListContext): string {
  const asked = id - 1
  const place = bias === 1 ? asked + Math.ceil((elements.length - 1 - asked) / 2) : Math.floor(asked / 2)
  return elements[place] as string
}

/** Genuine key sentences that cannot be taken for another one, each with its type. */
function repeatLines({ num, sep }: RepeatParam, { sentences }: OneDocContext): string {
  const distinct = (text: string) =>
    sentences.every((other) => other.text === text || !(other.text.includes(text) || text.includes(other.text)))
  return sentences
    .filter(({ text, genuine }) => genuine && distinct(text) && !text.includes(sep) && !text.includes('\n'))
    .slice(0, num)
    .map(({ text, type }) => `${text} ${sep} ${type}`)
    .join('\n')
}

/** The answer to MB that gives these labels to the documents in their order. */
export function labelling(labels: readonly string[]): string {
  return `{${labels.map((label, index) => `"doc${index + 1}": ${asciiJson(label)}`).join(', ')}}`
}

/** JSON as Python's `json.dumps` writes it: `, ` between entries and all but ASCII escaped. */
export function asciiJson(value: unknown): string {
  const json = Array.isArray(value) ? `[${value.map(asciiJson).join(', ')}]` : JSON.stringify(value)
  return json.replace(/[\u007f-\uffff]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
