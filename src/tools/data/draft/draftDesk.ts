import type { z } from 'zod'
import {
  type Answer,
  type AskOptions,
  askJudge,
  type DraftDesk,
  type DraftRole,
  type DraftSource,
  draftText,
  type Message,
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
export function openDesk(command: PaidCommand, place: DeskPlace): DraftDesk {
  const { id } = place
  const models = {
    author: paidModel(command, 'author', id),
    solver: paidModel(command, 'solver', id),
    judge: paidModel(command, 'judge', id),
  }
  const ask = <Value>(
    { role, call, prompt, maxTokens }: { role: DraftRole; call: string; prompt: string | readonly Message[]; maxTokens: number },
    options: Pick<AskOptions, 'json' | 'simulation'>,
    parse: (answer: Answer) => Parsed<Value>,
  ) =>
    askJudge(models[role], { prompt, call, verb: VERBS[role], options: { maxTokens, temperature: TEMPERATURE[role], ...options }, parse })
  return {
    ...place,
    draw: random('draft', id),
    judge: models.judge,
    form: ({ form, simulated, ...asked }) => {
      const reply = (flipped: Parameters<typeof simulated>[0]) => JSON.stringify(simulated(flipped))
      const simulation = { reference: reply(() => false), verdict: reply }
      return ask(asked, { json: true, simulation }, (answer) => readForm(answer, form))
    },
    text: ({ simulated, ...asked }) => ask(asked, { simulation: { reference: simulated, verdict: () => simulated } }, readText),
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
