import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { kievalFileScorer } from '../../suites/kieval/suite.ts'
import { jsonLines } from '../jsonLines.ts'
import { hasShared, sharedFolder } from '../shared.ts'

const golden = join(sharedFolder, 'golden', 'kieval-scores.jsonl')

interface GoldenLine {
  readonly id: string
  readonly kind: 'conversation' | 'group'
  readonly expected: Readonly<Record<string, unknown>>
}

const lines = (): GoldenLine[] => jsonLines<GoldenLine>(readFileSync(golden, 'utf8'))

/** Numbers within 1e-9, everything else equal. */
function differences(ours: unknown, theirs: unknown, path: string): string[] {
  if (typeof theirs === 'number')
    return typeof ours === 'number' && Math.abs(ours - theirs) <= 1e-9 ? [] : [`${path}: ${ours}, expected ${theirs}`]
  if (typeof theirs !== 'object' || theirs === null) return ours === theirs ? [] : [`${path}: ${ours}, expected ${theirs}`]
  if (typeof ours !== 'object' || ours === null) return [`${path}: ${ours}, expected an object`]
  const keys = Object.keys(theirs)
  return keys.flatMap((key) =>
    differences((ours as Record<string, unknown>)[key], (theirs as Record<string, unknown>)[key], `${path}.${key}`),
  )
}

describe.skipIf(!hasShared)('the golden conversations (skipped without the shared folder)', () => {
  test('are all read, without an error', () => {
    const kinds = lines().map(({ kind }) => kind)
    expect([kinds.filter((kind) => kind === 'conversation').length, kinds.filter((kind) => kind === 'group').length]).toEqual([99, 4])
  })

  test('and their groups have the expected rounds, stops and scores within 1e-9', () => {
    const score = kievalFileScorer()
    const off = lines().flatMap((line, index) => differences(score(line, `line ${index + 1}`), line.expected, line.id))
    expect(off).toEqual([])
  })
})

describe('a line that does not fit', () => {
  const score = (value: unknown) => () => kievalFileScorer()(value, 'line 1')

  test.each([
    ['a conversation without replies', { id: 'a' }, 'field evaluatorOutputs'],
    ['a reply that is no text', { id: 'a', evaluatorOutputs: ['{}', 4] }, 'field evaluatorOutputs.1'],
    ['no rounds', { id: 'a', maxRounds: 0, evaluatorOutputs: [] }, 'field maxRounds'],
    ['a group without members', { kind: 'group', id: 'g' }, 'field members'],
    ['a group of nobody known', { kind: 'group', id: 'g', members: ['a'] }, 'no conversation "a" before it'],
    ['another kind', { kind: 'talk', id: 'a', evaluatorOutputs: [] }, 'field kind'],
    ['a list', [], 'line 1'],
  ])('%s is refused, and the field named', (_, value, named) => expect(score(value)).toThrow(named))
})

describe('a conversation', () => {
  const reply = (score: number, stop = false) =>
    JSON.stringify({ overall_score: score, stop_conversation: stop, stop_reason: stop ? 'off_topic' : 'none' })
  const scoreOf = (...evaluatorOutputs: string[]) => kievalFileScorer()({ id: 'a', maxRounds: 3, evaluatorOutputs }, 'line 1')

  test('counts the round that ends it and nothing after it', () => {
    expect(scoreOf(reply(4), reply(1, true), reply(4))).toMatchObject({
      rounds: 2,
      stopped: true,
      stopReason: 'off_topic',
      // 10 and 1 with weights 1 and exp(-0.2), by the official formula (docs/suites/kieval.md, R9).
      scores: { overall: { n: 2, kieval: expect.closeTo((10 * (10 + Math.exp(-0.2))) / (1 + Math.exp(-0.2)), 9) } },
    })
  })

  test('has no more rounds than it may have', () => {
    expect(scoreOf(reply(4), reply(4), reply(4), reply(1))).toMatchObject({
      rounds: 3,
      stopped: false,
      scores: { overall: { kieval: 100 } },
    })
  })
})
