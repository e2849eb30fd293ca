import { counted, type ItemRecord, singleLine } from '../../kit.ts'

/** What a search over smaller cases of an item would take, said before its first call. */
export function casePlanLines(
  kind: 'shrink' | 'influence',
  { record, calls }: { readonly record: Pick<ItemRecord, 'suite' | 'item' | 'trial'>; readonly calls: number },
  { runs, maxCalls, maxUsd }: { readonly runs: number; readonly maxCalls: number; readonly maxUsd?: number },
): string[] {
  const trial = record.trial > 0 ? `, trial ${record.trial + 1}` : ''
  const cases = kind === 'shrink' ? 'every case' : 'the item as it is, and without each turn'
  return [
    ` ${kind} ${singleLine(record.item)} of ${record.suite}${trial}`,
    ` a run of the whole item took ${counted(calls, 'call')}; ${cases} is run once where all calls are at temperature 0, else up to ${runs} times`,
    ` at most ${counted(maxCalls, 'call')}${maxUsd === undefined ? '' : ` and $${maxUsd}`}; those of an earlier start of this command count and are not made again, those that the cache answers do not count`,
  ]
}
