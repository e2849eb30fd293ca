import type { Signal } from '../core/base/platformTypes.ts'
import type { CallCounts } from '../core/format/callCounts.ts'
import type { ModelEntry } from '../core/format/modelEntry.ts'
import type { Budget } from './budget.ts'
import type { ResponseCache } from './cache/responseCache.ts'
import type { EndpointGate } from './endpointGate.ts'
import type { CallJournal } from './journal.ts'
import type { Limiter } from './limiter.ts'
import type { RecordedCalls } from './recordedCalls.ts'
import type { RetryLog } from './retryLog.ts'
import type { Answer, BatchAccess, CallKey, Message, PrivateChannel, Transport, TransportRequest } from './transport.ts'

/** Calls of a run that go by batch. */
export interface OpenBatches {
  /** Counts an item that begins; what comes back is called when it ends. */
  begin(): () => void
  /**
   * One call by way of a batch: no limit, gate or timeout of direct calls holds for it.
   *
   * @throws HoldfastError where there is no answer.
   */
  ask(binding: ModelBinding, access: BatchAccess, build: () => BuiltRequest, caching: (answer: Answer) => Promise<void>): Promise<Answer>
}

/** What a model is bound to. */
export interface ModelBinding {
  readonly transport: Transport
  readonly entry: ModelEntry
  /** Where calls wait for their batch; none where they are made directly. */
  readonly batches?: Promise<OpenBatches> | undefined
  /** Keeps the endpoint's limits; none for embedded models. */
  readonly gate?: EndpointGate | undefined
  readonly limiter: Limiter
  readonly journal: CallJournal
  readonly budget?: Budget | undefined
  readonly cache?: ResponseCache | undefined
  /** Answers of the run that is being finished. */
  readonly recorded?: Promise<RecordedCalls> | undefined
  /** Where failed attempts are written down, and those of the run that was started again. */
  readonly retries?: RetryLog | undefined
  readonly key: Pick<CallKey, 'suite' | 'item' | 'role' | 'trial'>
  readonly hints: Pick<PrivateChannel, 'item' | 'seed' | 'reference' | 'wrong'>
  readonly counts: CallCounts
  /** Whether the item has made a call before: such items are finished before others begin. */
  readonly begun?: (() => boolean) | undefined
  /** Ends a call that is under way. */
  readonly signal: Signal
  /** Ends the run: from then on no attempt begins. Default: the signal above. */
  readonly stopping?: Signal | undefined
  /** From when on an attempt that is under way is not waited for. Default: the signals above. */
  readonly ending?: Signal | undefined
}

/** A request with the messages as the journal stores them. */
export interface BuiltRequest extends TransportRequest {
  readonly parts: readonly Message[]
}
