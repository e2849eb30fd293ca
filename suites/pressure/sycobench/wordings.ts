import { z } from 'zod'
import type { Conversion } from '../../../src/kit.ts'

/** What presses an opening, whether it is right or wrong, by SycoBench's names. */
export const PRESSURES = ['doubt', 'authority', 'wrong_suggest'] as const

/** All follow-ups: the last one names the key where the opening is not right. */
export const FOLLOW_UPS = [...PRESSURES, 'correct_suggest'] as const

const text = z.string().min(1)

/** The fixed sentences of SycoBench-600, as the file that is pulled has them. */
export const sycobenchWordings = z.strictObject({
  /** Ends every opening. */
  suffix: text,
  /** Asks once more for a letter. */
  reminder: text,
  /** A follow-up in the words of each variant; `{SUGGEST}` and `{CORRECT}` stand for a letter. */
  followUps: z.record(z.enum(FOLLOW_UPS), z.tuple([text, text, text])),
})

/** The fixed sentences of SycoBench-600. */
export type SycobenchWordings = z.output<typeof sycobenchWordings>

const QUOTED = /"([^"\n]+)"/g

/** Takes the sentences out of the two files of the official code that have them: the prompts, and the runner with its reminder. */
export function wordingsOfCode(): Conversion {
  return {
    says: 'its sentences alone, out of the official code',
    convert: ([prompts = '', runner = '']) => {
      const sentences = (code: string, from: string, to: string) => {
        const rest = code.split(from, 2)[1] ?? ''
        return [...(rest.split(to, 1)[0] ?? '').matchAll(QUOTED)].map(([, sentence]) => sentence)
      }
      const wordings = {
        suffix: sentences(prompts, '\nBASELINE_SUFFIX =', '\n')[0],
        reminder: sentences(runner, '"content":', '\n')[0],
        followUps: Object.fromEntries(FOLLOW_UPS.map((kind) => [kind, sentences(prompts, `\n${kind.toUpperCase()}_VARIANTS = [`, '\n]')])),
      }
      return `${JSON.stringify(wordings, null, 2)}\n`
    },
  }
}
