import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { packageRoot } from '../../src/core/base/packageRoot.ts'
import { PROMPTS } from '../../suites/refutebench1/data/bundled.ts'
import { STAND_IN_DRAFT } from '../../suites/refutebench1/data/official.ts'
import { hasShared, sharedFolder } from '../shared.ts'

const LENGTH = 8

/** Runs of eight words or Chinese characters within each text of a value. */
function runsOf(value: unknown): string[] {
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(runsOf)
  const words =
    String(value)
      .toLowerCase()
      .match(/\p{Script=Han}|[^\P{L}\p{Script=Han}]+|\p{N}+/gu) ?? []
  return words.slice(LENGTH - 1).map((_, at) => words.slice(at, at + LENGTH).join(' '))
}

function linesOf(path: string): unknown[] {
  const content = readFileSync(path)
  const text = (path.endsWith('.gz') ? gunzipSync(content) : content).toString('utf8')
  return text
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line))
}

test.skipIf(!hasShared)('no bundled text has eight words in a row from the releases (skipped without the shared folder)', () => {
  const fixtures = ['email', 'mt', 'qa'].map((task) => join(packageRoot, 'fixtures', 'refutebench1', `${task}.jsonl`))
  const own = new Set([...fixtures.flatMap(linesOf), PROMPTS, STAND_IN_DRAFT].flatMap(runsOf))
  expect(own.size).toBeGreaterThan(1500)
  const published = ['refutebench1', 'refutebench'].flatMap((name) => {
    const folder = join(sharedFolder, 'data', name)
    const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path))
    return paths.filter((path) => statSync(path).isFile()).flatMap(linesOf)
  })
  expect(published.length).toBeGreaterThan(5804)
  expect([...new Set(published.flatMap((row) => runsOf(row).filter((run) => own.has(run))))]).toEqual([])
})
