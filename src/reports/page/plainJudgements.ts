import { type JudgeReply, lastReplies } from '../../core/format/lastReplies.ts'
import type { CallRecord, ItemRecord } from '../../core/format/records.ts'
import { type CriterionVerdict, mergeVotes, readChecklist } from '../../judging/checklistJudge.ts'
import { parseRating } from '../../judging/ratingJudge.ts'
import type { JudgementState, JudgementTable, JudgementView } from '../judgement.ts'
import type { SuiteView } from '../suiteView.ts'
import { lostNames } from './shared/reasonParts.ts'

/** What judges said of an item, by the forms of reply that matchers ask for: a checklist, a rating, or words. */
export function plainJudgements(record: ItemRecord, calls: readonly CallRecord[]): JudgementView[] {
  const all = lastReplies(calls)
  const lost = record.status === 'failed' ? lostNames(record.reason) : []
  return [...new Set(all.map(({ call }) => call))].map((call) => {
    const replies = all.filter((reply) => reply.call === call)
    const words = replies.map(({ content }) => content)
    return (
      checklist(call, replies, lost) ??
      rating(call, record, lost, words) ?? { title: call, outcome: '', state: 'noted', calls: [call], words }
    )
  })
}

function checklist(call: string, replies: readonly JudgeReply[], lost: readonly string[]): JudgementView | undefined {
  const votes = replies.flatMap(({ prompt, content }) => {
    const read = readChecklist(prompt, content)
    return read ? [read] : []
  })
  if (votes.length === 0) return undefined
  const { verdicts } = mergeVotes(votes)
  const unmet = verdicts.filter(({ met }) => !met).map(({ criterion }) => criterion)
  const state: JudgementState = unmet.some((criterion) => lost.includes(criterion)) ? 'failed' : 'passed'
  return { title: 'Criteria', ...checklistFacts(verdicts), state, calls: [call], lost: unmet, words: [] }
}

/** How many criteria were met, and each with what was said of it. */
export function checklistFacts(verdicts: readonly (CriterionVerdict & { readonly weight?: number | null })[]): {
  readonly outcome: string
  readonly table: JudgementTable
} {
  const isWeighted = verdicts.some(({ weight }) => typeof weight === 'number')
  const columns = ['Criterion', 'Verdict', ...(isWeighted ? ['Weight'] : []), 'Reason']
  const rows = verdicts.map(({ criterion, met, weight, reason }) => ({
    cells: [
      criterion,
      met ? 'met' : 'not met',
      ...(isWeighted ? [weight === null || weight === undefined ? '' : String(weight)] : []),
      reason,
    ],
    tone: met ? ('good' as const) : ('bad' as const),
  }))
  // What costs points is read first.
  const ordered = [...rows.filter(({ tone }) => tone === 'bad'), ...rows.filter(({ tone }) => tone === 'good')]
  const met = verdicts.filter((verdict) => verdict.met).length
  return {
    outcome: `${met} of ${verdicts.length} ${verdicts.length === 1 ? 'criterion' : 'criteria'} met`,
    table: { columns, words: columns.length - 1, rows: ordered },
  }
}

const [LEAST, MOST] = [1, 5]

function rating(
  call: string,
  { scores, threshold }: ItemRecord,
  lost: readonly string[],
  words: readonly string[],
): JudgementView | undefined {
  const read = parseRating({ content: words[0] ?? '' }, LEAST, MOST)
  const value = scores[call] ?? ('value' in read ? read.value : undefined)
  if ('unusable' in read || value === undefined) return undefined
  const isLost = lost.includes(call)
  const needs =
    isLost && threshold !== undefined && lost.length === 1 ? `, needs ${Number((LEAST + threshold * (MOST - LEAST)).toFixed(2))}` : ''
  return {
    title: call === 'rating' ? 'Rating' : call,
    outcome: `${Number(value.toFixed(2))} of ${MOST}${needs}`,
    state: isLost ? 'failed' : lost.length === 0 ? 'passed' : 'noted',
    calls: [call],
    lost: [call],
    words,
  }
}

const ORDER = { failed: 0, passed: 1, noted: 2 } as const

/** All judgements of an item, those that failed it first: as its suite words them, else by the form of the judge's reply. */
export function itemJudgements(record: ItemRecord, calls: readonly CallRecord[], view: SuiteView): JudgementView[] {
  const own = view.judgements?.(record, calls) ?? []
  const known = new Set(own.flatMap((judgement) => judgement.calls))
  const left = plainJudgements(
    record,
    calls.filter(({ call }) => !known.has(call)),
  ).map((judgement) => ({ ...judgement, about: judgement.about ?? view.judgedCall?.(judgement.calls[0] ?? '') }))
  return [...own, ...left].sort((one, other) => ORDER[one.state] - ORDER[other.state])
}
