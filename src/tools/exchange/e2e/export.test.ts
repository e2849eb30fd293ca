import { existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, sep } from 'node:path'
import { Ajv } from 'ajv'
import { parquetReadObjects } from 'hyparquet'
import { beforeAll, describe, expect, test } from 'vitest'
import { SUITE_NAMES } from '../../../../test/catalogue.ts'
import { holdfastHere } from '../../../../test/command.ts'
import { runIn } from '../../../../test/e2e/fixtureRun.ts'
import { projectOfSuites } from '../../../../test/e2e/ownProject.ts'
import { jsonLines } from '../../../../test/jsonLines.ts'
import { sharedFolder } from '../../../../test/shared.ts'
import { packageRoot } from '../../../core/base/packageRoot.ts'
import { type ItemRecord, itemRecord } from '../../../core/format/records.ts'
import { runFolder } from '../../../core/format/runFolder.ts'
import { scoresDocument } from '../../../core/format/scoresDocument.ts'

const schemaOf = (name: string) => join(sharedFolder, 'data', 'field', `every-eval-ever-${name}.schema.json`)
const folder = runFolder(join(mkdtempSync(join(tmpdir(), 'holdfast-export-')), 'run'))
const out = join(folder.path, '..', 'out')
let records: ItemRecord[] = []

beforeAll(async () => {
  // Some items fail and some have no score.
  const env = {
    HOLDFAST_OUT: folder.path,
    HOLDFAST_LIMIT: '2',
    HOLDFAST_MODEL: 'sim:degraded?p=0.5',
    HOLDFAST_JUDGE: 'sim:judge?garbage=0.3',
  }
  await runIn(projectOfSuites(...SUITE_NAMES), { env })
  records = jsonLines(readFileSync(folder.items, 'utf8')).map((line) => itemRecord.parse(line))
})

const files = (ending: string) =>
  (readdirSync(out, { recursive: true }) as string[]).filter((path) => path.endsWith(ending)).map((path) => join(out, path))
const exported = (...args: string[]) => holdfastHere(['export', folder.path, ...args], packageRoot)

