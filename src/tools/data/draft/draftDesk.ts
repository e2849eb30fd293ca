import { z } from 'zod'
import {
  type Answer,
  type AskOptions,
  askJudge,
  type DraftDesk,
  type DraftRole,
  type DraftSource,
  draftText,
  fencedTexts,
  imitates,
  keyLike,
  type Message,
  type Neighbour,
  type PaidCommand,
  type Parsed,
  paidModel,
  plainMessages,
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
      return ask(asked, { json: true, simulation }, (answer) => readForm(answer, form, asked))
    },
    text: ({ simulated, ...asked }) => ask(asked, { simulation: { reference: simulated, verdict: () => simulated } }, readText),
  }
}

const VERBS: Readonly<Record<DraftRole, string>> = { author: 'draft', solver: 'solve', judge: 'judge' }

function readForm<Schema extends z.ZodType>(
  { content, refused }: Answer,
  form: Schema,
  { role, prompt }: { readonly role: DraftRole; readonly prompt: string | readonly Message[] },
): Parsed<z.output<Schema>> {
  if (refused) return { unusable: 'it is a refusal' }
  const asked = plainMessages(typeof prompt === 'string' ? [{ role: 'user', content: prompt }] : prompt)
  const shown = asked.flatMap((message) => [...fencedTexts(message.content, '[\\w-]+')].map(({ text }) => text))
  const keys = form instanceof z.ZodObject ? Object.keys(form.shape) : []
  // A judge may quote what it judges.
  return replyJson(content, form, role === 'judge' && keys.length > 0 && imitates(keyLike(...keys), shown))
}

function readText({ content, refused }: Answer): Parsed<string> {
  if (refused) return { unusable: 'it is a refusal' }
  const read = draftText.safeParse(content)
  return read.success ? { value: read.data } : { unusable: read.error.issues[0]?.message ?? 'it does not fit' }
}
