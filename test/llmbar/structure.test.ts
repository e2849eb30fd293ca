import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { packageRoot } from '../../src/core/base/packageRoot.ts'
import { jsonLines } from '../jsonLines.ts'

/** A line of a file of `fixtures/llmbar/v2`. */
interface Line {
  readonly input: string
  readonly output_1: string
  readonly output_2: string
  readonly label: 1 | 2
  readonly why: string
}

const SUBSETS = ['Natural', 'Neighbor', 'GPTInst', 'GPTOut', 'Manual'] as const

type Name = (typeof SUBSETS)[number]

/** What has to hold in a subset, from least to most. As in the official data, but for the share that Natural is held to. */
const BOUNDS: Record<Name, { readonly shorter: readonly [number, number]; readonly ratio: readonly [number, number] }> = {
  Natural: { shorter: [0.4, 0.6], ratio: [0.8, 1.25] },
  Neighbor: { shorter: [0.8, 0.95], ratio: [0.2, 0.5] },
  GPTInst: { shorter: [0.8, 0.95], ratio: [0.2, 0.5] },
  GPTOut: { shorter: [0.45, 0.65], ratio: [0.8, 1] },
  Manual: { shorter: [0.8, 0.95], ratio: [0.2, 0.5] },
}

const folder = join(packageRoot, 'fixtures', 'llmbar', 'v2')

function read(name: Name): readonly Line[] {
  return jsonLines<Line>(readFileSync(join(folder, `${name}.jsonl`), 'utf8'))
}

const better = ({ output_1, output_2, label }: Line) => (label === 1 ? output_1 : output_2)
const worse = ({ output_1, output_2, label }: Line) => (label === 1 ? output_2 : output_1)

/** How formatted a text is: items of lists, headings, words in bold, rows of tables and emoji. */
function formatting(text: string): number {
  const marks = [/^\s*(?:[-*+•]|\d+[.)])\s/gmu, /^#{1,6}\s/gmu, /\*\*[^*\n]+\*\*/gu, /^\|.*\|\s*$/gmu, /\p{Extended_Pictographic}/gu]
  return marks.reduce((sum, mark) => sum + (text.match(mark)?.length ?? 0), 0)
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, two) => one - two)
  const half = Math.floor(sorted.length / 2)
  const [low = Number.NaN, high = Number.NaN] = [sorted[sorted.length % 2 === 1 ? half : half - 1], sorted[half]]
  return (low + high) / 2
}

function figures(lines: readonly Line[]) {
  const ratios = lines.map((line) => better(line).length / worse(line).length)
  const share = (count: number) => count / lines.length
  return {
    pairs: lines.length,
    labels: [1, 2].map((label) => lines.filter((line) => line.label === label).length),
    equal: ratios.filter((ratio) => ratio === 1).length,
    shorter: share(ratios.filter((ratio) => ratio < 1).length),
    ratio: median(ratios),
    worseFormatted: lines.filter((line) => formatting(worse(line)) > formatting(better(line))).length,
    betterFormatted: lines.filter((line) => formatting(better(line)) > formatting(worse(line))).length,
  }
}

describe.each(SUBSETS)('the new pairs of %s', (name) => {
  const lines = read(name)
  const found = figures(lines)

  test('have the structure of the official ones', () => {
    const rounded = { ...found, shorter: found.shorter.toFixed(2), ratio: found.ratio.toFixed(2) }
    process.stdout.write(`${name}: ${JSON.stringify(rounded)}\n`)
    const { shorter, ratio } = BOUNDS[name]
    expect(found.pairs).toBeGreaterThanOrEqual(40)
    expect(found.shorter).toBeGreaterThanOrEqual(shorter[0])
    expect(found.shorter).toBeLessThanOrEqual(shorter[1])
    expect(found.ratio).toBeGreaterThanOrEqual(ratio[0])
    expect(found.ratio).toBeLessThanOrEqual(ratio[1])
  })

  test('have as many labels 1 as 2, but for an odd one', () => {
    const [one = 0, two = 0] = found.labels
    expect(one + two).toBe(found.pairs)
    expect(Math.abs(one - two)).toBeLessThanOrEqual(1)
    expect(lines.map(({ label }) => label).join('')).not.toMatch(/1{6}|2{6}|(12){5}|(21){5}/)
  })

  test('have the fields of the official files in their order, and why', () => {
    for (const line of lines) {
      expect(Object.keys(line)).toEqual(['input', 'output_1', 'output_2', 'label', 'why', ...('blind' in line ? ['blind'] : [])])
      expect([line.input, line.output_1, line.output_2, line.why].filter((text) => text.trim() === '')).toEqual([])
      expect(line.output_1).not.toBe(line.output_2)
    }
  })
})

test('in the new pairs of GPTInst the worse output is the more formatted one four times as often as the better one', () => {
  const { worseFormatted, betterFormatted } = figures(read('GPTInst'))
  expect(worseFormatted).toBeGreaterThanOrEqual(4 * Math.max(1, betterFormatted))
})

test('no instruction occurs twice, here or among the earlier pairs', () => {
  const earlier = SUBSETS.map((name) => join(folder, '..', `${name}.jsonl`))
    .filter((file) => existsSync(file))
    .flatMap((file) => readFileSync(file, 'utf8').trimEnd().split('\n'))
    .map((line) => (JSON.parse(line) as Line).input)
  const all = [...SUBSETS.flatMap((name) => read(name).map(({ input }) => input)), ...earlier]
  expect(new Set(all).size).toBe(all.length)
})

test.each([
  ['plain words, 3 - 2 = 1', 0],
  ['- one\n* two\n3. three', 3],
  ['# Title\n**bold** and **bold**', 3],
  ['| a | b |\n|---|---|', 2],
  ['well done 🎉', 1],
])('formatting of %j is %i', (text, wanted) => expect(formatting(text)).toBe(wanted))
