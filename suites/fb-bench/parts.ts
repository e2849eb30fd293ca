import { type CasePart, type CasePartKind, type CaseSizes, isKept, keptOf, splitSentences, wholeParts } from '../../src/kit.ts'
import type { FbCriterion, FbItem } from './items.ts'

/** Sentences beyond which a text is cut by groups of them: a part for each would be a search of its own. */
const MOST_PARTS = 12

/**
 * What a conversation can be made smaller by: the exchanges before the last feedback, the sentences of the feedback, in error
 * correction those of the faulty first answer, and the criteria. The query stays: it says what a right answer is. In response
 * maintenance the first answer stays too: it is what is to be maintained.
 */
export function fbParts(item: FbItem): CasePart[] {
  const { exchanges = [], checklist } = item
  return [
    ...wholeParts('exchange', 'turn', exchanges, ({ feedback }) => feedback),
    ...sentenceParts('feedback', 'feedback', item.feedback),
    ...(item.scenario === 'ec' ? sentenceParts('first', 'context', item.firstResponse) : []),
    ...wholeParts('criterion', 'criterion', checklist.length > 1 ? checklist : [], ({ text }) => text),
  ]
}

/**
 * A conversation with less of it. The right answer stays: criteria are about the answer alone, and what they ask for follows from the
 * query, which is whole. So an answer that met them all meets those that are left. Whether a shorter feedback still says what it said
 * no program can tell: the case shows what is left of it. Weights are shared anew, so that full marks
 * are 1.
 *
 * @returns undefined where no sentence of a text, or no criterion, is left.
 */
export function cutFb(item: FbItem, sizes: CaseSizes): FbItem | undefined {
  const names = fbParts(item).map(({ name }) => name)
  if (names.every((name) => isKept(sizes, name))) return item
  const { exchanges, checklist, scenario } = item
  const kept = keptOf(checklist, 'criterion', sizes)
  const criteria = checklist.length > 1 ? kept : checklist
  const feedback = cutText('feedback', item.feedback, sizes)
  const firstResponse = scenario === 'ec' ? cutText('first', item.firstResponse, sizes) : item.firstResponse
  if (criteria.length === 0 || feedback === '' || firstResponse === '') return undefined
  return {
    ...item,
    ...(exchanges && { exchanges: keptOf(exchanges, 'exchange', sizes) }),
    feedback,
    firstResponse,
    checklist: criteria.length === checklist.length ? checklist : withSharesOfOne(criteria),
  }
}

/** Pieces of a text, whole sentences with what stands between them; together they are the text. */
function pieces(text: string): string[] {
  const found: string[] = []
  let from = 0
  for (const sentence of splitSentences(text)) {
    const at = text.indexOf(sentence, from)
    // A sentence that is not found as it stands is part of the piece after it.
    if (at === -1) continue
    found.push(text.slice(from, at + sentence.length))
    from = at + sentence.length
  }
  if (found.length === 0) return [text]
  found.push((found.pop() ?? '') + text.slice(from))
  const each = Math.ceil(found.length / MOST_PARTS)
  return Array.from({ length: Math.ceil(found.length / each) }, (_, group) => found.slice(group * each, (group + 1) * each).join(''))
}

function sentenceParts(name: string, kind: CasePartKind, text: string): CasePart[] {
  const all = pieces(text)
  return wholeParts(name, kind, all.length > 1 ? all : [], (piece) => piece)
}

function cutText(name: string, text: string, sizes: CaseSizes): string {
  const all = pieces(text)
  const kept = keptOf(all, name, sizes)
  return kept.length === all.length ? text : kept.join('').trim()
}

function withSharesOfOne(criteria: readonly FbCriterion[]): FbCriterion[] {
  const sum = criteria.reduce((total, { weight }) => total + (weight ?? 0), 0)
  return criteria.map((criterion) => (criterion.weight === null ? criterion : { ...criterion, weight: criterion.weight / sum }))
}
