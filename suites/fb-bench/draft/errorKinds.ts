import type { DraftDesk } from '../../../src/kit.ts'

/** What can be wrong with a first answer: the deficiencies of the benchmark, each in a sentence for the author. */
const ERROR_KINDS = {
  'Logical Error': 'it draws a conclusion that does not follow, or slips in a calculation',
  'Factual Error': 'it states something that is not so',
  'Incomplete Answer': 'it leaves out a part of what was asked for',
  'Not Following Instructions': 'it breaks a condition that the query sets',
  'Unprofessional Answer': 'it is right in the main and not what somebody who knows the field would hand over',
} as const

/** What is wrong with a first answer. */
export interface ErrorKind {
  readonly name: string
  readonly says: string
  /** The topic without the error kind that may stand behind it. */
  readonly topic: string
}

/** The error kind of a draft: the one that the topic names in brackets at its end, else one that is drawn. */
export function errorKindOf({ source, draw }: Pick<DraftDesk, 'source' | 'draw'>): ErrorKind {
  const kinds = Object.entries(ERROR_KINDS)
  const named = kinds.find(([name]) => source.text.toLowerCase().endsWith(`[${name.toLowerCase()}]`))
  const [name, says] = named ?? draw.pick(kinds)
  return { name, says, topic: named ? source.text.slice(0, -name.length - 2).trim() : source.text }
}
