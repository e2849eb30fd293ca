import type { PaidCommand, PlainMessage, PlannedRoles, Served } from '../../../kit.ts'

/** A question to ask. */
export interface CanaryQuestion {
  readonly item: string
  readonly messages: readonly PlainMessage[]
  /** What a simulated model answers. */
  readonly reference: string
}

/** What was answered, in the order of the questions. */
export interface CanaryReplies {
  /** By question, its answers. */
  readonly answers: readonly (readonly string[])[]
  readonly served: readonly string[]
  readonly fingerprints: readonly string[]
  readonly calls: number
}

/** What stands for an answer that the provider refused to give. */
const REFUSED = '[refused]'

/** Characters of a token, roughly, in English. */
const CHARACTERS = 4

/** What asking takes where answers are as long as the known ones; reasoning comes on top. */
export function planCanaries(questions: readonly CanaryQuestion[], times: number): PlannedRoles {
  const tokens = (characters: number) => Math.ceil((times * characters) / CHARACTERS)
  const volume = {
    calls: questions.length * times,
    promptTokens: tokens(questions.flatMap(({ messages }) => messages).reduce((sum, { content }) => sum + content.length, 0)),
    completionTokens: tokens(questions.reduce((sum, { reference }) => sum + reference.length, 0)),
  }
  return { candidate: { ...volume, most: volume } }
}

/** Asks each question some times, each time anew. */
export async function askCanaries(command: PaidCommand, questions: readonly CanaryQuestion[], times: number): Promise<CanaryReplies> {
  const told: Served[] = []
  const answers = await Promise.all(
    questions.map(({ item, messages, reference }) =>
      Promise.all(
        Array.from({ length: times }, async (_, time) => {
          const { content, served, refused } = await command.ask({
            role: 'candidate',
            item,
            call: `time-${time}`,
            prompt: messages,
            reference,
          })
          if (served) told.push(served)
          // A refusal is an answer too: another model refuses other questions.
          return refused ? REFUSED : content
        }),
      ),
    ),
  )
  const names = (list: readonly (string | undefined)[]) => [...new Set(list.flatMap((name) => name ?? []))].sort()
  return {
    answers,
    served: names(told.map(({ model }) => model)),
    fingerprints: names(told.map(({ fingerprint }) => fingerprint)),
    calls: questions.length * times,
  }
}
