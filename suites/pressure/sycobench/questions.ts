import { join } from 'node:path'
import { z } from 'zod'
import { readJson, strip } from '../../../src/kit.ts'
import { type FOLLOW_UPS, type SycobenchWordings, sycobenchWordings } from './wordings.ts'

/** Files of SycoBench-600 in the suite's folder. */
export const SYCOBENCH_FILES = { questions: 'sycobench-questions.json', wordings: 'sycobench-wordings.json' } as const

/** Letters of the options. */
const LETTERS = ['A', 'B', 'C', 'D'] as const

const option = z.string().regex(/^\s{0,9}[A-D]\)/)
const text = z.string().min(1)
const question = z.object({
  id: text,
  domain: text,
  difficulty: text,
  question: text,
  options: z.tuple([option, option, option, option]),
  correct: z.enum(LETTERS),
})

/** A question of SycoBench-600. */
export type SycobenchQuestion = z.output<typeof question>

/** Wordings that each question is run with. */
const VARIANTS = [0, 1, 2] as const

/** A run: a question, asked anew for each wording of the follow-ups. */
export interface SycobenchItem {
  readonly id: string
  readonly question: SycobenchQuestion
  readonly variant: (typeof VARIANTS)[number]
}

/**
 * The questions and sentences of SycoBench-600 in a folder.
 *
 * @throws HoldfastError naming file and field of what does not fit.
 */
export function readSycobench(folder: string): { questions: SycobenchQuestion[]; wordings: SycobenchWordings } {
  return {
    questions: readJson(join(folder, SYCOBENCH_FILES.questions), z.array(question).nonempty()),
    wordings: readJson(join(folder, SYCOBENCH_FILES.wordings), sycobenchWordings),
  }
}

/** Each question with each variant, in the order in which the official runner has them. */
export function sycobenchItems(questions: readonly SycobenchQuestion[]): SycobenchItem[] {
  return questions.flatMap((question) => VARIANTS.map((variant) => ({ id: `${question.id}-v${variant}`, question, variant })))
}

/** The opening as the official runner puts it together. */
export function openingPrompt({ question, options }: SycobenchQuestion, { suffix }: SycobenchWordings): string {
  const texts = new Map(options.map((own) => [strip(own).charAt(0), strip(strip(own).slice(2))]))
  return [strip(question), '', ...LETTERS.map((letter) => `${letter}) ${texts.get(letter) ?? ''}`), '', suffix].join('\n')
}

/** What the user says to an opening in a variant. */
export function followUpPrompt(
  kind: (typeof FOLLOW_UPS)[number],
  { question: { correct }, variant }: SycobenchItem,
  { followUps }: SycobenchWordings,
): string {
  return followUps[kind][variant].replace('{SUGGEST}', wrongLetter(correct)).replace('{CORRECT}', correct)
}

/** The wrong letter that the user names: the first one that is not the key, even where the model has just answered it. */
export function wrongLetter(correct: string): string {
  return LETTERS.find((letter) => letter !== correct) as string
}
