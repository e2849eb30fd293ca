import { isList, type PythonValue, parsePythonJson, strip } from '../../../src/kit.ts'
import { pythonStr } from './python.ts'
import { parsePythonLiteral } from './pythonLiteral.ts'
import type { ScoringInput } from './score.ts'
import {
  askedSentences,
  byTask,
  type ContextFacts,
  documentKey,
  elementRules,
  expectedElement,
  fieldTexts,
  isKeySentence,
  type ListFacts,
  type MultiDocFacts,
  type OneDocFacts,
  type TaskParams,
  type TaskRules,
} from './types.ts'

/** How lists and objects may be written: as JSON, or as Python writes them too. */
type Parse = (text: string) => PythonValue | undefined

const asJson: Parse = (text) => parsePythonJson(text)?.value

/** JSON, or a literal as Python writes it, with single quotation marks and None. Each run of spaces is begun once, or long ones take quadratic time. */
export const asJsonOrPython: Parse = (text) => asJson(text) ?? parsePythonLiteral(text.replace(/(?<!\s)\s*\n\s*/g, ' '))?.[0]

/**
 * Whether an answer is right in full, 1 or 0; of MF the F1 of its groups, 0 to 1 (docs/suites/lifbench.md, S1). Nothing is paid for
 * the form of a wrong answer. Never throws on any output.
 */
export function strictScore(output: string, input: ScoringInput, read: Parse = asJson): number {
  return Number(byTask(RULES, input, input.facts, strip(output), read))
}

const RULES: TaskRules<ContextFacts, [out: string, read: Parse], boolean | number> = {
  ...elementRules(isExpected, isOnRightSide),
  LMI: ({ elements }, _, out, read) => isSameList(read(out), elements),
  OR: areRightLines,
  OQ: ({ evidence, options: [yes, no] }, { sentences }, out) => out === (isKeySentence(evidence, sentences) ? yes : no),
  OE: (param, { sentences }, out, read) => isSameList(read(out), askedSentences(param, sentences)),
  MB: (param, _, out, read) => isRightLabelling(read(out), param),
  MF: groupF1,
}

function isExpected(param: TaskParams['LSI'], _: ListFacts, out: string): boolean {
  return out === expectedElement(param)
}

function isOnRightSide({ id, bias = 1 }: TaskParams['LSI'], { elements: { elements } }: ListFacts, out: string): boolean {
  const asked = id - 1
  return elements.some((element, index) => element === out && (index - asked) * bias > 0)
}

/** Whether a value is a list of these strings, in this order. */
function isSameList(value: PythonValue | undefined, expected: readonly string[]): boolean {
  return (
    value !== undefined && isList(value) && value.items.length === expected.length && value.items.every((item, at) => item === expected[at])
  )
}

/** As many lines as asked for, each a genuine key sentence as it stands with the type it has, none twice. */
function areRightLines({ num, sep }: TaskParams['OR'], { sentences }: OneDocFacts, out: string): boolean {
  const lines = out.split('\n').filter((line) => strip(line) !== '')
  if (lines.length !== num) return false
  const genuine = new Set(sentences.filter((sentence) => sentence.genuine).map(({ text, type }) => JSON.stringify([strip(text), type])))
  const named = lines.map((line) => {
    const at = line.lastIndexOf(sep)
    const type = strip(line.slice(at + sep.length)).replace(/^<(.*)>$/, '$1')
    return at === -1 ? '' : JSON.stringify([strip(line.slice(0, at)), type])
  })
  return new Set(named).size === num && named.every((name) => genuine.has(name))
}

/** Whether a value is one object with the right label of every document, and no other. */
function isRightLabelling(value: PythonValue | undefined, { gold }: TaskParams['MB']): boolean {
  if (typeof value !== 'object' || value === null || value.kind !== 'dict' || value.entries.length !== gold.length) return false
  const labels = new Map(value.entries)
  return gold.every((label, index) => labels.get(`doc${index + 1}`) === label)
}

/** F1 of the groups an answer names against those there are; a group is right if it names the same documents, in whatever order. */
function groupF1(param: TaskParams['MF'], _: MultiDocFacts, out: string): number {
  const gold = new Set(param.dup_infos.map((group) => groupKey(group.map((member) => fieldTexts(member, param)))))
  const lines = out.split('\n').filter((line) => strip(line) !== '')
  const named = new Set(lines.flatMap((line) => readGroup(line) ?? []))
  const right = [...named].filter((group) => gold.has(group)).length
  return right === 0 ? 0 : (2 * right) / (gold.size + lines.length)
}

/** A line with a list of documents, each a list of values: JSON, or Python's way to write None. */
function readGroup(line: string): string | undefined {
  const value = asJsonOrPython(strip(line))
  if (value === undefined || !isList(value) || value.items.length === 0) return undefined
  const members = value.items.map((member: PythonValue) => (isList(member) ? member.items.map(pythonStr) : undefined))
  return members.every((member) => member !== undefined) ? groupKey(members) : undefined
}

/** A group by its documents, in whatever order. */
function groupKey(members: readonly (readonly string[])[]): string {
  return JSON.stringify(members.map(documentKey).sort())
}
