import { createServer } from 'node:http'
import { describe, expect, test } from 'vitest'
import { registerMatchers } from '../../matchers/index.ts'
import type { HoldfastOptions } from '../../src/core/config/schema.ts'
import { RECALL } from '../../suites/retention/converse.ts'
import { type Plant, readPlants, simulatedAnswer, simulatedRecall, withValue } from '../../suites/retention/plants.ts'
import { retentionSuite } from '../../suites/retention/suite.ts'
import { listen } from '../listen.ts'
import { runSuite } from '../runSuite.ts'

registerMatchers()

// Two services that keep a conversation as texts, and a model behind them that knows what stands in these texts and nothing else. What a
// fault of their memory does to the figures is known from what the fault is: no figure of `sim:compacting` is taken for it.

/** What a compaction keeps of the texts. */
const FAULTS = {
  all: (said: readonly string[]) => [...said],
  none: () => [],
  /** Corrections and withdrawals are lost. */
  stale: (said: readonly string[]) => said.filter((text) => !readPlants().some(({ change }) => change === text)),
} as const
type Fault = keyof typeof FAULTS

/** The choice that the model makes where it is asked for one. */
const choiceOf = ({ check }: Plant) => ('choices' in check ? check.choices[0] : undefined)

function knownOf(plant: Plant, said: readonly string[]) {
  const restated = plant.restated === undefined ? undefined : withValue(plant.restated, choiceOf(plant))
  const says = (part: string | undefined) => part !== undefined && said.some((text) => text.includes(part))
  if (says(plant.change) || (plant.change !== undefined && says(restated))) return 'changed' as const
  return says(plant.give) || says(restated) ? ('given' as const) : undefined
}

/** The answer to the last text by all that are known. */
function answerTo(said: readonly string[]): string {
  const question = said.at(-1) ?? ''
  if (/Which codes/.test(question))
    return (
      said
        .join(' ')
        .match(/hf-[0-9a-f]{8}/g)
        ?.join(' ') ?? 'none'
    )
  if (question === RECALL)
    return readPlants()
      .flatMap((plant) => {
        const as = knownOf(plant, said)
        return as ? simulatedRecall(plant, as, choiceOf(plant)) : []
      })
      .join('\n')
  for (const plant of readPlants()) {
    const [as, value] = [knownOf(plant, said), choiceOf(plant)]
    if (question === plant.give) return value ?? 'Noted.'
    if (question === plant.use && as) return withValue(plant.used, value)
    // Both variants of a kind may ask the same, and one of them is in the conversation.
    if (question.endsWith(plant.probe) && (as || !readPlants().some((own) => own.probe === plant.probe && knownOf(own, said))))
      return withValue(simulatedAnswer(plant, { as, obeys: true }), value)
  }
  return 'Noted.'
}

/** A service with paths of its own, and how it is spoken to. */
async function shop(fault: Fault): Promise<HoldfastOptions['models']> {
  const threads = new Map<string, string[]>()
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    const [, id = '', what] = (request.url ?? '').split('/')
    const said = threads.get(id) ?? []
    const tokens = () => Math.ceil((threads.get(id) ?? []).join(' ').length / 4)
    const reply = (value: object) => response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value))
    if (what === 'say') {
      said.push((JSON.parse(text) as { text: string }).text)
      return reply({ reply: answerTo(said), tokens: tokens() })
    }
    if (what === 'compact') {
      // What is no wish goes in any case: it is most of the conversation.
      threads.set(id, FAULTS[fault](said.filter((own) => own.length < 400)))
      return reply({ tokens: tokens() })
    }
    const next = `t${threads.size}`
    threads.set(next, what === 'copy' ? [...said] : [])
    return reply({ id: next })
  })
  const session = {
    open: { path: '/threads', id: '/id' },
    send: { path: '/{id}/say', body: { text: '{text}', system: '{instructions}' }, text: '/reply', contextTokens: '/tokens' },
    fork: { path: '/{id}/copy', id: '/id' },
    compact: { path: '/{id}/compact', contextTokens: '/tokens' },
  }
  return { app: { uri: await listen(server), session } }
}

/** The Responses API as far as it keeps conversations, and compacts them by itself. */
async function api(fault: Fault): Promise<HoldfastOptions['models']> {
  const stored = new Map<string, readonly string[]>()
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    const reply = (value: object) => response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value))
    if (request.method !== 'POST') return reply({ data: [] })
    type Sent = { input: { content: string }[]; previous_response_id?: string; context_management?: { compact_threshold: number }[] }
    const { input, previous_response_id: previous = '', context_management: [compaction] = [] } = JSON.parse(text) as Sent
    const before = stored.get(previous) ?? []
    const isFull = before.join('').length / 4 > (compaction?.compact_threshold ?? Number.POSITIVE_INFINITY)
    const kept = isFull ? FAULTS[fault](before.filter((own) => own.length < 400)) : before
    const said = [...kept, ...input.map(({ content }) => content)]
    const id = `resp_${stored.size + 1}`
    stored.set(id, said)
    const content = [{ type: 'output_text', text: answerTo(said) }]
    const output = [...(isFull ? [{ type: 'compaction', encrypted_content: 'x' }] : []), { type: 'message', content }]
    const usage = { input_tokens: Math.ceil(said.join('').length / 4), output_tokens: 9 }
    reply({ id, status: 'completed', model: 'm', previous_response_id: previous || null, output, usage })
  })
  return { app: { uri: `openai:m@${await listen(server)}/v1`, api: 'responses', session: { compactAt: 1000 } } }
}

describe.each([
  ['behind HTTP, asked to compact', shop, 0],
  ['kept by the Responses API, which compacts by itself', api, undefined],
] as const)('the figures of a conversation %s, are those of the fault of its memory', (_, start, lost) => {
  test.each<[Fault, Readonly<Record<string, number | undefined>>]>([
    ['all', { retention: 1, retained: 1, forgotten: 0, over_compliance: 0, lost_by_compaction: lost }],
    ['none', { retention: 0, retained: 0, forgotten: 1, over_compliance: 0, lost_by_compaction: lost === undefined ? undefined : 1 }],
    ['stale', { retention: 0, over_compliance: 1 }],
  ])('%s', async (fault, figures) => {
    const models = await start(fault)
    const outcome = await runSuite(retentionSuite, { models, model: 'app', limit: 4, suites: { retention: { lengths: '2k' } } })
    expect(outcome.records.filter(({ status }) => status === 'error' || status === 'unscored')).toEqual([])
    const all = { reached: 1, measurable: 1, inferred: 0, unread: 0, known_and_broken: 0, ...figures }
    for (const [key, value] of Object.entries(all)) {
      if (value === undefined) expect(outcome.plain, key).not.toHaveProperty(key)
      else expect(outcome.plain?.[key]?.value, key).toBeCloseTo(value, 12)
    }
  })
})
