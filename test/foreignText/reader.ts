import { HoldfastError, UnscoredError } from '../../src/core/base/errors.ts'
import type { Model } from '../../src/models/model.ts'
import { RetryableError } from '../../src/models/transport.ts'

/** A text made of one piece many times, with something before and after it. */
export type Shape = readonly [before: string, piece: string, after?: string]

/** A function that takes text which a model, a judge or a file wrote. */
export interface Reader {
  readonly name: string
  read(text: string): unknown
  /** Texts that it is made for; others are made of these by changing them. */
  readonly samples?: readonly string[]
  /** Texts whose length it once did not take in linear time. */
  readonly slow?: readonly Shape[]
  /** It takes much time, if linear: it is not measured on pieces between others. */
  readonly isCostly?: boolean
  /** Whether what it returned is of its range. */
  isFine?(result: unknown): boolean
}

/** Errors that say what to do, or lead to another attempt. A reader throws nothing else, whatever it reads. */
export function isExpected(error: unknown): boolean {
  return error instanceof HoldfastError || error instanceof UnscoredError || error instanceof RetryableError
}

/** A judge that replies with the text. */
export function judgeSaying(content: string): Model {
  return { name: 'stub:judge', simulated: false, ask: async () => ({ content }) }
}

/** Whether it is a share, 0 to 1. */
export function isShare(value: unknown): boolean {
  return typeof value === 'number' && value >= 0 && value <= 1
}

/** The value of JSON, null for other text. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
