import { describe, expect, test } from 'vitest'
import type { HoldfastOptions } from '../src/core/config/schema.ts'
import type { ItemRecord } from '../src/core/format/records.ts'
import type { Suite } from '../src/running/worker/suite.ts'
import { once } from './outcome.ts'
import { runSuite } from './runSuite.ts'
import { type Thinking, thinkingServer } from './thinkingServer.ts'

/** One item a task, of the suites of few tasks two. */
const environment = ({ name }: Suite): Record<string, string> => ({
  HOLDFAST_LIMIT: ['fb-bench', 'lifbench', 'refutebench'].includes(name) ? '1' : '2',
  ...(name === 'lifbench' && { HOLDFAST_LIFBENCH_LENGTHS: '4k' }),
})
const LONG = 3000

/** Roles that are the model under test: the judge where no candidate is called. */
const measured = ({ roles }: Suite) => (roles.includes('candidate') ? 'candidate' : 'judge')

/** What statistics say of a suite, without what every suite has. */
const values = (metrics: Readonly<Record<string, { readonly value: number }>>) =>
  Object.fromEntries(Object.entries(metrics).flatMap(([key, { value }]) => (Number.isFinite(value) ? [[key, value]] : [])))

/** Tests of a suite whose models think before they answer: every role, all of the answers, none of them, half. */
export function testThinkingModels(suite: Suite): void {
  describe(`${suite.name} with models that think`, () => {
    const oracle = once(() => runSuite(suite, {}, environment(suite)))

    async function run(thinking: Thinking, entry: object = {}, roles: readonly string[] = suite.roles) {
      const { calls } = await oracle()
      const server = await thinkingServer(calls, thinking)
      const models = { thinker: { uri: server.uri, ...entry } }
      const named = Object.fromEntries(
        suite.roles.map((role) => [
          role === 'candidate' ? 'HOLDFAST_MODEL' : `HOLDFAST_${role.toUpperCase()}`,
          roles.includes(role) ? 'thinker' : 'sim:judge',
        ]),
      )
      return {
        ...(await runSuite(suite, { models, controls: 0 } as HoldfastOptions, { ...environment(suite), ...named })),
        asked: server.asked,
      }
    }

    test.each(['reasoning_content', 'think tag', ...(suite.name === 'lifbench' ? (['reasoning', 'hidden'] as const) : [])] as const)(
      'a model that thinks long before every answer has the figures of its answers (%s)',
      async (sent) => {
        const { concluded, asked } = await run({ tokens: LONG, sent })
        const expected = (await oracle()).concluded
        expect(values(concluded.document.suites[suite.name]?.metrics ?? {})).toEqual(
          values(expected.document.suites[suite.name]?.metrics ?? {}),
        )
        expect(concluded.document.exitCode).toBe(0)
        expect(concluded.document.usage[measured(suite)]?.cut).toBeUndefined()
        // Thoughts are in no history and in no prompt of a judge.
        expect(asked.filter(({ messages }) => JSON.stringify(messages).includes('Let me think about it'))).toEqual([])
      },
    )

    test('cut off while it thinks, every item is unscored, and the reason names the setting', async () => {
      const { records, concluded } = await run({ tokens: LONG }, { reasoningTokens: 0, maxTokens: 200 }, [measured(suite)])
      expect(new Set(records.map(({ status }) => status))).toEqual(new Set(['unscored']))
      for (const { reason } of records) expect(reason).toMatch(/no text, all of it thoughts.*reasoningTokens/)
      expect(concluded.document.exitCode).toBe(1)
      expect(concluded.document.suites[suite.name]?.metrics.cut_rate?.value).toBe(1)
    })

    test('cut off in half of the items, the figures are those of the other half', async () => {
      const { calls, records: known } = await oracle()
      const cut = new Set(known.map(({ item }) => item).filter((_, index) => index % 2 === 0))
      const prompts = new Set(
        calls.filter(({ key }) => key.role === measured(suite) && cut.has(key.item)).map(({ messages }) => JSON.stringify(messages)),
      )
      const tooLong = (prompt: string) => prompts.has(prompt)
      const { records, concluded } = await run({ tokens: 10, tooLong }, { reasoningTokens: 1000 }, [measured(suite)])
      const expected = known.map((record): ItemRecord => (cut.has(record.item) ? { ...record, status: 'unscored', scores: {} } : record))
      const stateOf = (all: readonly ItemRecord[]) => Object.fromEntries(all.map(({ item, status }) => [item, status]))
      expect(stateOf(records)).toEqual(stateOf(expected))
      const metrics = concluded.document.suites[suite.name]?.metrics ?? {}
      expect(values(metrics)).toMatchObject(values((await suite.rules()).summarize(expected)))
      expect(metrics.cut_rate?.value).toBeCloseTo(cut.size / records.length, 12)
      expect(concluded.document.usage[measured(suite)]?.cut).toBeGreaterThanOrEqual(cut.size)
    })
  })
}
