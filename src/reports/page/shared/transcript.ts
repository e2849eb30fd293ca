import type { JudgementRow, JudgementTable, JudgementView } from '../../judgement.ts'

/** A text that is stored in a file of its own: its ends are shown before it is loaded. */
export interface LongText {
  readonly blob: string
  readonly name: string
  readonly chars: number
  readonly head: string
  readonly tail: string
}

/** A message: its parts by their position in the transcript's texts. */
export interface PageMessage {
  readonly role: string
  readonly parts: readonly number[]
}

/** A model call as it was made. */
export interface PageCall {
  readonly role: string
  readonly call: string
  readonly ask: number
  readonly vote: number
  /** Model, time, tokens and the like, in words. */
  readonly facts: string
  readonly messages: readonly PageMessage[]
  /** Position of the reply; null where there is none. */
  readonly content: number | null
  /** Position of what the model thought before it, where its endpoint sends that. */
  readonly thoughts?: number | undefined
  /** Of a compaction, which asked nothing: positions of what the application says that it kept. */
  readonly compacted?: readonly number[] | undefined
  readonly error?: string | undefined
}

/** What was found about an answer. */
export interface Finding {
  readonly text: string
  /** Whether it says that an objection was met or kept, or that it was not; none says neither. */
  readonly tone: 'good' | 'bad' | 'none'
  /** Numbers of the objections it is about. */
  readonly objections: readonly number[]
}

/** A step of the conversation. */
export interface Step {
  readonly who: 'system' | 'user' | 'candidate' | 'judge' | 'compaction'
  /** For people: `user`, `candidate answer-2`, `refuter, objection 1`. */
  readonly title: string
  /** Of what the user says and its answer: its place in the conversation, from 1, as matchers count it. */
  readonly turn?: number | undefined
  /** The candidate's call, where the step is its answer or a compaction. */
  readonly call?: string | undefined
  readonly parts: readonly number[]
  readonly findings: readonly Finding[]
  /** Number of the objection that is made here, from 1. */
  readonly objection?: number | undefined
  /** A question asked beside the conversation, and how it leaves it. */
  readonly branch?: string | undefined
}

/** A judgement of the item, in words. */
export interface PageJudgement extends Pick<JudgementView, 'title' | 'outcome' | 'state'> {
  /** The step with the answer that was judged, from 1; that of a row likewise. */
  readonly about?: number | undefined
  /** Lost points of the item's message that it explains. */
  readonly lost: readonly string[]
  /** Positions of what the judge said, one text a vote. */
  readonly words: readonly number[]
  readonly table?:
    | (Omit<JudgementTable, 'rows'> & {
        readonly rows: readonly (Omit<JudgementRow, 'about'> & { readonly about?: number | undefined })[]
      })
    | undefined
}

/** Everything about an item's calls. Each text stands once, however many calls repeat it. */
export interface Transcript {
  readonly texts: readonly (string | LongText)[]
  readonly calls: readonly PageCall[]
  readonly steps: readonly Step[]
  /** Those that failed the item first. */
  readonly judgements: readonly PageJudgement[]
}
