import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readQuestionSet, readValidIds } from '../../suites/kieval/questionFiles.ts'
import { jsonLines } from '../jsonLines.ts'
import { scoresOf } from '../outcome.ts'
import { hasShared, isLong, sharedFolder } from '../shared.ts'
import { run } from './kievalRun.ts'

describe.skipIf(!hasShared)('the ARC questions (skipped without the shared folder)', () => {
  test('are 240, of which the first 200 valid ones are interviewed about', async () => {
    const data = { HOLDFAST_DATA: `${sharedFolder}/data` }
    // One round of each interview: which questions there are does not depend on how many.
    const outcome = await run('sim:oracle', { ...data, HOLDFAST_KIEVAL_ROUNDS: isLong ? '5' : '1' })
    expect(outcome.concluded).toMatchObject({ document: { exitCode: 0 }, reasons: [] })
    expect(scoresOf(outcome)).toMatchObject({ items: 200, passed: 200 })
    const sample = jsonLines<{ id: string; validGpt4: boolean }>(
      readFileSync(join(sharedFolder, 'data', 'kieval', 'arc-challenge-sample.jsonl'), 'utf8'),
    )
    expect(outcome.records.map(({ item }) => item).sort()).toEqual(
      sample
        .filter(({ validGpt4 }) => validGpt4)
        .slice(0, 200)
        .map(({ id }) => `arc-challenge-sample/${id}`)
        .sort(),
    )
    const all = await run('sim:oracle', {
      ...data,
      HOLDFAST_KIEVAL_VALIDATION: 'none',
      HOLDFAST_KIEVAL_QUESTIONS: '1000',
      HOLDFAST_KIEVAL_ROUNDS: '1',
    })
    expect(scoresOf(all)).toMatchObject({ items: 240, passed: 240 })
  })

  test('have the ids that the lists of the release name', async () => {
    const folder = join(sharedFolder, 'data', 'kieval')
    const questions = await readQuestionSet('arc', join(folder, 'arc-challenge-sample.jsonl'))
    const valid = await readValidIds(join(folder, 'validated-uuids.tsv.gz'), 'gpt4')
    expect(valid.size).toBe(28_873)
    expect([...valid.values()].filter(Boolean)).toHaveLength(22_597)
    expect(questions).toHaveLength(240)
    const sample = jsonLines<{ uuid: string; validGpt35: boolean }>(readFileSync(join(folder, 'arc-challenge-sample.jsonl'), 'utf8'))
    expect(questions.map(({ uuid }) => uuid)).toEqual(sample.map(({ uuid }) => uuid))
    const older = await readValidIds(join(folder, 'validated-uuids.tsv.gz'), 'gpt35')
    expect([...older.values()].filter(Boolean)).toHaveLength(19_649)
    expect([...valid].filter(([uuid, flag]) => flag && older.get(uuid))).toHaveLength(18_299)
    expect(questions.map(({ uuid }) => older.get(uuid))).toEqual(sample.map(({ validGpt35 }) => validGpt35))
    expect(questions.filter(({ uuid }) => !valid.has(uuid))).toEqual([])
    expect(questions.map(({ uuid }) => valid.get(uuid))).toEqual([...Array(200).fill(true), ...Array(40).fill(false)])
  })
})
