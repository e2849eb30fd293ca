import { counted, type Explanation, type Grade, strip } from '../../src/kit.ts'
import type { LifbenchContext, ListContext, OneDocContext } from './data/source.ts'
import type { LifbenchItem } from './items.ts'
import { askedType, byTask, elementRules, expectedElement, type TaskParams, type TaskRules } from './scoring/types.ts'
import { ordinal } from './variables.ts'

/** What an item asked for, what would have been right, and what is wrong with an answer. For people; scores do not use it. */
export function explainAnswer(item: LifbenchItem, output: string, grade: Grade): Explanation {
  const out = strip(output)
  const isOneOfSeveral = item.task.id === 'LBI' || item.task.id === 'LBE'
  const expected = isOneOfSeveral ? `for instance ${item.reference()}` : item.reference()
  return {
    asked: byTask(ASKED, item, item.context.context),
    expected,
    received: out,
    evidence: out === '' ? {} : byTask(EVIDENCE, item, item.context.context, out, grade),
  }
}

const ASKED: TaskRules<LifbenchContext, [], string> = {
  LSI: ({ id }) => `the ${ordinal(id)} item`,
  LOI: ({ id, bias }) => `the item directly ${sideOf(bias)} the ${ordinal(id)}`,
  LOE: ({ element, bias }) => `the item directly ${sideOf(bias)} "${element}"`,
  LBI: ({ id, bias }) => `any item ${sideOf(bias)} the ${ordinal(id)}`,
  LBE: ({ id, element, bias }) => `any item ${sideOf(bias)} "${element}" (item ${id})`,
  LMI: ({ id_arr: ids }) => `the items ${ids.join(', ')} as a JSON array`,
  OR: ({ num, sep }) => `${counted(num, 'key sentence')} with category, separated by ${sep}`,
  OQ: ({ evidence }) => `whether "${evidence}" is a key sentence`,
  OE: (param) => `the key sentences of ${askedType(param)} as a JSON array`,
  MB: ({ candidates }) => `a label of ${candidates.join(', ')} for each document`,
  MF: ({ dup_infos: groups }) => `${counted(groups.length, 'group')} of documents with equal text`,
}

function sideOf(bias: 1 | -1 | undefined): string {
  return bias === -1 ? 'before' : 'after'
}

type Evidence = Readonly<Record<string, string>>

const EVIDENCE: TaskRules<LifbenchContext, [out: string, grade: Grade], Evidence> = {
  ...elementRules(oneElement, anyElement),
  LMI: ({ elements: asked }, { elements }, out) => ({
    correct: `${asked.filter((element) => out.includes(element)).length} of ${asked.length} are there`,
    num: `${counted(elements.occurrences(out).size, 'list item')} in the answer`,
  }),
  OR: repeated,
  OQ: ({ options }) => ({ format: `expected ${options.map((option) => JSON.stringify(option)).join(' or ')} alone` }),
  OE: (_, { sentences }, out) => {
    const { count, withFakes } = keySentencesIn(out, sentences)
    return { format: 'not a JSON array of strings alone', correct: `${count} in the answer${withFakes}` }
  },
  MB: (_, { documents }, out) => {
    const named = new Set([...out.matchAll(/doc(\d+)/g)].map(([name]) => name)).size
    return { num_doc: `${named} of ${documents.length} documents labelled`, format: 'not a JSON object with every document' }
  },
  MF: ({ dup_infos: groups }, _, out) => ({
    num_text: `${counted(out.split('\n').length, 'line')}, ${counted(groups.length, 'group')}`,
  }),
}

/** The first item of the list that an answer has, and how the answer looks where one item is asked for. */
function firstElement({ elements }: ListContext, out: string): { readonly first: number | undefined; readonly format: string } {
  const [first] = [...elements.occurrences(out).keys()].sort((one, other) => one - other)
  const format = first === undefined ? 'not an item of the list' : elements.has(out) ? 'more than one item' : 'text around the item'
  return { first, format }
}

const NO_ITEM = 'no item of the list is in the answer'

function anyElement({ id }: TaskParams['LBI'], context: ListContext, out: string): Evidence {
  const { first, format } = firstElement(context, out)
  return first === undefined ? { format, ori: NO_ITEM } : { format, position: `item ${first + 1}, asked relative to ${id}` }
}

function oneElement(element: TaskParams['LSI'], context: ListContext, out: string, grade: Grade): Evidence {
  const { first, format } = firstElement(context, out)
  if (first === undefined) return { format, ori: NO_ITEM }
  const target = element.id - 1 + (element.bias ?? 0)
  const steps = Math.abs(first - target)
  if (steps === 0) return { format, correct: `not quite ${JSON.stringify(expectedElement(element))}` }
  const credit = grade.points.correct === 0.5 ? ' (spelled nearly alike: half credit)' : ''
  return { format, correct: `item ${first + 1}, ${counted(steps, 'position')} too ${first > target ? 'far' : 'early'}${credit}` }
}

function repeated({ num, sep }: TaskParams['OR'], { sentences }: OneDocContext, out: string): Evidence {
  const { count, withFakes } = keySentencesIn(out, sentences)
  const lines = out.split('\n').filter(Boolean).length
  return {
    format: out.includes(sep) ? 'not every line has one separator' : `no ${sep} in the answer`,
    hit: `${count} word for word${withFakes}`,
    num: `${counted(lines, 'line')}, ${count}, ${num} asked`,
  }
}

function keySentencesIn(out: string, sentences: OneDocContext['sentences']) {
  const found = sentences.filter(({ text }) => out.includes(text))
  const fakes = found.filter(({ genuine }) => !genuine).length
  return { count: counted(found.length, 'key sentence'), withFakes: fakes > 0 ? `, ${fakes} of them fake` : '' }
}
