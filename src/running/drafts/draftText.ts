import { z } from 'zod'

/** Longest text that a model may write for one field. */
const LONGEST = 20_000

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const UNSAFE = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2028\u2029\u2066-\u2069]/

/** A text in a model's reply: not empty, not endless, and without characters that a terminal acts on or that turn text around. */
export const draftText = z
  .string()
  .transform((text) => text.replaceAll('\r\n', '\n').trim())
  .pipe(
    z
      .string()
      .min(1, 'it is empty')
      .max(LONGEST, `it is longer than ${LONGEST.toLocaleString('en')} characters`)
      .refine((text) => !UNSAFE.test(text), 'it holds control characters'),
  )

/** Such a text on one line. */
export const draftLine = draftText.refine((text) => !/[\n\t]/.test(text), 'it has several lines')
