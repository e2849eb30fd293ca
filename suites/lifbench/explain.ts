import { counted, type Explanation, type Grade, strip } from '../../src/kit.ts'
import type { ListContext, MultiDocContext, OneDocContext } from './data/source.ts'
import type { LifbenchItem } from './items.ts'
import {
  askedType,
  type BatchLabelParam,
  type ElementParam,
  type ExtractParam,
  expectedElement,
  type FindDuplicatesParam,
  type MultiElementParam,
  type QaParam,
  type RepeatParam,
} from './scoring/types.ts'
import { ordinal } from './variables.ts'

/** What an item asked for, what would have been right, and what is wrong with an answer. For people; scores do not use it. */
export function explainAnswer(item: LifbenchItem, output: string, grade: Grade): Explanation {
  const out = strip(output)
  const isOneOfSeveral = item.task.id === 'LBI' || item.task.id === 'LBE'
  const expected = isOneOfSeveral ? `for instance ${item.reference()}` : item.reference()
  return { asked: askedText(item), expected, received: out, evidence: evidence(item, out, grade) }
}

function askedText({ task, param }: LifbenchItem): string {
  const element = param as ElementParam
  const side = element.bias === -1 ? 'before' : 'after'
  switch (task.id) {
    case 'LSI':
      return `the ${ordinal(element.id)} item`
    case 'LOI':
      return `the item directly ${side} the ${ordinal(element.id)}`
    case 'LOE':
      return `the item directly ${side} "${element.element}"`
    case 'LBI':
      return `any item ${side} the ${ordinal(element.id)}`
    case 'LBE':
      return `any item ${side} "${element.element}" (item ${element.id})`
    case 'LMI':
      return `the items ${(param as MultiElementParam).id_arr.join(', ')} as a JSON array`
    case 'OR':
      return `${counted((param as RepeatParam).num, 'key sentence')} with category, separated by ${(param as RepeatParam).sep}`
    case 'OQ':
      return `whether "${(param as QaParam).evidence}" is a key sentence`
    case 'OE':
      return `the key sentences of ${askedType(param as ExtractParam)} as a JSON array`
    case 'MB':
      return `a label of ${(param as BatchLabelParam).candidates.join(', ')} for each document`
    case 'MF':
      return `${counted((param as FindDuplicatesParam).dup_infos.length, 'group')} of documents with equal text`
  }
}

function evidence(item: LifbenchItem, out: string, grade: Grade): Record<string, string> {
  if (out === '') return {}
  switch (item.context.context.scenario) {
    case 'list':
      return listEvidence(item, item.context.context, out, grade)
    case 'onedoc':
      return oneDocEvidence(item, item.context.context, out)
    case 'multidoc':
      return multiDocEvidence(item, item.context.context, out)
  }
}

function listEvidence({ task, param }: LifbenchItem, { elements }: ListContext, out: string, grade: Grade): Record<string, string> {
  const found = [...elements.occurrences(out).keys()].sort((one, other) => one - other)
  if (task.id === 'LMI') {
    const { elements: asked } = param as MultiElementParam
    return {
      correct: `${asked.filter((element) => out.includes(element)).length} of ${asked.length} are there`,
      num: `${counted(found.length, 'list item')} in the answer`,
    }
  }
  const element = param as ElementParam
  const first = found[0]
  const format = first === undefined ? 'not an item of the list' : elements.has(out) ? 'more than one item' : 'text around the item'
  if (first === undefined) return { format, ori: 'no item of the list is in the answer' }
  if (task.id === 'LBI' || task.id === 'LBE') return { format, position: `item ${first + 1}, asked relative to ${element.id}` }
  const target = element.id - 1 + (element.bias ?? 0)
  const steps = Math.abs(first - target)
  const near = counted(steps, 'position')
  const credit = grade.points.correct === 0.5 ? ' (spelled nearly alike: half credit)' : ''
  const wrong =
    steps === 0
      ? `not quite ${JSON.stringify(expectedElement(element))}`
      : `item ${first + 1}, ${near} too ${first > target ? 'far' : 'early'}${credit}`
  return { format, correct: wrong }
}

function oneDocEvidence({ task, param }: LifbenchItem, { sentences }: OneDocContext, out: string): Record<string, string> {
  const found = sentences.filter((sentence) => out.includes(sentence.text))
  const fakes = found.filter((sentence) => !sentence.genuine).length
  const withFakes = fakes > 0 ? `, ${fakes} of them fake` : ''
  if (task.id === 'OR') {
    const lines = out.split('\n').filter(Boolean).length
    const { num, sep } = param as RepeatParam
    return {
      format: out.includes(sep) ? 'not every line has one separator' : `no ${sep} in the answer`,
      hit: `${counted(found.length, 'key sentence')} word for word${withFakes}`,
      num: `${counted(lines, 'line')}, ${counted(found.length, 'key sentence')}, ${num} asked`,
    }
  }
  if (task.id === 'OE')
    return { format: 'not a JSON array of strings alone', correct: `${counted(found.length, 'key sentence')} in the answer${withFakes}` }
  const options = (param as QaParam).options.map((option) => JSON.stringify(option)).join(' or ')
  return { format: `expected ${options} alone` }
}

function multiDocEvidence({ task, param }: LifbenchItem, { documents }: MultiDocContext, out: string): Record<string, string> {
  if (task.id === 'MF') {
    return { num_text: `${counted(out.split('\n').length, 'line')}, ${counted((param as FindDuplicatesParam).dup_infos.length, 'group')}` }
  }
  const named = new Set([...out.matchAll(/doc(\d+)/g)].map(([name]) => name)).size
  return { num_doc: `${named} of ${documents.length} documents labelled`, format: 'not a JSON object with every document' }
}