describe('every suite for Every Eval Ever', () => {
  beforeAll(async () => {
    const { code, stdout, stderr } = await exported('--format', 'every-eval-ever', '--out', out, '--organization', 'Test')
    expect(stderr).toContain('licence')
    expect(code, stderr).toBe(0)
    expect(stdout.trim().split('\n')).toHaveLength(SUITE_NAMES.length)
  })

  test.skipIf(!existsSync(schemaOf('eval')))('fits the published schema (skipped without ../shared)', () => {
    const validator = (name: string) => new Ajv({ strict: false }).compile(JSON.parse(readFileSync(schemaOf(name), 'utf8')))
    const [whole, single] = [validator('eval'), validator('instance_level_eval')]
    for (const path of files('.json'))
      expect([path, whole(JSON.parse(readFileSync(path, 'utf8'))), whole.errors]).toEqual([path, true, null])
    for (const path of files('.jsonl')) {
      for (const line of readFileSync(path, 'utf8').trim().split('\n'))
        expect([path, single(JSON.parse(line)), single.errors]).toEqual([path, true, null])
    }
  })

  // every_eval_ever 0.3.0: validate_score_type_requirements, check_score_metadata, validate_interaction_type_consistency and
  // check_model_identity_path. A schema cannot say them.
  test('keeps the rules of the official validator', () => {
    const boundOf = (bound: unknown) => (bound === 'Infinity' || bound === '-Infinity' ? Number(bound) : (bound as number))
    for (const path of files('.json')) {
      const { model_info: model, evaluation_results: results } = JSON.parse(readFileSync(path, 'utf8'))
      const [developer, name] = model.id.split('/')
      expect(path.split(sep).slice(-3, -1)).toEqual([developer, name.replaceAll(':', '_')])
      for (const { evaluation_result_id: id, metric_config: metric, score_details: details } of results) {
        const [least, most] = [boundOf(metric.min_score), boundOf(metric.max_score)]
        expect([id, typeof least, typeof most]).toEqual([id, 'number', 'number'])
        expect([id, details.score >= least && details.score <= most, Number.isFinite(details.score)]).toEqual([id, true, true])
        const { lower = 0, upper = 0 } = details.uncertainty?.confidence_interval ?? {}
        expect([id, Number.isFinite(lower), Number.isFinite(upper)]).toEqual([id, true, true])
      }
    }
    for (const line of files('.jsonl').flatMap((path) => readFileSync(path, 'utf8').trim().split('\n'))) {
      const { interaction_type: type, output, messages } = JSON.parse(line)
      expect([output == null, messages == null]).toEqual(type === 'single_turn' ? [false, true] : [true, false])
    }
  })

  test('has every metric as in scores.json, and a row for each item with a score', () => {
    const document = scoresDocument.parse(JSON.parse(readFileSync(folder.scores, 'utf8')))
    const read = files('.json').map((path) => JSON.parse(readFileSync(path, 'utf8')))
    const values = Object.fromEntries(
      read.flatMap(({ evaluation_results: results }) =>
        results.map((result: { evaluation_result_id: string; score_details: { score: number } }) => [
          result.evaluation_result_id,
          result.score_details.score,
        ]),
      ),
    )
    const expected = Object.entries(document.suites).flatMap(([suite, { metrics }]) =>
      Object.entries(metrics).map(([key, { value }]) => [`${suite}.${key}`, value] as const),
    )
    expect(values).toEqual(Object.fromEntries(expected))
    const scored = records.filter(({ status }) => status === 'passed' || status === 'failed')
    const rows = files('.jsonl').flatMap((path) => readFileSync(path, 'utf8').trim().split('\n'))
    expect(rows).toHaveLength(scored.length)
    expect(scored.length).toBeLessThan(records.length)
    expect(read.every(({ model_info: { additional_details: details } }) => details.simulated === 'true')).toBe(true)
    expect(read.find(({ evaluation_id: id }) => id.startsWith('holdfast-llmbar/')).model_info.name).toBe('judge?garbage=0.3')
  })

  test('holds no text with --no-texts, and says what it needs', async () => {
    const bare = join(folder.path, '..', 'bare')
    await exported('--format', 'every-eval-ever', '--out', bare, '--organization', 'Test', '--no-texts')
    const [path = ''] = (readdirSync(bare, { recursive: true }) as string[]).filter((name) => name.endsWith('.jsonl'))
    const row = JSON.parse(readFileSync(join(bare, path), 'utf8').split('\n')[0] as string)
    expect(row.input.raw).toBe('[left out]')
    expect(await exported('--format', 'every-eval-ever', '--out', bare)).toMatchObject({ code: 2 })
    expect((await exported('--format', 'parquet')).stderr).toContain('--out <file>')
  })
})

test('Parquet has a row for each record and the numbers as numbers', async () => {
  const path = join(folder.path, '..', 'items.parquet')
  expect(await exported('--format', 'parquet', '--out', path)).toMatchObject({ code: 0 })
  const bytes = readFileSync(path)
  const rows = await parquetReadObjects({ file: bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer })
  expect(rows.map((row) => [row.suite, row.item, row.status, row['score.total'] ?? undefined])).toEqual(
    records.map((record) => [record.suite, record.item, record.status, record.scores.total]),
  )
})

test('CSV has a line for each record and a head', async () => {
  const { stdout } = await exported()
  expect(stdout.startsWith('suite,item,task,trial,status,')).toBe(true)
  const ids = new Set(
    stdout
      .split('\r\n')
      .slice(1)
      .map((line) => line.split(',').slice(0, 2).join('/')),
  )
  for (const { suite, item } of records) expect(ids).toContain(`${suite}/${item}`)
})
