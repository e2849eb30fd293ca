import { type CallRecord, checklistFacts, type ItemRecord, type JudgementView, lastReplies, lostNames, mergeVotes } from '../../src/kit.ts'
import { readJudgement } from './scoring/judgement.ts'

/** What each verdict is of, by the judge's call. */
const TITLES: Readonly<Record<string, string>> = { verdict: 'Checklist', 'verdict-control': 'Checklist, on the answer to the query alone' }

/** The verdicts on an item's answers as tables: criterion, verdict, weight, reason. */
export function fbBenchJudgements(record: ItemRecord, calls: readonly CallRecord[]): JudgementView[] {
  const replies = lastReplies(calls)
  return [...new Set(replies.map(({ call }) => call))].flatMap((call): JudgementView[] => {
    const votes = replies.flatMap((reply) => {
      const read = reply.call === call ? readJudgement(reply.content) : undefined
      return read?.outcome === 'accepted' ? [read.entries] : []
    })
    const [first] = votes
    const title =
      TITLES[call] ??
      (call.startsWith('control-') ? `An answer about which the truth is known (${call.slice('control-'.length)})` : undefined)
    if (!first || title === undefined) return []
    const weights = new Map(first.map(({ criterion, weight }) => [criterion, weight]))
    const { verdicts } = mergeVotes(votes)
    const decides = call === 'verdict' && (record.status === 'passed' || record.status === 'failed')
    const isLost = decides && record.status === 'failed' && lostNames(record.reason).includes('criteria')
    return [
      {
        title,
        ...checklistFacts(verdicts.map((verdict) => ({ ...verdict, weight: weights.get(verdict.criterion) ?? null }))),
        state: isLost ? 'failed' : decides ? 'passed' : 'noted',
        calls: [call],
        about: call === 'verdict' ? 'answer' : undefined,
        lost: call === 'verdict' ? ['criteria'] : [],
        words: [],
      },
    ]
  })
}
