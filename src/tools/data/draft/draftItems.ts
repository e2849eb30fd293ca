import { z } from 'zod'
import {
  type AskOptions,
  askJudge,
  type CallRole,
  type DraftDesk,
  type DraftRecipe,
  type DraftRole,
  type DraftSource,
  draftText,
  fencedTexts,
  findDoubts,
  HoldfastError,
  imitates,
  isUnusableReply,
  keyLike,
  Limiter,
  messageOf,
  type PaidCommand,
  type Parsed,
  type PlannedRoles,
  paidModel,
  plainMessages,
  random,
  replyJson,
  requestsFor,
} from '../../../kit.ts'

/** Drafts that are made at a time: a budget that ends leaves few of them half made. */
const AT_A_TIME = 8
/** Times a question is put before the draft is given up. */
const ASKS = 3
/** Characters of a token, roughly, in English. */
const CHARACTERS = 4

/** One thing to draft: a source, and which draft of it. */
export type DraftTask = Pick<DraftDesk, 'id' | 'source' | 'round'>

/** An item that fits the suite's schema, with what solver and judge found, or why no reply of theirs could be used. */
export type Draft = NonNullable<Awaited<ReturnType<typeof draftOne>>['draft']>

/** A draft of which nothing came, and why. */
type FailedDraft = Readonly<Record<'id' | 'reason', string>>

/** What a command drafted. */
export type DraftedItems = Awaited<ReturnType<typeof draftItems>>

/** The drafts to make: one of each source, then a second one of each, and so on. */
export function draftTasks(kind: string, sources: readonly DraftSource[], count: number): DraftTask[] {
  return Array.from({ length: count }, (_, index) => {
    const source = sources[index % sources.length] as DraftSource
    const round = Math.floor(index / sources.length) + 1
    return { id: `${kind.toLowerCase()}-${source.id}-${round}`, source, round }
  })
}

/**
 * What drafts take by role. Every call may be made three times, and every answer may be as long as its cap.
 *
 * @param pool instructions that are embedded; undefined where no neighbours are looked for.
 */
export function planDrafts({ calls }: DraftRecipe, tasks: readonly DraftTask[], pool: readonly string[] | undefined): PlannedRoles {
  const sourceTokens = tasks.reduce((sum, { source }) => sum + source.text.length / CHARACTERS, 0)
  const asked = Object.entries(calls).map(([role, { calls: each, promptTokens, completionTokens, cap }]) => {
    const count = each * tasks.length
    const prompts = Math.round(count * promptTokens + each * sourceTokens)
    const most = { calls: ASKS * count, promptTokens: ASKS * prompts + (ASKS - 1) * count * cap, completionTokens: ASKS * count * cap }
    return [role as CallRole, { calls: count, promptTokens: prompts, completionTokens: count * completionTokens, most }] as const
  })
  if (!pool) return Object.fromEntries(asked)
  const promptTokens = Math.round(pool.reduce((sum, text) => sum + text.length / CHARACTERS, 0) + sourceTokens)
  const embedder = { calls: requestsFor(pool.length) + tasks.length, promptTokens, completionTokens: 0 }
  return { ...Object.fromEntries(asked), embedder: { ...embedder, most: embedder } }
}

/** Has items written, checked by the suite's schema, solved without their keys and looked at for doubts. */
export async function draftItems(recipe: DraftRecipe, tasks: readonly DraftTask[], command: PaidCommand, nearest: DraftDesk['nearest']) {
  const turns = new Limiter(AT_A_TIME)
  let stopped: unknown
  const draft = async (task: DraftTask) => {
    if (stopped !== undefined) return undefined
    return draftOne(recipe, task, openDesk(command, { ...task, nearest })).catch((error: unknown) => {
      stopped ??= error
      return undefined
    })
  }
  const results = await Promise.all(tasks.map((task) => turns.run(() => draft(task))))
  const asked = new Set<string>()
  const drafts: Draft[] = []
  const broken: FailedDraft[] = []
  const repeated: FailedDraft[] = []
  for (const result of results) {
    if (result === undefined) continue
    if (result.draft === undefined) broken.push(result)
    else if (asked.has(result.asks)) repeated.push({ id: result.draft.id, reason: 'it asks what an earlier draft asks' })
    else {
      asked.add(result.asks)
      drafts.push(result.draft)
    }
  }
  // Broken are items that no usable reply gave, or that do not fit the suite's schema; repeated ask what an earlier draft asks.
  // `stopped` is why not all were made.
  return { drafts, broken, repeated, ...(stopped !== undefined && { stopped }) }
}

