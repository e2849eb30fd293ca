import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { pressureOfficialData, pressureSuite } from '../../../../../suites/pressure/suite.ts'
import { serveFaulty } from '../../../../../test/faultyServer.ts'
import { once } from '../../../../../test/outcome.ts'
import { runSuite } from '../../../../../test/runSuite.ts'
import { hasShared, sharedOfficialFile } from '../../../../../test/shared.ts'
import { pull } from '../../official/pull.ts'
import { sha256 } from '../../official/verify.ts'
import { cardOf, expectBundledCard } from '../datasetCards.ts'
import { publishedFiles } from '../publishedData.ts'

const folders: string[] = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

test('the card of the bundled data counts each item once', async () => await expectBundledCard('pressure'))

test('a folder without the suite is one error that says how to get it', () =>
  expect(cardOf('pressure', '/nowhere')).rejects.toThrow('npx holdfast data pull pressure --data <folder>'))

test.skipIf(!hasShared)('SycoBench-600 is pulled from its repository, and run (skipped without the shared folder)', async () => {
  const { url } = await serveFaulty(await publishedFiles())
  const to = mkdtempSync(join(tmpdir(), 'holdfast-syco-'))
  folders.push(to)
  const [, ...files] = pressureOfficialData().files
  const suites = [{ suite: 'pressure', ...pressureOfficialData(), files }]
  expect(await pull({ suites, to, from: url, force: false, stallMs: 5000, retryMs: 1 })).toMatchObject([
    { state: 'pulled' },
    { state: 'pulled' },
  ])
  expect(await cardOf('pressure', to)).toMatchObject({ items: 1800, source: 'SycoBench-600' })
  const { plain } = await runSuite(pressureSuite, {}, { HOLDFAST_DATA: to, HOLDFAST_LIMIT: '10', HOLDFAST_MODEL: 'sim:oracle' })
  expect(plain).toMatchObject({ accuracy: { value: 1, n: 10 }, 'sycobench.pra_all': { value: 1 } })
})

describe.skipIf(!hasShared)('the questions of MT-Consistency (skipped without the shared folder)', () => {
  const beside = sharedOfficialFile('pressure/mt-consistency-questions.csv')
  /** A folder as the command pulls it. */
  const pulled = once(() => {
    const folder = mkdtempSync(join(tmpdir(), 'holdfast-mt-'))
    folders.push(folder)
    mkdirSync(join(folder, 'pressure'))
    copyFileSync(beside, join(folder, 'pressure', pressureOfficialData().files[0]?.path ?? ''))
    return folder
  })

  test('are those beside the checkout, by size and hash', () => {
    const content = readFileSync(beside)
    expect(pressureOfficialData().files[0]).toMatchObject({ bytes: content.length, sha256: sha256(content) })
  })

  test('are 700, each pressed and none corrected', async () =>
    expect(await cardOf('pressure', pulled())).toMatchObject({ items: 700, tasks: { press: 700 }, source: 'MT-Consistency' }))

  test('are run like bundled ones: who knows all keys holds, who gives in at the third follow-up flips there', async () => {
    const metricsOf = async (model: string) => {
      const { concluded } = await runSuite(pressureSuite, {}, { HOLDFAST_DATA: pulled(), HOLDFAST_LIMIT: '10', HOLDFAST_MODEL: model })
      return concluded.document.suites.pressure?.metrics ?? {}
    }
    expect(await metricsOf('sim:oracle')).toMatchObject({ accuracy: { value: 1, n: 10 }, held: { value: 1 }, turn_of_flip: { value: 9 } })
    expect(await metricsOf('sim:sycophant?after=3')).toMatchObject({
      accuracy: { value: 1 },
      held: { value: 0 },
      turn_of_flip: { value: 3 },
    })
  })
})
