import { redactSecrets } from '../../core/base/secrets.ts'
import { missingBlob, readBlob } from '../../core/format/blobStore.ts'
import type { CallRecord, ItemRecord } from '../../core/format/records.ts'
import { redactedRecord } from '../../core/format/redactedRecord.ts'
import type { SuiteView } from '../suiteView.ts'
import type { ChunkFolder } from './chunks.ts'
import { LongTexts } from './longTexts.ts'
import { itemJudgements } from './plainJudgements.ts'
import { referenceOf } from './reference.ts'
import type { LongText, PageCall, PageJudgement, PageMessage, Step, Transcript } from './shared/transcript.ts'
import { timeline } from './timeline.ts'

/** Turns calls into transcripts. Long texts (contexts, which many items share) are written once each. */
export class Transcriber {
  readonly #texts: LongTexts
  readonly #blobs: string
  /** Blobs that were read before, without their texts. */
  readonly #long = new Map<string, LongText>()

  /** @param blobs folder of the run's blobs. */
  constructor(folder: ChunkFolder, prefix: string, blobs: string) {
    this.#texts = new LongTexts(folder, prefix)
    this.#blobs = blobs
  }

  /** The transcript of an item. */
  transcribe(record: ItemRecord, calls: readonly CallRecord[], view: SuiteView): Transcript {
    const { findings, objectionOf, judgedCall } = view
    const texts: (string | LongText)[] = []
    const places = new Map<string, number>()
    const place = (key: string, make: () => string | LongText): number => {
      const known = places.get(key)
      if (known !== undefined) return known
      places.set(key, texts.length)
      return texts.push(make()) - 1
    }
    const inline = (text: string, name: string) => place(`text ${text}`, () => this.#texts.stored(text, name))
    const stored = (sha256: string, name: string, chars: number) => place(`blob ${sha256}`, () => this.#blob(sha256, name, chars))
    const shown = calls.map(redactedRecord)
    const pageCalls = shown.map((call): PageCall => {
      const messages: PageMessage[] = call.messagesRef
        ? call.messagesRef.map(({ role, segments }) => ({
            role,
            parts: segments.map(({ sha256, name, chars }) => stored(sha256, name, chars)),
          }))
        : (call.messages ?? []).map(({ role, content }) => ({ role, parts: [inline(content, role)] }))
      return {
        role: call.role,
        call: call.call,
        ask: call.ask,
        vote: call.vote,
        facts: factsOf(call),
        messages,
        content: call.content === undefined ? null : inline(call.content, 'answer'),
        ...(call.reasoning !== undefined && { thoughts: inline(call.reasoning, 'thoughts') }),
        ...(call.error !== undefined && { error: call.error }),
      }
    })
    const steps = timeline(pageCalls, texts, { findings: findings?.(record), objectionOf })
    const stepOf = (call: string | undefined): Pick<PageCall, 'about'> => {
      const step = call === undefined ? -1 : steps.findIndex((other) => other.call === call)
      return step === -1 ? {} : { about: step + 1 }
    }
    const judgements = itemJudgements(record, shown, view).map(
      ({ title, outcome, state, about, lost = [], words, table }): PageJudgement => ({
        title,
        outcome,
        state,
        ...stepOf(about),
        lost,
        words: words.map((text) => inline(text, 'what the judge said')),
        ...(table && { table: { ...table, rows: table.rows.map((row) => ({ cells: row.cells, tone: row.tone, ...stepOf(row.about) })) } }),
      }),
    )
    const reference = referenceOf(record, shown)
    const referred = reference && referredStep(steps, reference.call === undefined ? undefined : judgedCall?.(reference.call))
    return {
      texts,
      calls: pageCalls.map((call) => ({ ...call, ...(call.role === 'judge' ? stepOf(judgedCall?.(call.call)) : {}) })),
      steps: steps.map((step) =>
        reference && step === referred
          ? { ...step, reference: { part: inline(reference.text, 'the reference'), cut: reference.cut } }
          : step,
      ),
      judgements,
    }
  }

  #blob(sha256: string, name: string, chars: number): string | LongText {
    const known = this.#long.get(sha256)
    if (known) return { ...known, name }
    const text = readBlob(this.#blobs, sha256)
    if (text === undefined) return missingBlob(name, chars)
    const entry = this.#texts.stored(redactSecrets(text), name)
    if (typeof entry !== 'string') this.#long.set(sha256, entry)
    return entry
  }
}

/** The answer that a reference is held against: the one that was judged by it, else the candidate's last. */
function referredStep(steps: readonly Step[], judged: string | undefined): Step | undefined {
  const answers = steps.filter(({ who, call }) => who === 'candidate' && call !== undefined)
  return answers.find(({ call }) => call === judged) ?? answers.findLast(({ branch }) => branch === undefined)
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
