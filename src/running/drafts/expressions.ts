import { z } from 'zod'
import { readJson } from '../../core/base/data/readJson.ts'
import { hashFraction } from '../../core/base/random.ts'

/** An instruction template that is to be expanded. */
export interface TemplateOrigin {
  /** Task it belongs to. */
  readonly task: string
  /** Which way it asks, where a task has two: 1 for "after" and -1 for "before". */
  readonly bias?: 1 | -1 | undefined
  readonly text: string
  /** Words of it that every rewrite must have: the answer is scored by what they say. */
  readonly keeps: readonly string[]
  /** Templates that there are already: none of them is to come back as a rewrite. */
  readonly known: readonly string[]
  /** Expressions to choose. */
  readonly count: number
}

/** A suite's instruction templates that can be written in other words. The suite takes the file of them by its option `expressions`. */
export interface TemplateOrigins {
  /** Ids of the tasks that have templates. */
  readonly tasks: readonly string[]
  /** @param data `bundled` or a folder of official data. @param tasks ids; all where none. @param count expressions of each template. */
  load(data: string, tasks: readonly string[], count?: number): Promise<readonly TemplateOrigin[]>
}

/** The name of an origin for people, for instance `LOI before`. */
export function originName({ task, bias }: Pick<TemplateOrigin, 'task' | 'bias'>): string {
  return bias === undefined ? task : `${task} ${bias === 1 ? 'after' : 'before'}`
}

/** Rewrites that one question asks for: more at once grow alike. */
export const REWRITES_A_QUESTION = 10

/** What the wording of a question's rewrites should be like; questions take them in turn. */
const STYLES = [
  'short commands',
  'polite requests in full sentences',
  'everyday spoken language',
  'the formal language of a specification',
  'questions',
  'a busy colleague who leaves out what goes without saying',
  'a teacher who explains a task step by step',
  'someone whose first language is not English, simple and correct',
] as const

/** The question for rewrites of a template. Questions of other numbers ask for another style. */
export function rewritePrompt({ text, keeps }: TemplateOrigin, number: number): string {
  const fields = fieldsIn(text)
  return [
    `Below is a template of an instruction. Rewrite it ${REWRITES_A_QUESTION} times. Each rewrite must ask for exactly the same, in other words and with another sentence structure.`,
    `The style of these rewrites: ${STYLES[number % STYLES.length]}. They must differ from one another too.`,
    '',
    'Rules:',
    `- Keep every placeholder in curly brackets exactly as it is: ${fields.length > 0 ? fields.join(' ') : 'there is none'}. Add none.`,
    '- Where the template has doubled curly brackets, {{ and }}, keep them doubled.',
    ...(keeps.length > 0 ? [`- Keep these words: ${keeps.join(', ')}.`] : []),
    '- Keep every requirement on the form of the answer, and every example of it. Add no requirement.',
    '- Do not carry the instruction out, and do not speak about it.',
    `\nTemplate:\n<template>\n${text}\n</template>\n`,
    `Reply with one JSON object and nothing else: {"rewrites": [${REWRITES_A_QUESTION} strings]}.`,
  ].join('\n')
}

/** The placeholders of a template, each once, in the order of the text. Doubled brackets are text. */
export function fieldsIn(text: string): string[] {
  const found = [...text.matchAll(/\{\{|\}\}|\{[^{}]*\}/g)].map(([match]) => match)
  return [...new Set(found.filter((match) => match !== '{{' && match !== '}}'))]
}

const OPENINGS = [
  'Please note:',
  'Task at hand:',
  'Listen well.',
  'A request for you:',
  'Now do this.',
  'Here is what we need.',
  'What to do:',
]
const ENDINGS = [
  'Thank you.',
  'That is all.',
  'Nothing else is needed.',
  'Take care.',
  'Go ahead.',
  'We rely on you.',
  'End of the request.',
]

/** What a simulated author replies: the template between made-up words, each marked as simulated. */
export function simulatedRewrites({ task, text }: TemplateOrigin, number: number): string {
  const rewrites = Array.from({ length: REWRITES_A_QUESTION }, (_, index) => {
    const pick = (words: readonly string[], of: string) => words[Math.floor(hashFraction(of, task, text, number, index) * words.length)]
    return `(simulated rewrite ${number + 1}.${index + 1}) ${pick(OPENINGS, 'opening')} ${text} ${pick(ENDINGS, 'ending')}`
  })
  return JSON.stringify({ rewrites })
}

/** What a file of expressions says it is. */
export const EXPRESSIONS_SCHEMA = 'holdfast.expressions/1'

const expression = z.looseObject({
  task: z.string().min(1),
  bias: z.union([z.literal(1), z.literal(-1)]).optional(),
  text: z.string().min(1),
  /** False for one that a person has refused. */
  use: z.boolean().default(true),
})

const expressionsFile = z.looseObject({
  schema: z.literal(EXPRESSIONS_SCHEMA),
  suite: z.string(),
  /** Where they come from; none in a file that a person wrote. */
  made: z.looseObject({ simulated: z.boolean() }).optional(),
  expressions: z.array(expression).min(1),
})

/** What a suite reads of a file of expressions. */
export type ExpressionsFile = z.output<typeof expressionsFile>

/** Reads a file of expressions, as `holdfast data draft` writes it and people mend it. @throws HoldfastError naming file and field. */
export function readExpressionsFile(path: string): ExpressionsFile {
  return readJson(path, expressionsFile)
}
