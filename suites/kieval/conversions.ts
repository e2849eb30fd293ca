import { z } from 'zod'
import { type Conversion, parse, parseJsonl, parseLine, pythonJsonl } from '../../src/kit.ts'
import { officialId } from './question.ts'

const validated = z.object({ valid_uuids: z.array(z.string()), invalid_uuids: z.array(z.string()) })
const arcRow = z.object({
  id: z.string(),
  question: z.string(),
  choices: z.object({ text: z.array(z.string()), label: z.array(z.string()) }),
  answerKey: z.string(),
})

/** Tabulates KIEval's two lists of ids, of the evaluator models gpt-4 and gpt-3.5, in the order of the first. */
export const validatedIds: Conversion = {
  says: 'two JSON lists of ids tabulated: uuid, valid for gpt-4, valid for gpt-3.5',
  convert([gpt4, gpt35]) {
    const [four, three] = [readIds(gpt4, 'gpt-4'), readIds(gpt35, 'gpt-3.5')]
    const [forFour, forThree] = [new Set(four.valid_uuids), new Set(three.valid_uuids)]
    const rows = [...four.valid_uuids, ...four.invalid_uuids].map((id) => `${id}\t${flag(forFour.has(id))}\t${flag(forThree.has(id))}`)
    return `${['uuid\tgpt4\tgpt35', ...rows].join('\n')}\n`
  },
}

/** Questions of the sample that the list of gpt-4 names as valid, and those it does not. */
const SAMPLE = { valid: 200, invalid: 40 }

/** Takes the first ARC-Challenge test questions that are valid for gpt-4, then the first that are not, with KIEval's ids and flags. */
export const arcSample: Conversion = {
  says: `of the ARC-Challenge test questions the first ${SAMPLE.valid} valid for gpt-4 and the first ${SAMPLE.invalid} that are not, with their ids and flags`,
  convert([test, gpt4, gpt35]) {
    const forFour = new Set(readIds(gpt4, 'gpt-4').valid_uuids)
    const forThree = new Set(readIds(gpt35, 'gpt-3.5').valid_uuids)
    const rows = parseJsonl(test ?? '', arcRow, 'the ARC test questions')
    const questions = rows.map(({ id, question, choices, answerKey }, index) => {
      const answerIndex = choices.label.indexOf(answerKey)
      const uuid = officialId({ question, choices: choices.text, answerIndex }, `{"id": ${JSON.stringify(id)}}`)
      const flags = { validGpt4: forFour.has(uuid), validGpt35: forThree.has(uuid) }
      return { id, uuid, index, question, choices: choices.text, labels: choices.label, answerIndex, ...flags }
    })
    return pythonJsonl([
      ...questions.filter(({ validGpt4 }) => validGpt4).slice(0, SAMPLE.valid),
      ...questions.filter(({ validGpt4 }) => !validGpt4).slice(0, SAMPLE.invalid),
    ])
  },
}

function readIds(file: string | undefined, model: string): z.output<typeof validated> {
  const where = `the ids validated by ${model}`
  return parse(validated, parseLine(file ?? '', where), where)
}

function flag(value: boolean): string {
  return value ? '1' : '0'
}
