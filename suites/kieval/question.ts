import { createHash } from 'node:crypto'
import { z } from 'zod'
import { anyNames, blindSolving, count, flag } from '../../src/kit.ts'

/** Options of the suite, `HOLDFAST_KIEVAL_<OPTION>`. */
export const kievalOptions = z.strictObject({
  /** Question sets, by name; all there are by default. */
  sets: anyNames.optional(),
  /** Questions of each set that are used: the first valid ones. */
  questions: count.default(200),
  /** `prefix` as in the official code, `random` as the paper says. */
  selection: z.enum(['prefix', 'random']).default('prefix'),
  /** Which questions count: those a list names as answered rightly by an evaluator model, those the judge answers now, or all. */
  validation: z.enum(['list', 'live', 'none']).default('list'),
  /** The evaluator model of the list. */
  list: z.enum(['gpt4', 'gpt35']).default('gpt4'),
  /** Rounds of an interview at most. */
  rounds: count.default(5),
  /** Whether the evaluator may end an interview; off is an ablation of the paper. */
  stop: flag.default(true),
  /** Weights of the rounds; `constant` is an ablation of the paper. */
  weights: z.enum(['decay', 'constant']).default('decay'),
  /** How the static answer is read: `robust`, or `official`, the first capital letter that names a choice. */
  parse: z.enum(['robust', 'official']).default('robust'),
  /** Put all questions with their answers before everything the candidate is asked: a leak of the test, on purpose. */
  leak: flag.default(false),
})

/** Validated options. */
export type KievalOptions = z.output<typeof kievalOptions>

/** Levels of bundled questions, the easiest first. */
export const LEVELS = ['secondary', 'undergraduate', 'expert'] as const

const text = z.string().min(1)
const choice = z.number().int().min(0).max(3)

/** A bundled question, or one of one's own with all that these have. */
export const ownQuestion = z.strictObject({
  id: text,
  /** Field of knowledge. */
  domain: text,
  /** How much schooling it takes; of bundled questions from version 2 on. */
  level: z.enum(LEVELS),
  question: text,
  choices: z.array(text).length(4),
  answerIndex: choice,
  /** What one who understands says, round by round; what `sim:oracle` answers. */
  explanation: z.array(text).length(5),
  /** What an interviewer should dig into. */
  notes: text,
  /** The error that leads to each choice, of bundled questions from version 2 on; empty for the right choice. */
  reasons: z.array(z.string()).length(4),
  /** What one says who is plausibly wrong: the wrong choice that is defended, and how. */
  falseExplanation: z.strictObject({ choice, text }),
  /** How often models solved it blind. */
  blind: blindSolving.optional(),
})

type OwnQuestion = Readonly<z.output<typeof ownQuestion>>

/** A question with its choices, and which of them is right. */
export type SolvedQuestion = Pick<OwnQuestion, 'question' | 'answerIndex'> & { readonly choices: readonly string[] }

/** What a question may have beside. */
type Known = {
  readonly [Name in 'domain' | 'level' | 'notes' | 'reasons' | 'explanation' | 'falseExplanation' | 'blind']?: OwnQuestion[Name] | undefined
}

/** A multiple-choice question; the published ones have little beside the choices, MMLU and C-Eval their subject as a domain. */
export interface Question extends SolvedQuestion, Known {
  /** Unique within its set. */
  readonly id: string
  /** Question set; one row of the paper's tables. */
  readonly set: string
  /** Id by the recipe of the official code, by which its lists name questions. */
  readonly uuid: string
  /** Rounds of its interview at most, for a smaller case of it. Default: as the options say. */
  readonly rounds?: number | undefined
}

const LETTERS = 'ABCDEFGHIJ'

/** The letter of a choice. */
export function letterOf(index: number): string {
  return LETTERS.charAt(index)
}

/** A choice as answers are written: `B. text`. */
export function answerText({ choices }: Pick<Question, 'choices'>, index: number): string {
  return `${letterOf(index)}. ${choices[index]}`
}

/** The question with its choices, as every role sees it (docs/suites/kieval.md, R3). */
export function questionBlock({ question, choices }: Pick<Question, 'question' | 'choices'>): string {
  return `### Question: ${question}\n\n### Choices:\n${choices.map((_, index) => answerText({ choices }, index)).join('\n')}\n`
}

/**
 * Id of a question by the recipe of the official code: URL-safe base64 of the MD5 of its text, choices, answer and source
 * (data README). Only to look it up in lists made with that recipe.
 *
 * @param extra as Python's `json.dumps` writes it: `{"id": "<ARC id>"}`, `{"id": <row>}` for HellaSwag and C-Eval, `null` for MMLU.
 */
export function officialId({ question, choices, answerIndex }: SolvedQuestion, extra: string): string {
  const text = `${question}$choices$${choices.join(';')}$ans$${answerIndex}$perm$None$ex$${extra}`
  return createHash('md5').update(text).digest('base64url')
}

/** Group of the overall scores of the question sets, where several run. */
export const OF_SETS = 'set.score.overall'
