import { codePointLength, groupBy, isList, type PythonValue, parsePythonJson, sum } from '../../../src/kit.ts'
import { decodeUnicodeEscape, pythonStr } from './python.ts'
import { parsePythonLiteral } from './pythonLiteral.ts'
import { includesAcross } from './textIndex.ts'
import { documentKey, fieldTexts, type MultiDocFacts, type RawScore, type TaskParams } from './types.ts'

/**
 * MF: correct 4, num_text 5, ori 6, format 5 (docs/suites/lifbench.md, R13). `ori`, and with it the total, may exceed its
 * maximum (docs/suites/lifbench.md, Q2). `out` is stripped.
 *
 * Where the official code raises, this does not: a malformed escape is taken as text, and a bracketed line whose
 * evaluated value is not a list of lists is left out (docs/suites/lifbench.md, Q7, Q9).
 *
 * @param promptTail the prompt from the end of the documents on.
 */
export function scoreFindDuplicates(out: string, param: TaskParams['MF'], facts: MultiDocFacts, promptTail: string): RawScore {
  const matches = bracketMatches(out)
  const parsed = parseMatches(out, matches)
  const groups = param.dup_infos.length
  const values = evaluateMatches(out, facts, promptTail)
  const points = {
    correct: fieldRecall(out, param) + pairAgreement(param, values.groupOf),
    num_text: (matches.length === groups ? 1 : 0) + 4 * Math.max(0, 1 - Math.abs(matches.length - groups) / (groups + 2)),
    ori: groundedShare(parsed, facts) + (values.size === 0 ? 0 : (3 * values.grounded) / values.size),
    format: formatPoints(out, matches, parsed),
  }
  return { points }
}

/** Matches of `\[\[.*?\]\]`, where the dot excludes a newline only. */
function bracketMatches(text: string): string[] {
  const matches: string[] = []
  for (const line of text.split('\n')) {
    for (let from = line.indexOf('[['); from !== -1; ) {
      const end = line.indexOf(']]', from + 2)
      if (end === -1) break
      matches.push(line.slice(from, end + 2))
      from = line.indexOf('[[', end + 2)
    }
  }
  return matches
}

/** Each match as JSON, cut to where the *whole answer's* brackets are (docs/suites/lifbench.md, Q10). */
function parseMatches(out: string, matches: readonly string[]): PythonValue[] {
  const first = out.indexOf('[')
  const from = first === -1 ? 0 : codePointLength(out.slice(0, first))
  const to = codePointLength(out.slice(0, out.lastIndexOf(']') + 1))
  return matches.flatMap((match) => {
    const found = parsePythonJson(Array.from(match).slice(from, to).join(''))
    return found ? [found.value] : []
  })
}

function isListOfLists(value: PythonValue): value is { kind: 'list'; items: readonly { kind: 'list'; items: readonly PythonValue[] }[] } {
  return isList(value) && value.items.every(isList)
}

function formatPoints(out: string, matches: readonly string[], parsed: readonly PythonValue[]): number {
  let points = 0
  if (out.includes('[') && out.includes(']')) points += 0.5
  if (out.startsWith('[') && out.endsWith(']')) points += 0.5
  if (matches.length === out.split('\n').length) points += 1
  if (parsed.length > 0) points += 1
  if (parsed.length === matches.length) points += 1
  if (parsed.every(isListOfLists)) points += 1
  return points
}

/** First half of ori: the share of JSON elements that stand in the documents, or are null. */
function groundedShare(parsed: readonly PythonValue[], { documents }: MultiDocFacts): number {
  const items = parsed.filter(isListOfLists).flatMap((value) => value.items.flatMap((inner) => inner.items))
  const grounded = items.filter((item) => item === null || documents.includes(pythonStr(item))).length
  return items.length === 0 ? 0 : (3 * grounded) / items.length
}

/** First part of correct: the share of gold field values that stand in the answer. */
function fieldRecall(out: string, param: TaskParams['MF']): number {
  const decoded = decodeUnicodeEscape(out.replaceAll('null', 'None'), 'literal')
  const texts = param.dup_infos.flat().flatMap((member) => fieldTexts(member, param))
  return texts.length === 0 ? 0 : (3 * texts.filter((text) => decoded.includes(text)).length) / texts.length
}

/**
 * The bracketed lines read as Python literals, the way the official code rewrites them first: how many items are expected from the shape of
 * each value's first list, how many stand in the prompt, and which match a document was named in.
 */
function evaluateMatches(out: string, { promptHead }: MultiDocFacts, promptTail: string) {
  const rewritten = out.replaceAll('null', 'None').replaceAll('\n', ',').replaceAll('\\"', '').replaceAll('\\', ',')
  const tail = promptTail.replaceAll('"', '')
  const values = bracketMatches(rewritten).flatMap((match) => {
    const value = parsePythonLiteral(match.replaceAll(',"', ''))?.[0]
    const lists = value === undefined ? undefined : listsIn(value)
    return lists ? [lists.map((inner) => inner.map(pythonStr))] : []
  })
  return {
    size: sum(values.map((lists) => lists.length * (lists[0]?.length ?? 0))),
    grounded: values.flat(2).filter((text) => includesAcross(promptHead, tail, text)).length,
    groupOf: new Map(values.flatMap((lists, group) => lists.map((texts) => [documentKey(texts), group]))),
  }
}

/** The lists of an evaluated line; lines that run together are a tuple of such. Empty text, tuple and dict are walked like an empty list. */
function listsIn(value: PythonValue): readonly (readonly PythonValue[])[] | undefined {
  if (typeof value !== 'object' || value === null || (value.kind !== 'list' && value.kind !== 'tuple')) return undefined
  const lists = value.items.map(itemsIn)
  return lists.every((list) => list !== undefined) ? lists : undefined
}

function itemsIn(value: PythonValue): readonly PythonValue[] | undefined {
  if (value === '') return []
  if (typeof value !== 'object' || value === null) return undefined
  if (value.kind === 'list') return value.items
  const isEmpty = (value.kind === 'tuple' && value.items.length === 0) || (value.kind === 'dict' && value.entries.length === 0)
  return isEmpty ? [] : undefined
}

/**
 * Second part of correct: of all ordered pairs of gold documents, the share that is together, or apart, in both groupings.
 * Counted from group sizes (agreeing pairs = n² - Σgold² - Σanswer² + 2Σboth²), not pair by pair.
 */
function pairAgreement(param: TaskParams['MF'], groupOf: ReadonlyMap<string, number>): number {
  const gold = new Map<string, number>()
  for (const [index, group] of param.dup_infos.entries()) {
    for (const member of group) gold.set(documentKey(fieldTexts(member, param).map((text) => text.replaceAll('"', ''))), index)
  }
  const present = [...gold].flatMap(([key, group]) => {
    const answered = groupOf.get(key)
    return answered === undefined ? [] : [{ group, answered }]
  })
  const squares = (keyOf: (one: (typeof present)[number]) => unknown) =>
    sum([...groupBy(present, keyOf).values()].map(({ length }) => length ** 2))
  const agreeing =
    present.length ** 2 -
    squares(({ group }) => group) -
    squares(({ answered }) => answered) +
    2 * squares(({ group, answered }) => `${group} ${answered}`)
  return gold.size === 0 ? 0 : agreeing / (gold.size * gold.size)
}
