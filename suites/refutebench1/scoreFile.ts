import { z } from 'zod'
import { parse } from '../../src/kit.ts'
import { containsAnswer, containsTarget } from './checks/contained.ts'
import { checkEmail } from './checks/email.ts'
import { CHECKERS } from './names.ts'

const common = { id: z.string(), response: z.string() }
const line = z.discriminatedUnion('task', [
  z.object({ ...common, task: z.literal('email'), checker: z.enum(CHECKERS), choice: z.string() }),
  z.object({ ...common, task: z.literal('mt'), choice: z.string() }),
  z.object({ ...common, task: z.literal('qa'), choice: z.union([z.string(), z.array(z.string())]) }),
])

/** One line of `holdfast score refutebench1`; null for a demand on which the official check breaks down. */
export interface CheckedReply {
  readonly id: string
  readonly passed: boolean | null
}

/** A function from a line with a reply and what was demanded to whether it passes; throws HoldfastError for a line that does not fit. */
export function refutebench1FileScorer(): (value: unknown, where: string) => CheckedReply {
  return (value, where) => {
    const reply = parse(line, value, where)
    const { id, response } = reply
    if (reply.task === 'email') return { id, passed: checkEmail(reply.checker, reply.choice, response) }
    const contains = reply.task === 'mt' ? containsTarget(reply.choice, response) : containsAnswer(reply.choice, response)
    return { id, passed: contains }
  }
}
