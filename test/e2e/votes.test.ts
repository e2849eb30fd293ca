import { join } from 'node:path'
import { expect, test } from 'vitest'
import { hashFraction } from '../../src/core/base/random.ts'
import { type CallRecord, latestRecords } from '../../src/core/format/records.ts'
import { runFolder } from '../../src/core/format/runFolder.ts'
import { runHoldfast } from '../run.ts'
import { type ChatRequest, politely, type Reply, startEndpoint } from './endpoint.ts'
import { readCalls, readItems, readScores, runIn } from './fixtureRun.ts'
import { projectOfSuites } from './ownProject.ts'
import { newPlace, outcomes, resumeParcels, runParcels } from './parcelRun.ts'
import { outcomesHere, parcelsHere } from './parcelsHere.ts'

const PARCELS = 12
// Three judges, each with one vote; one request at a time, so that all that was answered is written down when the next one comes.
const VOTED = {
  PARCELS: String(PARCELS),
  JUDGED: '1',
  HOLDFAST_JUDGE: 'panel:inspector;other;clerk',
  HOLDFAST_VOTES: '3',
  HOLDFAST_DECIDE: 'early',
  HOLDFAST_CONCURRENCY: '1',
}

/** The judges find every third parcel rude, each others. */
async function divided(request: ChatRequest): Promise<Reply> {
  const { question, model } = request
  if (!question.endsWith('verdict')) return politely(request)
  return { content: JSON.stringify({ criteria: [{ number: 1, reason: 'It is.', met: hashFraction(model, question) > 1 / 3 }] }) }
}

test('a run that is killed between the votes of an item goes on with the next vote, buys none twice and comes to the same verdicts', async () => {
  const whole = await startEndpoint(divided)
  const all = await parcelsHere(whole, VOTED)
  const verdictsOf = (asked: readonly ChatRequest[]) =>
    asked.flatMap(({ question, model }) => (question.endsWith('verdict') ? [`${question} by ${model}`] : [])).sort()
  const unasked = all.scores.usage.judge?.unaskedVotes ?? 0
  expect(unasked).toBeGreaterThan(0)
  expect(verdictsOf(whole.answered)).toHaveLength(3 * PARCELS - unasked)

  const endpoint = await startEndpoint()
  const place = newPlace()
  let isKilled = false
  const stopped = await runParcels(endpoint, place, VOTED, (kill) => {
    endpoint.reply = async (request) => {
      if (isKilled || request.model !== 'other' || request.question !== 'p-005 verdict') return divided(request)
      isKilled = true
      kill()
      return 'stall'
    }
  })
  // The first vote on the item is there, and no verdict.
  expect(verdictsOf(endpoint.answered)).toContain('p-005 verdict by inspector')
  expect(latestRecords(readItems(stopped)).map(({ item }) => item)).not.toContain('p-005')
  const finished = await resumeParcels(endpoint, place, VOTED)
  expect(finished.code, finished.text).toBe(all.scores.exitCode)
  expect(outcomes(finished)).toEqual(outcomesHere(all))
  expect(verdictsOf(endpoint.answered)).toEqual(verdictsOf(whole.answered))
  expect(readScores(finished).usage.judge).toEqual(all.scores.usage.judge)
})

test('a run whose votes stopped is judged again to the same verdicts, and the candidate is asked nothing', async () => {
  const root = projectOfSuites('fb-bench')
  const judge = 'sim:judge?noise=0.2'
  const env = { HOLDFAST_DECIDE: 'early', HOLDFAST_LIMIT: '2' }
  const out = join(root, 'first')
  const first = await runIn(root, {
    env: { ...env, HOLDFAST_MODEL: 'sim:degraded?p=0.3', HOLDFAST_JUDGE: judge, HOLDFAST_VOTES: '3', HOLDFAST_OUT: out },
  })
  const again = join(root, 'again')
  const { stdout, stderr } = await runHoldfast(['judge', 'again', out, '--judge', judge, judge, judge, '--json'], {
    cwd: root,
    env: { HOLDFAST_OUT: again },
  })
  const anew = { ...first, folder: runFolder(again) }
  expect(stderr).not.toContain('Failed')
  expect(outcomes(anew)).toEqual(outcomes(first))
  const { candidate, judge: votes } = JSON.parse(stdout).usage
  expect(candidate.cached).toBe(candidate.calls)
  const cast = (calls: readonly CallRecord[]) =>
    calls.flatMap(({ role, item, vote }) => (role === 'judge' ? [`${item} ${vote}`] : [])).sort()
  expect(cast(readCalls(anew))).toEqual(cast(readCalls(first)))
  expect(votes).toMatchObject({ cached: 0, unaskedVotes: readScores(first).usage.judge?.unaskedVotes })
  expect(votes.unaskedVotes).toBeGreaterThan(0)
})
