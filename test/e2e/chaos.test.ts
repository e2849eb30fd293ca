import { appendFileSync, cpSync, existsSync, readFileSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { hashFraction, random } from '../../src/core/base/random.ts'
import { runFolder } from '../../src/core/format/runFolder.ts'
import { rounds } from '../shared.ts'
import { type ChatRequest, politely, type Reply, startEndpoint } from './endpoint.ts'
import { once, readCalls, readScores, temporaryFolder, unwrapped, type VitestRun } from './fixtureRun.ts'
import { CONCURRENCY, lastLines, newPlace, outcomes, resumeParcels, runParcels } from './parcelRun.ts'
import { outcomesHere, type ParcelOutcome, parcelsHere } from './parcelsHere.ts'

/** Sixty items of two calls each. */
const QUESTIONS = 120
const ROUNDS = rounds(2, 50)

/** A run that nothing disturbs. */
const undisturbed = once(async () => {
  const endpoint = await startEndpoint()
  const place = newPlace()
  const run = await runParcels(endpoint, place)
  expect(run.code, run.text).toBe(0)
  // What is asked of it afterwards is asked of a copy.
  const calm = { ...run, folder: runFolder(join(place.root, 'calm')) }
  cpSync(place.out, calm.folder.path, { recursive: true })
  endpoint.forget()
  return { endpoint, place, calm }
})
const calm = async () => (await undisturbed()).calm

/** The run has ended as the calm one did: the same items, scores, usage and last lines. */
async function expectAsCalm(run: VitestRun): Promise<void> {
  const undisturbed = await calm()
  expect(run.code, run.text).toBe(0)
  expect(outcomes(run)).toEqual(outcomes(undisturbed))
  expect(readScores(run).suites).toEqual(readScores(undisturbed).suites)
  expect(readScores(run).usage).toEqual(readScores(undisturbed).usage)
  expect(lastLines(run)).toBe(lastLines(undisturbed))
}

/** The same of a run within this process. */
async function expectAsCalmHere(run: ParcelOutcome): Promise<void> {
  const undisturbed = await calm()
  expect(run.concluded.reasons).toEqual([])
  expect(outcomesHere(run)).toEqual(outcomes(undisturbed))
  expect(run.scores.suites).toEqual(readScores(undisturbed).suites)
  // How many answers timed out, and were asked anew, is told besides.
  const usage = Object.entries(run.scores.usage).map(([role, { timedOut: _timedOut, ...own }]) => [role, own])
  expect(Object.fromEntries(usage)).toEqual(readScores(undisturbed).usage)
}

/** How often each question was asked beyond the first time. */
function repeats(asked: readonly ChatRequest[]): number {
  return asked.length - new Set(asked.map(({ question }) => question)).size
}

/** The journal's answered questions, each once. */
function journaled(run: VitestRun): string[] {
  const answered = readCalls(run).filter(({ error }) => error === undefined)
  return answered.map(({ item, call }) => `${item} ${call}`).sort()
}

test('the undisturbed run has items that pass and items that fail', async () => {
  const { suites, usage } = readScores(await calm())
  expect(suites.parcels?.items).toBe(60)
  expect(suites.parcels?.passed).toBeGreaterThan(10)
  expect(suites.parcels?.failed).toBeGreaterThan(10)
  expect(usage.candidate?.calls).toBe(QUESTIONS)
})

describe.concurrent('a run killed at any instant and resumed', () => {
  test.for(ROUNDS)('round %i', async (round, { annotate }) => {
    const draw = random('chaos', round)
    const endpoint = await startEndpoint()
    const place = newPlace()
    let kills = 0
    let run: VitestRun | undefined
    // Up to two kills: at the start-up, after any number of questions, or in the report after the last one.
    for (const most of draw.pick([[QUESTIONS], [QUESTIONS], [QUESTIONS, QUESTIONS]])) {
      const left = QUESTIONS - new Set(endpoint.answered.map(({ question }) => question)).size
      const after = endpoint.asked.length + draw.int(0, Math.min(left, most))
      const pause = draw.int(0, 60)
      let pulled = false
      run = await (existsSync(join(place.out, 'run.json')) ? resumeParcels : runParcels)(endpoint, place, {}, (kill) => {
        const pull = () => {
          if (pulled) return
          pulled = true
          setTimeout(kill, pause)
        }
        endpoint.onQuestion = (count) => {
          if (count >= after) pull()
        }
        // Nothing is left to be asked, or nothing yet: some time in the life of the process.
        if (after === endpoint.asked.length) setTimeout(pull, draw.int(500, 6000))
      })
      endpoint.onQuestion = () => undefined
      if (run.code === null) kills += 1
    }
    if (run?.code === null) run = await (existsSync(join(place.out, 'run.json')) ? resumeParcels : runParcels)(endpoint, place)
    if (!run) expect.unreachable('nothing ran')
    await annotate(`${kills} kills, ${repeats(endpoint.asked)} of ${QUESTIONS} questions asked again`)
    expect(repeats(endpoint.asked)).toBeLessThanOrEqual(kills * CONCURRENCY)
    await expectAsCalm(run)
  })

  test('asks nothing when all was answered, and what a last line held that was cut off', async () => {
    const { endpoint, place } = await undisturbed()
    const again = await resumeParcels(endpoint, place)
    expect(endpoint.asked).toEqual([])
    expect(endpoint.probes).toBe(1)
    await expectAsCalm(again)

    const { folder } = again
    const lost = readFileSync(folder.calls, 'utf8').trimEnd().split('\n').at(-1) ?? ''
    truncateSync(folder.calls, readFileSync(folder.calls).length - 7)
    appendFileSync(folder.items, '{"suite":"parcels","item":"p-0')
    const run = await resumeParcels(endpoint, place)
    expect(unwrapped(run.stderr)).toContain(
      `Repaired ${folder.calls}: its last line was cut off after ${Buffer.byteLength(lost) - 6} bytes, and is left out.`,
    )
    expect(unwrapped(run.stderr)).toContain(`Repaired ${folder.items}: its last line was cut off after 30 bytes, and is left out.`)
    const { item, call } = JSON.parse(lost) as { item: string; call: string }
    expect(endpoint.asked.map(({ question }) => question)).toEqual([`${item} ${call}`])
    await expectAsCalm(run)
  })
})

/** Fails a tenth of the questions in a way of its own, seeded by question and attempt. */
function faulty(fault: (request: ChatRequest) => Reply): (request: ChatRequest) => Promise<Reply> {
  return async (request) => {
    if (hashFraction('fault', request.question, request.before) < 0.1) return fault(request)
    return politely(request)
  }
}

describe('an endpoint that fails a tenth of the time', () => {
  test.for<[string, Reply]>([
    ['with 429', { status: 429 }],
    ['with 429 and a Retry-After', { status: 429, headers: { 'retry-after': '0.2' } }],
    ['with 500', { status: 500 }],
    ['with a connection that is reset', 'reset'],
    ['with a body that is cut short', 'truncated'],
    ['with a body that is no JSON', 'malformed'],
  ])('%s changes no score', async ([, fault]) => {
    const endpoint = await startEndpoint(faulty(() => fault))
    const run = await parcelsHere(endpoint)
    // The faults came, and nothing else was asked again.
    const faults = endpoint.asked.filter(({ question, before }) => hashFraction('fault', question, before) < 0.1).length
    expect(faults).toBeGreaterThan(5)
    expect(endpoint.asked).toHaveLength(QUESTIONS + faults)
    await expectAsCalmHere(run)
  })

  test('with silence changes no score', async () => {
    const endpoint = await startEndpoint(faulty(() => 'stall'))
    // An answer that comes too late on a busy machine is asked again like one that does not come.
    const run = await parcelsHere(endpoint, { ENTRY: '{"timeoutSeconds":1,"maxAttempts":100}' })
    expect(endpoint.asked.length - QUESTIONS).toBeGreaterThan(5)
    await expectAsCalmHere(run)
  })
})

// All that is compared is in src/core/config/beginRun.test.ts.
test('a run that was begun otherwise is refused with what differs, and goes on with other limits, patience and key', async () => {
  const endpoint = await startEndpoint()
  const place = newPlace()
  const env = { TEMPERATURE: '1' }
  await runParcels(endpoint, place, env, (kill) => {
    endpoint.onQuestion = (count) => {
      if (count === 60) kill()
    }
  })
  endpoint.onQuestion = () => undefined
  const [asked, journal] = [endpoint.asked.length, readFileSync(join(place.out, 'calls.jsonl'), 'utf8')]
  for (const [other, difference] of [
    [{ ...env, HOLDFAST_MODEL: 'other' }, /roles\.candidate was .*openai:clerk.*, is .*openai:other/],
    [{ ...env, NOTE: 'other than it was' }, /the data of parcels were [0-9a-f]{12}, are [0-9a-f]{12}\./],
  ] as const) {
    const refused = await resumeParcels(endpoint, place, other)
    expect(refused.code).toBe(1)
    const text = unwrapped(refused.text)
    expect(text).toContain(`Failed to resume ${place.out}: `)
    expect(text).toMatch(difference)
    expect(endpoint.asked).toHaveLength(asked)
    expect(readFileSync(join(place.out, 'calls.jsonl'), 'utf8')).toBe(journal)
  }
  // No question is asked twice at a temperature above 0 either.
  const ENTRY = JSON.stringify({ timeoutSeconds: 700, maxAttempts: 2, requestsPerMinute: 100_000 })
  const run = await resumeParcels(endpoint, place, { ...env, ENTRY, OPENAI_API_KEY: 'another-key', HOLDFAST_CONCURRENCY: '3' })
  expect(repeats(endpoint.asked)).toBeLessThanOrEqual(CONCURRENCY)
  await expectAsCalm(run)
})

test('a folder without a run is named', async () => {
  const nowhere = join(temporaryFolder(), 'nowhere')
  const run = await resumeParcels(await startEndpoint(), newPlace(), { HOLDFAST_RESUME: nowhere })
  expect(run.code).toBe(1)
  expect(unwrapped(run.text)).toContain(`Failed to resume ${JSON.stringify(nowhere)}: no run.json in`)
})

describe.concurrent('items without a score', () => {
  test('are run again, and only what they lack is asked', async () => {
    const endpoint = await startEndpoint(async (request) => {
      if (request.question === 'p-003 verdict') return { content: 'I would rather not say.' }
      if (request.question === 'p-005 box') return { status: 400, message: 'no such parameter' }
      return politely(request)
    })
    const place = newPlace()
    const env = { PARCELS: '10', JUDGED: '1', HOLDFAST_JUDGE: 'inspector' }
    const broken = await runParcels(endpoint, place, env)
    expect(broken.code).toBe(1)
    const states = (run: VitestRun) =>
      Object.entries(outcomes(run)).flatMap(([item, outcome]) => [[item, (outcome as { status: string }).status]])
    expect(Object.fromEntries(states(broken))).toMatchObject({ 'p-003 0': 'unscored', 'p-005 0': 'error' })
    endpoint.forget()
    endpoint.reply = politely
    const run = await resumeParcels(endpoint, place, env)
    expect(run.code, run.text).toBe(0)
    expect(endpoint.asked.map(({ question }) => question).sort()).toEqual(['p-003 verdict', 'p-005 box', 'p-005 verdict'])
    // As if nothing had been wrong.
    const right = await parcelsHere(await startEndpoint(), env)
    expect(outcomes(run)).toEqual(outcomesHere(right))
    expect(readScores(run).suites).toEqual(right.scores.suites)
  })
})

describe.concurrent('an endpoint that dies in mid-run', () => {
  test('ends the run in bounded time, all it answered is saved, and the run can be finished', async () => {
    const endpoint = await startEndpoint()
    const place = newPlace()
    endpoint.onQuestion = (count) => {
      if (count === 50) void endpoint.die()
    }
    const broken = await runParcels(endpoint, place)
    expect(broken.code).toBe(1)
    expect(unwrapped(broken.text)).toMatch(
      /8 calls in a row failed, the last with: .+ Check the endpoint, then finish the run with HOLDFAST_RESUME\./,
    )
    expect(Object.keys(outcomes(broken))).toHaveLength(60)
    // What is on its way when the connections are cut may be lost to both sides.
    const saved = journaled(broken)
    expect(saved.length).toBeGreaterThanOrEqual(endpoint.answered.length - CONCURRENCY)
    endpoint.onQuestion = () => undefined
    await endpoint.revive()
    endpoint.forget()
    const run = await resumeParcels(endpoint, place)
    expect(endpoint.asked.map(({ question }) => question).filter((question) => saved.includes(question))).toEqual([])
    await expectAsCalm(run)
  })
})
