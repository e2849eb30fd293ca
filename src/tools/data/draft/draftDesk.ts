import type { z } from 'zod'
import {
  type Answer,
  askJudge,
  type DraftDesk,
  type DraftRole,
  type DraftSource,
  draftText,
  type Neighbour,
  type PaidCommand,
  type Parsed,
  paidModel,
  random,
  replyJson,
} from '../../../kit.ts'

/** The author varies what it writes; solver and judge are asked for what they hold most likely. */
const TEMPERATURE: Readonly<Record<DraftRole, number>> = { author: 1, solver: 0, judge: 0 }

/** What a desk is for. */
export interface DeskPlace {
  readonly id: string
  readonly source: DraftSource
  readonly round: number
  nearest(instruction: string): Promise<Neighbour>
}

/** A desk at which one draft is made, with the models of a command. */
export function openDesk(command: PaidCommand, { id, source, round, nearest }: DeskPlace): DraftDesk {
  const models = {
    author: paidModel(command, 'author', id),
    solver: paidModel(command, 'solver', id),
    judge: paidModel(command, 'judge', id),
  }
  return {
    id,
    source,
    round,
    draw: random('draft', id),
    nearest,
    judge: models.judge,
    form: ({ role, call, prompt, form, maxTokens, simulated }) =>
      askJudge(models[role], {
        prompt,
        call,
        verb: VERBS[role],
        options: {
          json: true,
          maxTokens,
          temperature: TEMPERATURE[role],
          simulation: {
            reference: JSON.stringify(simulated(() => false)),
            verdict: (flipped) => JSON.stringify(simulated(flipped)),
          },
        },
        parse: (answer) => readForm(answer, form),
      }),
    text: ({ role, call, prompt, maxTokens, simulated }) =>
      askJudge(models[role], {
        prompt,
        call,
        verb: VERBS[role],
        options: { maxTokens, temperature: TEMPERATURE[role], simulation: { reference: simulated, verdict: () => simulated } },
        parse: readText,
      }),
  }
}

const VERBS: Readonly<Record<DraftRole, string>> = { author: 'draft', solver: 'solve', judge: 'judge' }

function readForm<Schema extends z.ZodType>({ content, refused }: Answer, form: Schema): Parsed<z.output<Schema>> {
  return refused ? { unusable: 'it is a refusal' } : replyJson(withoutFence(content), form)
}

function readText({ content, refused }: Answer): Parsed<string> {
  if (refused) return { unusable: 'it is a refusal' }
  const read = draftText.safeParse(content)
  return read.success ? { value: read.data } : { unusable: read.error.issues[0]?.message ?? 'it does not fit' }
}

/** Many models put JSON into a code block. */
function withoutFence(content: string): string {
  const text = content.trim()
  if (!text.startsWith('```') || !text.endsWith('```')) return text
  const begin = text.indexOf('\n')
  return begin === -1 ? text : text.slice(begin + 1, -3)
}
