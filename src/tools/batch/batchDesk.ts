import type { Answer, BatchAccess, BatchSettings, Budget, CallKey, Message, Purchase, Signal } from '../../kit.ts'
import type { AskedCall } from './batchFolder.ts'

/** A call that is to go by batch. */
export interface BatchedCall {
  readonly key: CallKey
  /** Model, as reports name it. */
  readonly label: string
  readonly access: BatchAccess
  readonly settings: BatchSettings
  /** The request and its messages, made anew each time: waiting calls keep no prompts. */
  build(): { readonly url: string; readonly body: unknown; readonly messages: readonly Message[]; readonly purchase: Purchase }
  readonly budget?: Budget | undefined
  readonly hold?: AskedCall['hold']
  /** Writes an answer down, before it counts as given. */
  keep(answer: Answer, id: string): Promise<Answer>
  /** From when on nothing is waited for. */
  readonly stopping: Signal
}

/** Where calls wait for their batch. */
export interface BatchDesk {
  /**
   * The answer to a call.
   *
   * @throws HoldfastError where there is none: the run is stopped, or the request failed too often.
   */
  ask(call: BatchedCall): Promise<Answer>
  /** Counts an item that begins; what comes back is called when it ends. */
  begin(): () => void
}
