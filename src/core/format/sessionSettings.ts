import { z } from 'zod'

/** Where something stands in a JSON reply (RFC 6901), for instance `/choices/0/text`. */
const pointer = z.string().regex(/^(?:\/(?:[^~/]|~[01])*)*$/, 'expected a JSON pointer, for instance /reply')

/** The texts of a body in which placeholders are filled. */
export function bodyTexts(body: unknown): string[] {
  if (typeof body === 'string') return [body]
  return typeof body === 'object' && body !== null ? Object.values(body).flatMap(bodyTexts) : []
}

/** Refuses what is filled in nowhere: `taken` are the placeholders of a body, and a request names its conversation by one of `names`. */
function filling(taken: readonly string[], names: readonly string[] = []) {
  return ({ path, body }: HttpCall, context: { addIssue(message: string): void }) => {
    const used = bodyTexts(body).flatMap((text) => text.match(/\{[\p{L}_]\w*\}/gu) ?? [])
    const unknown = used.find((name) => !taken.includes(name))
    if (unknown !== undefined) context.addIssue(`its body takes ${taken.join(', ')}, and no ${unknown}`)
    if (names.length > 0 && !names.some((name) => path.includes(name) || used.includes(name)))
      context.addIssue(`it names no conversation: put ${names.join(' or ')} into its path or its body`)
  }
}

const call = {
  /** Path behind the address. `{id}` is the session and `{user}` its made-up user. */
  path: z
    .string()
    .regex(/^\//, 'expected a path that begins with /')
    .refine((path) => !/[{}]/.test(path.replace(/\{(?:id|user)\}/g, '')), 'a path takes {id} and {user} only'),
  method: z.enum(['POST', 'PUT', 'PATCH', 'DELETE']).default('POST'),
  /** JSON in whose texts `{text}`, `{user}`, `{id}` and `{instructions}` stand for their values. */
  body: z.record(z.string(), z.unknown()).optional(),
}

const state = {
  /** Where the reply says how often the conversation has been compacted. */
  compactions: pointer.optional(),
  /** Where it says how many tokens the model sees of the conversation. */
  contextTokens: pointer.optional(),
}

/** The reply of a session's beginning: where its id stands. Without it the made-up user is the id. */
const beginning = z.strictObject({ ...call, id: pointer.optional() })
/** What names a conversation. */
const NAMES = ['{id}', '{user}']

const fields = z.strictObject({
  /** Tokens from which the Responses API compacts a stored conversation by itself. OpenAI takes no fewer than 1000. */
  compactAt: z.number().int().min(1000).optional(),
  open: beginning.superRefine(filling([...NAMES, '{instructions}'])).optional(),
  send: z
    .strictObject({
      ...call,
      /** Where the answer stands. */
      text: pointer,
      ...state,
      /** Where its tokens stand, of prompt and answer. */
      promptTokens: pointer.optional(),
      completionTokens: pointer.optional(),
    })
    .superRefine(filling([...NAMES, '{text}', '{instructions}'], NAMES))
    .refine(({ body }) => bodyTexts(body).some((text) => text.includes('{text}')), 'its body has no {text}, where the new text goes')
    .optional(),
  // Its user is that of the new conversation.
  fork: beginning.superRefine(filling(NAMES, ['{id}'])).optional(),
  compact: z
    .strictObject({ ...call, ...state })
    .superRefine(filling(NAMES, NAMES))
    .optional(),
  close: z
    .strictObject({ ...call, method: call.method.default('DELETE') })
    .superRefine(filling(NAMES, NAMES))
    .optional(),
})

/** How an application keeps its conversation: by the Responses API (`compactAt`), or behind HTTP (`send`). */
export const sessionSettings = fields
  .refine(
    ({ compactAt, ...others }) => compactAt === undefined || Object.keys(others).length === 0,
    'compactAt is for the Responses API, and the others are for an application behind HTTP',
  )
  .refine(
    ({ compactAt, send }) => compactAt !== undefined || send !== undefined,
    'an application behind HTTP needs send, and one that the Responses API keeps needs compactAt',
  )

/** Settings of an application's conversation, validated. */
export type SessionSettings = z.output<typeof fields>

/** Those of an application behind HTTP. */
export type HttpSettings = SessionSettings & { readonly send: NonNullable<SessionSettings['send']> }

/** One request of an application behind HTTP. */
export type HttpCall = z.output<z.ZodObject<typeof call>>
