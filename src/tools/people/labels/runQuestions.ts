import {
  CallIndex,
  type CallRecord,
  type ItemRecord,
  type LabelQuestion,
  type RunFolder,
  redactedRecord,
  type SuiteQuestions,
  withMessages,
} from '../../../kit.ts'

/** A record of a run with what people can be asked of it. */
export interface QuestionedRecord {
  readonly record: ItemRecord
  /** Its calls, without secrets. */
  readonly calls: readonly CallRecord[]
  readonly questions: readonly LabelQuestion[]
}

/**
 * What people can be asked of records of a run, one record at a time: a run's calls may be larger than memory. Records that
 * were not scored are passed over, for there is nothing that a judge said of them.
 *
 * @param questionsOf what a suite asks; undefined for one that asks nothing.
 */
export function* runQuestions(
  folder: Pick<RunFolder, 'calls' | 'blobs'>,
  records: Iterable<ItemRecord>,
  questionsOf: (suite: string) => SuiteQuestions | undefined,
): Generator<QuestionedRecord> {
  const index = new CallIndex(folder.calls)
  try {
    index.update()
    for (const record of records) {
      if (record.status !== 'passed' && record.status !== 'failed') continue
      const suite = questionsOf(record.suite)
      if (!suite) continue
      const calls = index.callsOf(record.suite, record.item, record.trial).map((call) => redactedRecord(withMessages(call, folder.blobs)))
      yield { record, calls, questions: suite.of(record, calls) }
    }
  } finally {
    index.close()
  }
}
