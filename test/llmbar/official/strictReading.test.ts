import { describe, expect, test } from 'vitest'
import { parseVerdict, readVerdict } from '../../../src/judging/pairwise/parseVerdict.ts'
import { once } from '../../outcome.ts'
import { hasShared } from '../../shared.ts'
import { recordedReplies } from '../recorded.ts'

/** The outputs that a reply claims by its official rule, and by the sentence that every judge with reasons is asked for. */
function claimed(text: string, rule: string): Set<string | undefined> {
  const claims = [
    ...text.matchAll(/Output \(([ab])\) is better/g),
    ...(rule === 'line' ? text.matchAll(/(?:^|\n) ?Output \(([ab])\)/g) : []),
  ]
  return new Set(claims.map(([, label]) => label))
}

/** How many verdicts of each model are null officially, and how many of these a person can read. Counted by a script in Python, and read. */
const NULLS = { 'GPT-4': [25, 0], ChatGPT: [44, 1], PaLM2: [200, 0] } as const

describe.skipIf(!hasShared).each(Object.keys(NULLS) as (keyof typeof NULLS)[])(
  'the recorded replies of %s (skipped without the shared folder)',
  (evaluator) => {
    const replies = once(async () =>
      recordedReplies(evaluator).map(({ rule, text }) => ({
        text,
        claims: claimed(text, rule),
        official: parseVerdict(text, rule),
        strict: readVerdict(text, 'any'),
      })),
    )

    test('are never read against an official reading that is clear; where it is not taken, the reply finds neither better', async () => {
      const clear = (await replies()).filter(({ claims, official }) => claims.size === 1 && official !== null)
      expect(clear.length).toBeGreaterThan(12_000)
      const others = clear.filter(({ official, strict }) => strict !== official)
      expect(others.filter(({ strict }) => strict !== null)).toEqual([])
      for (const { text } of others) expect(text).toContain('neither Output (a) nor Output (b) is better')
    })

    test('that end with the sentence asked for are read as it says', async () => {
      for (const { text, strict } of await replies()) {
        const [, concluded] = /(?:^|[.,!?]\s+)(?:Therefore, )?Output \(([ab])\) is better\.$/.exec(text) ?? []
        if (concluded) expect(strict, text).toBe(concluded)
      }
    })

    test('are null officially, and one of them breaks off only after its verdict', async () => {
      const nulls = (await replies()).filter(({ official }) => official === null)
      expect([nulls.length, nulls.filter(({ strict }) => strict !== null).length]).toEqual(NULLS[evaluator])
    })
  },
)
