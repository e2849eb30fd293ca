import { isUnusableReply, Limiter } from '../../../kit.ts'

/** Questions that are under way at a time. */
const AT_A_TIME = 32

/** What came of asking each of several things once. */
export interface Replies<T> {
  /** By the prompt. */
  readonly replies: ReadonlyMap<string, T>
  /** Prompts that got no usable reply. */
  readonly unusable: number
}

/**
 * Asks each prompt once.
 *
 * @param prompts with what each is about.
 * @throws HoldfastError where the budget is spent or the endpoint fails.
 */
export async function askEach<About, T>(
  prompts: ReadonlyMap<string, About>,
  ask: (prompt: string, about: About) => Promise<T>,
): Promise<Replies<T>> {
  const replies = new Map<string, T>()
  const turns = new Limiter(AT_A_TIME)
  let unusable = 0
  const askOne = async (prompt: string, about: About) => {
    try {
      replies.set(prompt, await ask(prompt, about))
    } catch (error) {
      if (!isUnusableReply(error)) throw error
      unusable += 1
    }
  }
  await Promise.all([...prompts].map(([prompt, about]) => turns.run(() => askOne(prompt, about))))
  return { replies, unusable }
}
