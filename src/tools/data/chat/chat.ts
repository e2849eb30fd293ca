import { z } from 'zod'
import { dataError, parse } from '../../../kit.ts'

/** What a part of a message is called where it is a text. */
const TEXTS: ReadonlySet<string | undefined> = new Set(['text', 'input_text', 'output_text', undefined])
/** What models do beside answering. It is no part of what is said. */
const UNSAID: ReadonlySet<string | undefined> = new Set(['tool_call', 'tool_call_response', 'reasoning', 'thinking', 'function_call'])

const part = z.union([
  z.string(),
  z.object({ type: z.string().optional(), text: z.string().nullish(), content: z.unknown().optional(), refusal: z.string().nullish() }),
])
const content = z.union([z.string(), z.array(part), z.null()], 'no text, null or list of parts').optional()

/** A message as chat APIs, traces and logs have it: `parts` are those of OpenTelemetry, `content` that of the others. */
const message = z.object({
  role: z.enum(['system', 'developer', 'user', 'assistant', 'tool', 'function']),
  content,
  parts: content,
  name: z.string().nullish(),
})

/** A message that was said. */
type Message = z.output<typeof message>

/** A conversation out of a file. */
export interface Chat {
  /** What it is called in its file, or the place it has there. */
  readonly name: string
  readonly messages: readonly unknown[]
  /** Where its messages stand, for errors. */
  readonly where: string
}

/** A conversation by turns. */
export type ChatTurns = ReturnType<typeof chatTurns>

/**
 * The turns of a conversation. Messages of one side that follow on each other are one. Calls of tools and what these returned are left
 * out: an application makes them anew.
 *
 * @throws HoldfastError naming the file and the first message that does not fit, and where no user speaks.
 */
export function chatTurns({ messages, where }: Chat) {
  const system: string[] = []
  const turns: { user: string[]; assistant: string[]; names: string[] }[] = []
  let left = 0
  for (const own of parse(z.array(message).min(1), messages, where)) {
    const said = textOf(own)
    const turn = turns.at(-1)
    if (own.role === 'tool' || own.role === 'function') left += 1
    else if (own.role === 'system' || own.role === 'developer') {
      if (turn) left += 1
      else system.push(said)
    } else if (own.role === 'user') {
      left += partsOf(own).filter((one) => !isText(one)).length
      const next = turn && turn.assistant.length === 0 ? turn : { user: [], assistant: [], names: [] }
      if (next !== turn) turns.push(next)
      next.user.push(said)
      if (own.name) next.names.push(own.name)
    } else if (!turn) left += 1
    else if (said !== '') turn.assistant.push(said)
  }
  if (turns.length === 0) throw dataError(`Failed to read ${where}: no message is of a user. Name another conversation.`)
  return {
    system: system.join('\n\n'),
    turns: turns.map(({ user, assistant, names }) => ({ user: user.join('\n\n'), assistant: assistant.join('\n\n'), names })),
    /** Messages and parts that a dialogue has no place for. */
    leftOut: left,
  }
}

type Part = z.output<typeof part>

function partsOf({ content: said, parts }: Message): readonly Part[] {
  const own = parts ?? said ?? []
  return typeof own === 'string' ? [own] : own
}

function isText(own: Part): boolean {
  return typeof own === 'string' || TEXTS.has(own.type)
}

function textOf(own: Message): string {
  return partsOf(own)
    .map((one) => {
      if (typeof one === 'string') return one
      if (isText(one)) return one.text ?? (typeof one.content === 'string' ? one.content : '')
      return one.refusal ?? (UNSAID.has(one.type) ? '' : `[${one.type}]`)
    })
    .filter((text) => text.trim() !== '')
    .join('\n\n')
}
