import { expect, test } from 'vitest'
import { modelEntry } from '../core/format/modelEntry.ts'
import type { PlanEstimate } from '../deciding/estimate.ts'
import { decisionLines } from './planLines.ts'

const direct = { expected: 0.2, range90: [0.1, 0.4] as const, waves: 0 }
const batch = { expected: 0.08, range90: [0.05, 0.156] as const, waves: 2 }
const NONE = { calls: 1, promptTokens: 1, completionTokens: 1, usd: undefined }
const ESTIMATE: PlanEstimate = { roles: { candidate: { ...NONE, calls: 200, most: NONE } }, usd: undefined, unpriced: ['candidate'] }
const roles = (batch?: true) => ({
  roles: { candidate: modelEntry.parse({ uri: 'openai:acme', ...(batch && { batch }) }) },
  estimate: ESTIMATE,
  names: { candidate: 'openai:acme' },
  variables: {},
})
const said = (...args: Parameters<typeof decisionLines>) =>
  decisionLines(...args)
    .join(' ')
    .replaceAll(/\s+/g, ' ')

test('both ways are told with their range, and the cheaper one is a line to copy', () => {
  const text = said('demo', { direct, batch }, roles(true))
  expect(text).toContain('direct: 20 % of the price of a whole direct run (that of some 40 of 200 calls), 10 to 40 % in 9 of 10 runs')
  expect(text).toContain(
    'by batch: 8 % of the price of a whole direct run (that of some 16 of 200 calls), 5 to 16 % in 9 of 10 runs, with 2 waves as a rule',
  )
  expect(text).toMatch(/HOLDFAST_DECIDE=early npx vitest run demo\.eval$/)
})

test('an endpoint that is not known to have a Batch API is not sent batches, but where its entry says so', () => {
  const at = (more: object) => ({
    ...roles(),
    roles: { candidate: modelEntry.parse({ uri: 'openai:acme@http://127.0.0.1:8000/v1', ...more }) },
  })
  const text = said('demo', { direct, batch }, at({}))
  expect(text).toContain('by batch, where the endpoint has a Batch API: 8 % of')
  expect(text).toContain(
    "cheapest by direct calls: no Batch API is known at the endpoint. If it has one, write batch: true in the model's entry. By this line: HOLDFAST_DECIDE=early",
  )
  expect(said('demo', { direct: batch, batch: direct }, at({}))).toContain('cheapest by direct calls, by this line: HOLDFAST_DECIDE=early')
  const application = { ...roles(), roles: { candidate: modelEntry.parse({ uri: 'module:./app.ts' }) } }
  expect(said('demo', { direct, batch }, application)).toContain('cheapest by direct calls, by this line: HOLDFAST_DECIDE=early')
  expect(said('demo', { direct, batch }, at({ batch: true }))).toContain('cheapest by batch, by this line: HOLDFAST_DECIDE=early')
})

test.each([
  ['by batch', { direct, batch }, roles(), `HOLDFAST_MODELS='{"openai:acme":{"uri":"openai:acme","batch":true}}' HOLDFAST_DECIDE=early`],
  [
    'by direct calls',
    { direct: batch, batch: direct },
    roles(true),
    `HOLDFAST_MODELS='{"openai:acme":{"uri":"openai:acme","batch":false}}' HOLDFAST_DECIDE=early`,
  ],
  ['by batch', { direct, batch }, roles(true), 'cheapest by batch, by this line: HOLDFAST_DECIDE=early'],
] as const)('the line to copy goes %s where that is cheaper', (way, decision, config, line) => {
  const text = said('demo', decision, config)
  expect(text).toContain(`cheapest ${way}, by this line:`)
  expect(text).toContain(line)
})

test('the line keeps what HOLDFAST_MODELS has, names configured models by their names, and lets applications be', () => {
  const config = {
    roles: {
      candidate: modelEntry.parse({ uri: 'module:./app.ts' }),
      judge: modelEntry.parse({ uri: 'openai:acme' }),
      refuter: modelEntry.parse({ uri: 'openai:acme' }),
    },
    estimate: {
      ...ESTIMATE,
      roles: { candidate: { ...NONE, most: NONE }, judge: { ...NONE, most: NONE }, refuter: { ...NONE, most: NONE } },
    },
    names: { candidate: 'app', judge: 'big' },
    variables: { HOLDFAST_MODELS: '{"big":{"temperature":0},"app":{"seed":1}}' },
  }
  expect(said('demo', { direct, batch }, config)).toContain(
    `HOLDFAST_MODELS='{"big":{"temperature":0,"batch":true},"app":{"seed":1}}' HOLDFAST_DECIDE=early`,
  )
})

test.each([
  ['panel:openai:a;big;sim:judge', '{"openai:a":{"uri":"openai:a","batch":true},"big":{"batch":true}}'],
  // What its members are called there is in the configuration: as a rule by their addresses.
  ['jury', '{"openai:a":{"uri":"openai:a","batch":true},"openai:acme":{"uri":"openai:acme","batch":true}}'],
])('the models of the panel %s go by batch each', (judge, models) => {
  const uris = ['openai:a', 'openai:acme', 'sim:judge']
  const panel = { ...modelEntry.parse({ uri: `panel:${uris.join(';')}` }), members: uris.map((uri) => modelEntry.parse({ uri })) }
  const estimate = { ...ESTIMATE, roles: { judge: { ...NONE, most: NONE } } }
  const text = said('demo', { direct, batch }, { roles: { judge: panel }, estimate, names: { judge }, variables: {} })
  expect(text).toContain(`cheapest by batch, by this line: HOLDFAST_MODELS='${models}' HOLDFAST_DECIDE=early`)
})

test('dollars are told where every price is known: of a whole run by direct calls, as a rule', () => {
  const costs = (usd: [number, number] | undefined) => ({ ...NONE, most: NONE, usd })
  const entry = modelEntry.parse({ uri: 'openai:acme', batch: true })
  // By batch at half of the price $3 are $6 of direct calls, and the judge's $4 are direct: $10.
  const config = { ...roles(true), roles: { candidate: { ...entry, priceShare: 0.5 }, judge: modelEntry.parse({ uri: 'openai:j' }) } }
  const estimate = { roles: { candidate: costs([3, 9]), judge: costs([4, 4]) }, usd: [7, 13] as const, unpriced: [] }
  const text = said('demo', { direct, batch }, { ...config, estimate })
  expect(text).toContain('20 % of the price of a whole direct run ($2.00), 10 to 40 % ($1.00 to $4.00) in 9 of 10 runs')
  expect(text).toContain('8 % of the price of a whole direct run ($0.80)')
  expect(said('demo', { direct, batch }, { ...config, estimate: { ...estimate, unpriced: ['judge'] } })).not.toContain('$')
})

test('the line to copy has what variables and options gave, whole on one line', () => {
  const gates = JSON.stringify({ demo: Object.fromEntries(['one', 'two', 'three', 'four'].map((key) => [key, { min: 0.7 }])) })
  const variables = { HOLDFAST_MODEL: 'openai:a b', HOLDFAST_DECIDE: 'never', HOLDFAST_GATES: gates }
  expect(decisionLines('demo', { direct, batch }, { ...roles(true), variables }).at(-1)).toBe(
    `HOLDFAST_MODEL='openai:a b' HOLDFAST_DECIDE=early HOLDFAST_GATES='${gates}' npx vitest run demo.eval`,
  )
})

test('nothing is said where it is not asked, and why where nothing tells', () => {
  expect(decisionLines('demo', undefined, roles())).toEqual([])
  expect(said('demo', { why: 'no run tells' }, roles())).toContain('not told: no run tells')
})
