import { expect } from 'vitest'
import type { AskOptions, Model } from '../src/models/model.ts'
import { contentText, type Message } from '../src/models/transport.ts'
import { newScope, runInScope, type TestScope } from '../src/running/worker/itemScope.ts'

/** What a judge was asked. */
export interface Asked {
  readonly messages: readonly Message[]
  /** The texts of the messages. */
  readonly prompt: string
  readonly options: AskOptions
}

/** Runs a body in the scope of a test whose judge gives these replies in turn; returns what it was asked. */
export async function withJudge(
  replies: readonly string[],
  body: () => Promise<void>,
  { votes = 1, scored = false, controlled = false } = {},
): Promise<{ asked: Asked[]; scope: TestScope }> {
  const asked: Asked[] = []
  const ask: Model['ask'] = async (prompt, options = {}) => {
    if (!Array.isArray(prompt)) return expect.unreachable('a judge is sent messages')
    const messages: readonly Message[] = prompt
    asked.push({ messages, prompt: messages.map(({ content }) => contentText(content)).join('\n'), options })
    return { content: replies[asked.length - 1] ?? expect.unreachable('asked too often') }
  }
  const judge = () => ({ name: 'stub:judge', simulated: false, ask })
  const scope = newScope(scored, { judge, votes, controlled: controlled ? 'all' : undefined })
  await runInScope(scope, body)
  return { asked, scope }
}
