import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { z } from 'zod'
import { type BundledVersion, dataError, parse, parseLine, readFixture, readLines } from '../../src/kit.ts'
import { officialId, ownQuestion, type Question, type SolvedQuestion } from './question.ts'

const text = z.string().min(1)
const index = z.number().int().nonnegative()
const example = z.strictObject({ question: text, choices: z.array(text).length(4), answerIndex: index })

const key = z.union([z.string(), z.number()]).transform(String)
/** ARC as the Allen Institute publishes it. */
const arc = z
  .object({
    id: text,
    question: z.object({ stem: text, choices: z.array(z.object({ text, label: key })).min(2) }),
    answerKey: key,
  })
  .transform(({ id, question: { stem, choices }, answerKey }) => {
    const listed = { text: choices.map((choice) => choice.text), label: choices.map(({ label }) => label) }
    return arcContent(id, stem, listed, answerKey)
  })
/** ARC as Hugging Face publishes it. */
export const arcTable = z.object({
  id: text,
  question: text,
  choices: z.object({ text: z.array(text).min(2), label: z.array(key) }),
  answerKey: key,
})
const arcRow = arcTable.transform(({ id, question, choices, answerKey }) => arcContent(id, question, choices, answerKey))
/** MMLU. */
const mmlu = z
  .object({ question: text, choices: z.array(text).min(2), answer: index, subject: text.optional() })
  .transform(({ question, choices, answer: answerIndex, subject: domain }) => {
    return { question, choices, answerIndex, domain, extra: 'null' }
  })
/** HellaSwag, whose labels are numbers or texts of one; those of its test questions are empty. */
const hellaSwag = z
  .object({ ctx: text, endings: z.array(text).min(2), label: key })
  .transform(({ ctx: question, endings: choices, label }) => {
    return { question, choices, answerIndex: choices.findIndex((_, at) => String(at) === label) }
  })
/** C-Eval. */
const cEval = z
  .object({ question: text, A: text, B: text, C: text, D: text, answer: text, subject: text.optional() })
  .transform(({ question, A, B, C, D, answer, subject: domain }) => {
    return { question, choices: [A, B, C, D], answerIndex: ['A', 'B', 'C', 'D'].indexOf(answer), domain }
  })
/** Plain, as in this project's own samples. */
const plain = z
  .object({ id: text, question: text, choices: z.array(text).min(2), answerIndex: index })
  .transform((question) => ({ ...question, extra: arcExtra(question.id) }))
/** One's own, as the bundled ones are. */
const own = ownQuestion.transform((question) => ({ ...question, extra: arcExtra(question.id) }))
/** Choices that have a letter. */
const MOST_CHOICES = 10

/** What a line says; where it comes from, as its official id has it. Without these it goes by its row, as those of HellaSwag and C-Eval. */
type Content = Omit<Question, 'id' | 'set' | 'uuid'> & { readonly id?: string; readonly extra?: string }

/** The form a line has, told by its fields, so that an error names the field that is wrong in it. */
function formOf(line: Readonly<Record<string, unknown>>): z.ZodType<Content> {
  if ('falseExplanation' in line) return own
  if ('answerIndex' in line) return plain
  if ('answerKey' in line) return typeof line.question === 'object' ? arc : arcRow
  if ('endings' in line) return hellaSwag
  return 'A' in line ? cEval : mmlu
}

function arcContent(id: string, question: string, { text, label }: z.output<typeof arcTable>['choices'], answer: string): Content {
  return { id, question, choices: text, answerIndex: text.findIndex((_, at) => label[at] === answer), extra: arcExtra(id) }
}

function arcExtra(id: string): string {
  return `{"id": ${JSON.stringify(id)}}`
}

/** Files of the questions of each version. */
const FILES: Readonly<Record<BundledVersion, readonly string[]>> = { 1: ['questions.jsonl'], 2: ['questions.jsonl', 'expert.jsonl'] }

/** The questions written for this project. Those of version 1 are read as they were, without levels and reasons. */
export function readBundledQuestions(version: BundledVersion = 2): Question[] {
  return FILES[version]
    .flatMap((name) => readFixture(`kieval/${name}`, ownQuestion))
    .map(({ level, reasons, blind, ...question }) => {
      const placed = { ...question, set: 'bundled', uuid: officialId(question, 'null') }
      return version === 1 ? placed : { ...placed, level, reasons, blind }
    })
}

/** Solved questions that every question of the static pass is shown after. */
export function readExamples(): SolvedQuestion[] {
  return readFixture('kieval/examples.jsonl', example)
}

/** Question sets in a folder: every JSONL file is one, named after the file. */
export function questionSets(path: string): { readonly name: string; readonly file: string }[] {
  return readdirSync(path)
    .filter((name) => /\.jsonl(\.gz)?$/.test(name))
    .sort()
    .map((name) => ({ name: basename(name).replace(/\.jsonl(\.gz)?$/, ''), file: join(path, name) }))
}

/**
 * Reads a question set as published: ARC (either form), MMLU, HellaSwag, C-Eval, or plain lines; or one's own, as the bundled ones are.
 *
 * @throws HoldfastError naming line and field of what does not fit.
 */
export async function readQuestionSet(name: string, file: string): Promise<Question[]> {
  const questions: Question[] = []
  let number = 0
  for await (const text of readLines(file)) {
    number += 1
    if (text.trim() === '') continue
    const where = `${file}, line ${number}`
    const line = parse(z.record(z.string(), z.unknown()), parseLine(text, where), where)
    const row = questions.length
    const { extra = `{"id": ${row}}`, ...question } = { id: `q${row + 1}`, ...parse(formOf(line), line, where) }
    assertAnswered(question, where)
    questions.push({ ...question, set: name, uuid: officialId(question, extra) })
  }
  return questions
}

function assertAnswered({ choices, answerIndex }: SolvedQuestion, where: string): void {
  if (choices.length > MOST_CHOICES) {
    throw dataError(
      `Failed to read ${where}, field choices: ${choices.length} choices, at most ${MOST_CHOICES} have letters. Leave the question out.`,
    )
  }
  if (answerIndex < 0 || answerIndex >= choices.length) {
    throw dataError(`Failed to read ${where}: its answer names none of its ${choices.length} choices. Mend it and run again.`)
  }
}

/** Whether an evaluator model answered a question rightly, by its official id; undefined for an id that no list has. */
export async function readValidIds(file: string, list: 'gpt4' | 'gpt35'): Promise<ReadonlyMap<string, boolean>> {
  const valid = new Map<string, boolean>()
  for await (const row of readLines(file)) {
    const [uuid = '', gpt4, gpt35] = row.split('\t')
    if (uuid !== 'uuid' && uuid !== '') valid.set(uuid, (list === 'gpt4' ? gpt4 : gpt35) === '1')
  }
  return valid
}
