import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { LivingParts } from './livingParts.ts'

/** Parts of a job on one simulated clock, which all beat every two seconds, one after the other. */
function simulatedJob() {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  let now = 0
  const parts = new Map<string, LivingParts>()
  const shares = () => [...parts.values()].map(({ share }) => share)
  const total = () => shares().reduce((sum, share) => sum + share, 0)
  return {
    folder,
    parts,
    shares,
    total,
    begin: (id: string) =>
      parts.set(
        id,
        new LivingParts(
          folder,
          id,
          () => undefined,
          () => now,
        ),
      ),
    /** Killed: it gives no further sign, and takes nothing. */
    kill: (id: string) => parts.delete(id),
    end: (id: string) => {
      parts.get(id)?.end()
      parts.delete(id)
    },
    /** Lets so many beats pass; gives the greatest sum of the shares of living parts in between. */
    beat: (count: number) => {
      let most = 0
      for (let beat = 0; beat < count; beat += 1) {
        now += 2000
        for (const part of parts.values()) {
          part.beat()
          most = Math.max(most, total())
        }
      }
      return most
    },
  }
}

test('one part takes the whole, two halves, and none more than the others leave', () => {
  const job = simulatedJob()
  job.begin('a')
  job.beat(1)
  // It has shown itself, and who came at the same time could not have yet.
  expect(job.shares()).toEqual([0])
  job.beat(1)
  expect(job.shares()).toEqual([1])
  job.begin('b')
  expect(job.beat(4)).toBeLessThanOrEqual(1)
  expect(job.shares()).toEqual([0.5, 0.5])
})

test('parts that begin at once share from their first request', () => {
  const job = simulatedJob()
  for (const id of ['a', 'b', 'c', 'd']) job.begin(id)
  expect(job.beat(3)).toBeLessThanOrEqual(1)
  expect(job.shares()).toEqual([0.25, 0.25, 0.25, 0.25])
})

test('what a part had that has ended goes to the others at once, of one that was killed after twenty seconds', () => {
  const job = simulatedJob()
  for (const id of ['a', 'b', 'c']) job.begin(id)
  job.beat(3)
  job.end('c')
  job.beat(1)
  expect(job.shares()).toEqual([0.5, 0.5])
  job.kill('b')
  job.beat(9)
  expect(job.shares()).toEqual([0.5])
  job.beat(2)
  expect(job.shares()).toEqual([1])
})

test('a part that was started again is not counted twice', () => {
  const job = simulatedJob()
  job.begin('a')
  job.begin('b')
  job.beat(3)
  job.kill('b')
  job.begin('b')
  job.beat(3)
  expect(job.shares()).toEqual([0.5, 0.5])
})

test('all together never take more than the whole, whoever comes and goes, and take all of it when nobody does', () => {
  const event = fc.record({
    what: fc.constantFrom('begin', 'kill', 'end'),
    id: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
    beats: fc.integer({ min: 0, max: 12 }),
  })
  fc.assert(
    fc.property(fc.array(event, { maxLength: 12 }), (events) => {
      const job = simulatedJob()
      for (const { what, id, beats } of events) {
        if (what === 'begin' && !job.parts.has(id)) job.begin(id)
        if (what === 'kill') job.kill(id)
        if (what === 'end') job.end(id)
        expect(job.beat(beats)).toBeLessThanOrEqual(1 + 1e-6)
      }
      job.begin('last')
      job.beat(16)
      expect(job.total()).toBeCloseTo(1, 6)
      for (const share of job.shares()) expect(share).toBeCloseTo(1 / job.parts.size, 6)
    }),
    { numRuns: 60, seed: 1 },
  )
})

test('files of others and half files do not matter', () => {
  const job = simulatedJob()
  job.begin('a')
  for (const [name, text] of [
    ['b.json', '{"beat":'],
    ['c.json', '{"beat":1,"share":7}'],
    ['README.md', 'mine'],
  ] as const)
    writeFileSync(join(job.folder, 'parts', name), text)
  job.beat(2)
  expect(job.shares()).toEqual([1])
})

test('a folder that is away is no end of the run', () => {
  const job = simulatedJob()
  job.begin('a')
  job.beat(2)
  rmSync(job.folder, { recursive: true })
  expect(job.beat(2)).toBe(1)
})

test('no half-written file is left', () => {
  const job = simulatedJob()
  job.begin('a')
  job.beat(5)
  expect(readdirSync(join(job.folder, 'parts'))).toEqual(['a.json'])
})
