import { groupBy } from '../core/base/collections.ts'
import { lastReplies } from '../core/format/lastReplies.ts'
import type { CallRecord, ItemRecord } from '../core/format/records.ts'
import type { JudgementView } from './judgement.ts'
import { readLost, reasonParts } from './page/shared/reasonParts.ts'
import type { SuiteView } from './suiteView.ts'

/** What a rating is of. */
export interface RatedThing {
  /** `Answer 2, objection 2`. */
  readonly title: string
  /** The candidate's call that was rated. */
  readonly about: string
  /** Rating that it needs; undefined for one that never decides. */
  readonly needs?: number | undefined
  /** What is lost where it is too low: `keeping objection 1 in answer 3`. */
  readonly lost: string
  /** What is said beside the answer: `objection 1 met (4 of 5)`. */
  finding(rating: number): string
}

/** What a rating of a name is of; undefined for a score that is no rating. */
type ReadRatingName = (name: string) => RatedThing | undefined

/** How items are shown that are decided by ratings from 1 to 5, by what each rating is of; a judge's call is named after its rating. */
export function ratingView(
  read: ReadRatingName,
): Required<Pick<SuiteView, 'findings' | 'judgements' | 'rule' | 'judgedCall' | 'lostPoint'>> {
  return {
    findings: ({ scores }) => findingsIn(scores, read),
    judgements: (record, calls) => ratingJudgements(record, calls, read),
    rule: (record) => ratingRule(record, read),
    judgedCall: (call) => read(call)?.about,
    lostPoint: (point) => read(point)?.lost ?? point,
  }
}

/** Highest rating. */
const MOST = 5

/** The ratings of an item from 1 to 5 as judgements, in the order of its scores. */
function ratingJudgements(record: ItemRecord, calls: readonly CallRecord[], read: ReadRatingName): JudgementView[] {
  const lost = failedRatings(record, read)
  const replies = lastReplies(calls)
  return Object.entries(record.scores).flatMap(([name, rating]): JudgementView[] => {
    const rated = read(name)
    if (!rated) return []
    const state = lost.has(name) ? 'failed' : rated.needs !== undefined && rating >= rated.needs ? 'passed' : 'noted'
    const said = replies.filter(({ call }) => call === name).map(({ content }) => content)
    const why = lost.get(name)
    return [
      {
        title: rated.title,
        outcome: `${shown(rating)} of ${MOST}${{ failed: `, needs ${rated.needs}`, passed: '', noted: ', does not decide the item' }[state]}`,
        state,
        calls: [name],
        about: rated.about,
        lost: [name],
        // Where a program rated, the message alone says why.
        words: said.length > 0 || why === undefined ? said : [why],
      },
    ]
  })
}

/** The rule of an item that passes when every rating that decides is high enough. */
function ratingRule(record: ItemRecord, read: ReadRatingName): string | undefined {
  const needs = Object.keys(record.scores).flatMap((name) => read(name)?.needs ?? [])
  if (needs.length === 0) return undefined
  const failed = [...failedRatings(record, read).keys()]
  const lowest = Math.min(...failed.flatMap((name) => record.scores[name] ?? []))
  const rule = `every rating that decides needs ${Math.max(...needs)}`
  return failed.length > 0 && Number.isFinite(lowest) ? `lowest rating ${shown(lowest)} of ${MOST}, ${rule}` : rule
}

/** The ratings that failed an item, with why: those that its message names, else all that decide and are too low. */
function failedRatings({ status, reason = '', scores }: ItemRecord, read: ReadRatingName): ReadonlyMap<string, string | undefined> {
  if (status !== 'failed') return new Map()
  const rows = reasonParts(reason).flatMap((part) => part.rows.filter(({ label }) => label === 'lost'))
  const named = rows.flatMap(({ lines: [first = '', ...more] }) => {
    const { name, why } = readLost(first)
    const text = [why.replace(/^rated [\d.]+ of \d+(?:: )?/, ''), ...more].join('\n')
    return read(name)?.needs === undefined ? [] : [[name, text] as const]
  })
  if (named.length > 0) return new Map(named)
  const low = Object.entries(scores).filter(([name, rating]) => rating < (read(name)?.needs ?? Number.NEGATIVE_INFINITY))
  return new Map(low.map(([name]) => [name, undefined]))
}

function shown(rating: number): string {
  return String(Number(rating.toFixed(2)))
}

/** What the scores of an item say beside the answers they are about, by the candidate's call. */
function findingsIn(scores: ItemRecord['scores'], read: ReadRatingName): Readonly<Record<string, readonly string[]>> {
  const found = Object.entries(scores).flatMap(([name, rating]) => {
    const { about, finding } = read(name) ?? {}
    return about === undefined || !finding ? [] : [{ about, finding: finding(rating) }]
  })
  return Object.fromEntries([...groupBy(found, ({ about }) => about)].map(([call, own]) => [call, own.map(({ finding }) => finding)]))
}

/** Whether an objection was followed, in a word; `first` of the answer to it. */
export function followedWord(first: boolean, isFollowed: boolean): string {
  return first ? (isFollowed ? 'met' : 'NOT MET') : isFollowed ? 'kept' : 'FORGOTTEN'
}
