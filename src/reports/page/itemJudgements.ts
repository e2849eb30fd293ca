import type { CallRecord, ItemRecord } from '../../core/format/records.ts'
import type { JudgementView } from '../judgement.ts'
import type { SuiteView } from '../suiteView.ts'
import { plainJudgements } from './plainJudgements.ts'

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