async function draftOne(recipe: DraftRecipe, { id, source }: DraftTask, desk: DraftDesk) {
  const written = await unlessBroken(async () => ({ item: await recipe.write(desk) }))
  if ('failed' in written) return { id, reason: written.failed }
  const { item } = written
  const isMisfit = (error: unknown) => error instanceof HoldfastError
  const checked = await unlessBroken(async () => recipe.check(item, `the draft ${id}`), isMisfit)
  if (typeof checked === 'object') return { id, reason: checked.failed }
  const [solved, doubts] = await Promise.all([
    unlessBroken(() => recipe.solve(item, desk)),
    unlessBroken(() => findDoubts(desk, recipe.doubtful(item, { source }))),
  ])
  return { asks: checked.trim().toLowerCase(), draft: { id, source, item, solved, doubts } }
}

/** What comes of the work, or why no reply could be used. */
async function unlessBroken<T>(
  work: () => Promise<T>,
  isBroken: (error: unknown) => boolean = isUnusableReply,
): Promise<T | { readonly failed: string }> {
  try {
    return await work()
  } catch (error) {
    if (!isBroken(error)) throw error
    // Their advice is for a run of a suite, or for a file.
    return { failed: messageOf(error).replace(/ (?:Look at it with npx holdfast show latest.*|Mend it and run again)\.$/, '') }
  }
}

/** How the roles are asked: the author varies what it writes; solver and judge are asked for what they hold most likely. */
export const DRAFT_CALLS = {
  author: { temperature: 1 },
  solver: { temperature: 0 },
  judge: { temperature: 0, json: true },
} as const

/** A desk at which one draft is made, with the models of a command. */
function openDesk(command: PaidCommand, place: DraftTask & Pick<DraftDesk, 'nearest'>): DraftDesk {
  const { id } = place
  const modelOf = (role: DraftRole) => paidModel(command, role, id)
  const ask = <Value>(
    { role, call, prompt, maxTokens }: Omit<Parameters<DraftDesk['text']>[0], 'simulated'>,
    options: Pick<AskOptions, 'json' | 'simulation'>,
    read: (content: string) => Parsed<Value>,
  ) =>
    askJudge(modelOf(role), {
      ...{ prompt, call, verb: VERBS[role] },
      options: { maxTokens, temperature: DRAFT_CALLS[role].temperature, ...options },
      parse: ({ content, refused }) => (refused ? { unusable: 'it is a refusal' } : read(content)),
    })
  return {
    ...place,
    draw: random('draft', id),
    judge: modelOf('judge'),
    form: ({ form, simulated, ...asked }) => {
      const reply = (flipped: Parameters<typeof simulated>[0]) => JSON.stringify(simulated(flipped))
      const simulation = { reference: reply(() => false), verdict: reply }
      const { role, prompt } = asked
      const messages = plainMessages(typeof prompt === 'string' ? [{ role: 'user', content: prompt }] : prompt)
      const shown = messages.flatMap(({ content }) => [...fencedTexts(content, '[\\w-]+')].map(({ text }) => text))
      const keys = form instanceof z.ZodObject ? Object.keys(form.shape) : []
      // A judge may quote what it judges.
      const isQuoted = role === 'judge' && keys.length > 0 && imitates(keyLike(...keys), shown)
      return ask(asked, { json: true, simulation }, (content) => replyJson(content, form, isQuoted))
    },
    text: ({ simulated, ...asked }) =>
      ask(asked, { simulation: { reference: simulated, verdict: () => simulated } }, (content) => {
        const read = draftText.safeParse(content)
        return read.success ? { value: read.data } : { unusable: read.error.issues[0]?.message ?? 'it does not fit' }
      }),
  }
}

const VERBS: Readonly<Record<DraftRole, string>> = { author: 'draft', solver: 'solve', judge: 'judge' }
