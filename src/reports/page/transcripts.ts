import { redactSecrets } from '../../core/base/secrets.ts'
import { missingBlob, readBlob } from '../../core/format/blobStore.ts'
import { CallIndex } from '../../core/format/callIndex.ts'
import type { CallRecord, ItemRecord } from '../../core/format/records.ts'
import { redactedRecord } from '../../core/format/redactedRecord.ts'
import type { RunFolder } from '../../core/format/runFolder.ts'
import type { SuiteView } from '../suiteView.ts'
import type { ChunkFolder } from './chunks.ts'
import { itemJudgements } from './plainJudgements.ts'
import type { LongText, PageCall, Transcript } from './shared/transcript.ts'
import { timeline } from './timeline.ts'

/**
 * The transcripts of a run for a page, written into chunks item by item. Long texts (contexts, which many items share) are written once each.
 * @param name of the chunks, before their numbers.
 */
export function transcriptRows(folder: RunFolder, data: ChunkFolder, name: string) {
  const index = new CallIndex(folder.calls)
  const rows = data.rows(name)
  /** Blobs that were read before, without their texts. */
  const long = new Map<string, LongText>()
  const blobText = (sha256: string, name: string, chars: number): string | LongText => {
    const known = long.get(sha256)
    if (known) return { ...known, name }
    const text = readBlob(folder.blobs, sha256)
    if (text === undefined) return missingBlob(name, chars)
    const entry = data.stored(redactSecrets(text), name)
    if (typeof entry !== 'string') long.set(sha256, entry)
    return entry
  }
  const transcribe = (record: ItemRecord, calls: readonly CallRecord[], view: SuiteView): Transcript => {
    const { findings, objectionOf } = view
    const texts: (string | LongText)[] = []
    const places = new Map<string, number>()
    const place = (key: string, make: () => string | LongText): number => {
      const known = places.get(key)
      if (known !== undefined) return known
      places.set(key, texts.length)
      return texts.push(make()) - 1
    }
    const inline = (text: string, name: string) => place(`text ${text}`, () => data.stored(text, name))
    const pageCalls = calls.map((call) => {
      const messages = call.messagesRef?.map(({ role, segments }) => ({
        role,
        parts: segments.map(({ sha256, name, chars }) => place(`blob ${sha256}`, () => blobText(sha256, name, chars))),
      }))
      return { ...pageCall(call, inline), ...(messages && { messages }) }
    })
    const steps = timeline(pageCalls, texts, { findings: findings?.(record), objectionOf })
    const stepOf = (call: string | undefined): number | undefined =>
      (call === undefined ? 0 : steps.findIndex((step) => step.call === call) + 1) || undefined
    const judgements = itemJudgements(record, calls, view).map(({ calls: _, about, lost = [], words, table, ...judgement }) => ({
      ...judgement,
      about: stepOf(about),
      lost,
      words: words.map((text) => inline(text, 'what the judge said')),
      table: table && { ...table, rows: table.rows.map((row) => ({ ...row, about: stepOf(row.about) })) },
    }))
    return { texts, calls: pageCalls, steps, judgements }
  }
  return {
    /** Adds the transcript of a record of this run under a row, and gives the name of its chunk; null where there are no calls. */
    add(row: number, record: ItemRecord, view: SuiteView): string | null {
      const calls = index.callsOf(record.suite, record.item, record.trial)
      return calls.length === 0 ? null : rows.add(row, transcribe(record, calls.map(redactedRecord), view))
    },
    /** Writes what is left and closes the calls. */
    close() {
      rows.flush()
      index.close()
    },
  }
}

/** A call as pages have it. @param partOf the place of a text in the transcript. */
export function pageCall(call: CallRecord, partOf: (text: string, name: string) => number): PageCall {
  const { role, ask, vote, content, reasoning, error, session, messages = [] } = call
  const kept = session?.state?.memory
  return {
    role,
    call: call.call,
    ask,
    vote,
    facts: factsOf(call),
    messages: messages.map(({ role: who, content: text }) => ({ role: who, parts: [partOf(text, who)] })),
    content: content === undefined ? null : partOf(content, 'answer'),
    thoughts: reasoning === undefined ? undefined : partOf(reasoning, 'thoughts'),
    ...(session?.before && { compacted: kept === undefined ? [] : [partOf(kept, 'what was kept')] }),
    error,
  }
}

/** Made once: a number's own `toLocaleString` makes one each time. */
const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 })

function factsOf({ model, ms, attempts, finish, cached, usage, refused }: CallRecord): string {
  const tokens = usage?.promptTokens ? `${usage.promptTokens} tokens in, ${usage.completionTokens ?? 0} out` : undefined
  const facts = [
    model,
    ms === undefined ? undefined : `${whole.format(ms)} ms`,
    tokens,
    cached ? 'from the cache' : undefined,
    attempts !== undefined && attempts > 1 ? `${attempts} attempts` : undefined,
    finish === 'length' ? 'cut off by its cap' : finish !== undefined && finish !== 'stop' ? `ended by ${finish}` : undefined,
    refused ? 'refused' : undefined,
  ]
  return facts.filter((fact) => fact !== undefined).join(' · ')
}
