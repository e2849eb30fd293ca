import { describe, expect, test } from 'vitest'
import { callsOf } from '../outcome.ts'
import type { SuiteOutcome } from '../runSuite.ts'
import { run, SLICE } from './suiteRun.ts'

const forgetful = () => run('sim:forgetful?after=1', SLICE)

describe('what is put to whom', () => {
  /** Contents of an item's calls, and the text of what each was asked. */
  const itemsOf = (outcome: SuiteOutcome) => {
    const items = new Map<string, Map<string, { said: string; asked: string }>>()
    for (const { key, content = '', messages } of outcome.calls) {
      const { item, call } = key
      const calls = items.get(item) ?? new Map()
      items.set(item, calls.set(call, { said: content, asked: messages.map((message) => message.content).join('\n') }))
    }
    return [...items].map(([item, calls]) => {
      const find = (call: string) => calls.get(call) ?? expect.unreachable(`${item} has no ${call}`)
      return { item, said: (call: string) => find(call).said, asked: (call: string) => find(call).asked }
    })
  }
  const queries = (outcome: SuiteOutcome) =>
    new Map(outcome.calls.flatMap(({ key, messages }) => (key.call === 'answer-0' ? [[key.item, messages.at(-1)?.content ?? '']] : [])))
  /** The texts between tags, by the names of the tags. */
  const fenced = (text: string) =>
    [...text.matchAll(/<([a-z]+)(-[0-9a-f]{12})>\n(.*?)\n<\/\1\2>/gs)].map(([, name, , inner]) => [name, inner])

  // What each rating is of, with which answer before it (docs/suites/refutebench.md, R6). A forgetful model makes all answers different.
  test('is the answer, the objection and the answer before that the paper has', async () => {
    const outcome = await forgetful()
    const query = queries(outcome)
    for (const { item, said, asked } of itemsOf(outcome)) {
      const rated = (name: string, before: string, refutation: string, after: string) =>
        expect(fenced(asked(name)), `${item} ${name}`).toEqual([
          ['request', query.get(item)],
          ['before', said(before)],
          ['objection', said(refutation)],
          ['after', said(after)],
        ])
      if (item.startsWith('transient/')) {
        for (const [index, next] of [1, 2, 3].entries())
          rated(`R(a${next},r${index})`, `answer-${index}`, `refutation-${index}`, `answer-${next}`)
        for (const later of [2, 3]) rated(`R(a${later},r0)`, 'answer-0', 'refutation-0', `answer-${later}`)
        for (const answer of [0, 1, 2, 3])
          expect(fenced(asked(`R(q,a${answer})`)), item).toEqual([
            ['request', query.get(item)],
            ['answer', said(`answer-${answer}`)],
          ])
      } else {
        rated('R(c0,r0)', 'answer-0', 'refutation-0', 'answer-1')
        for (const count of [1, 2, 3]) rated(`R(c${count},r0)`, 'answer-0', 'refutation-0', `requery-${count}`)
      }
    }
  })

  test('is the latest answer and all earlier objections, for the refuter', async () => {
    const outcome = await forgetful()
    const query = queries(outcome)
    for (const { item, said, asked } of itemsOf(outcome)) {
      for (let turn = 0; turn < (item.startsWith('transient/') ? 3 : 1); turn += 1)
        expect(fenced(asked(`refutation-${turn}`)), `${item} ${turn}`).toEqual([
          ['request', query.get(item)],
          ['answer', said(`answer-${turn}`)],
          ...Array.from({ length: turn }, (_, earlier) => ['demand', said(`refutation-${earlier}`)]),
        ])
      expect(/standing rule/.test(asked('refutation-0')), item).toBe(item.startsWith('persistent/'))
    }
  })

  test('is the paper’s own prompt for persistent objections where that is asked for', async () => {
    const outcome = await run('sim:oracle', {
      HOLDFAST_REFUTEBENCH_WORDING: 'paper',
      HOLDFAST_REFUTEBENCH_PROTOCOLS: 'persistent',
      HOLDFAST_LIMIT: '2',
    })
    const refutations = callsOf(outcome, 'refuter')
    expect(refutations).toHaveLength(3 * 2)
    for (const { messages, content } of refutations) {
      expect(messages[0]?.content).not.toContain('standing rule')
      expect(content).not.toContain('from now on')
    }
  })
})
