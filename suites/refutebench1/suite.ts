import { z } from 'zod'
import { defineSuite, lineScorer, officialData } from '../../src/kit.ts'
import { containsAnswer, containsTarget } from './checks/contained.ts'
import { checkEmail } from './checks/email.ts'
import { CHECKERS, refutebench1Options } from './names.ts'
import { describeRefutebench1Data } from './openItems.ts'
import { openRefutebench1 } from './openSuite.ts'
import { refutebench1View } from './view.ts'

const common = { id: z.string(), response: z.string() }
const line = z.discriminatedUnion('task', [
  z.object({ ...common, task: z.literal('email'), checker: z.enum(CHECKERS), choice: z.string() }),
  z.object({ ...common, task: z.literal('mt'), choice: z.string() }),
  z.object({ ...common, task: z.literal('qa'), choice: z.union([z.string(), z.array(z.string())]) }),
])

/** Scores a line with a reply and what was demanded: whether it passes, null for a demand on which the official check breaks down. */
export const refutebench1FileScorer = lineScorer(line, (reply) => {
  const { id, response } = reply
  if (reply.task === 'email') return { id, passed: checkEmail(reply.checker, reply.choice, response) }
  return { id, passed: reply.task === 'mt' ? containsTarget(reply.choice, response) : containsAnswer(reply.choice, response) }
})

/** The official dialogues of RefuteBench 1.0. */
const refutebench1OfficialData = officialData('refutebench1', describeRefutebench1Data)

/** RefuteBench 1.0: does the model accept feedback, and keep to it later? Programs check, without a judge. */
export const refutebench1Suite = defineSuite({
  name: 'refutebench1',
  options: refutebench1Options,
  roles: { candidate: { temperature: 0 } },
  open: openRefutebench1,
  scoring: 2,
  summary: { load: async () => (await import('./summary.ts')).refutebench1Summary },
  about: {
    title: 'RefuteBench 1.0',
    question: 'Does the model keep to feedback in later answers?',
    good: 'Higher is better; 1 is feedback kept in every later answer.',
    item: 'dialogue',
    floor: 'what a model gets that repeats every message',
  },
  view: refutebench1View,
  files: { official: refutebench1OfficialData, scorer: refutebench1FileScorer },
})
