import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { holdfastHere } from '../../../../test/command.ts'
import { temporaryFolder } from '../../../../test/temporaryFolder.ts'
import type { Label, LabelKey } from '../labels/label.ts'

const hash = (at: number) => at.toString(16).padStart(64, '0')

/** The key of twelve items with two criteria each. The judge says yes to all; `short` is met in the first four only. */
const KEYS: LabelKey[] = [...Array(12).keys()].flatMap((at) =>
  ['polite', 'short'].map((criterion, which) => ({
    suite: 's',
    item: `item-${at}`,
    trial: 0,
    question: `verdict/${which + 1}`,
    sha256: hash(2 * at + which),
    kind: 'criterion',
    judge: 1,
    model: 'openai:gpt-x',
    task: at < 6 ? 'summarization' : 'writing',
    cluster: `item-${at}`,
    criterion,
    probability: at < 6 ? 1 : 0.5,
  })),
)
const LABELS: Label[] = KEYS.map(({ suite, item, trial, question, sha256, criterion }, at) => ({
  suite,
  item,
  trial,
  question,
  sha256,
  rater: 'ann',
  value: criterion === 'polite' || at < 8 ? 1 : 0,
}))

function write(root: string, files: Readonly<Record<string, readonly object[]>>): void {
  mkdirSync(join(root, 'labels'))
  for (const [name, lines] of Object.entries(files))
    writeFileSync(join(root, 'labels', name), lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
}

describe('holdfast judge measure with a key', () => {
  test.each([
    ['sim:judge', true],
    ['panel:sim:judge;sim:judge?noise=0.1', true],
    ['panel:openai:gpt-x;sim:judge', true],
    ['panel:openai:gpt-x;openai:gpt-y', false],
  ])('of %s says whether the judge is simulated', async (model, simulated) => {
    const root = temporaryFolder()
    write(root, { 'all.jsonl': [...LABELS, ...KEYS.map((key) => ({ ...key, model }))] })
    const { stdout } = await holdfastHere(['judge', 'measure', 'labels/all.jsonl'], root)
    expect(stdout.startsWith(' SIMULATED')).toBe(simulated)
  })

  test('measures the judge without the run, whichever file has which line', async () => {
    const root = temporaryFolder()
    write(root, { 'ann.jsonl': LABELS, 'ann.key.jsonl': KEYS, 'mixed.jsonl': [...LABELS, ...KEYS] })
    const [among, mixed] = await Promise.all([
      holdfastHere(['judge', 'measure', 'labels/ann.jsonl', 'labels/ann.key.jsonl', '--json'], root),
      holdfastHere(['judge', 'measure', 'labels/mixed.jsonl', '--json'], root),
    ])
    expect([among.stderr, among.code]).toEqual(['', 0])
    expect(mixed.stdout).toBe(among.stdout)
    const { suites, unjudged, refused } = JSON.parse(among.stdout)
    expect([unjudged, refused]).toEqual([0, []])
    const found = suites.s.criterion
    // Items of weight 1 and of weight 2: of 12 + 24 the judge is right of all 18 polite ones and of 4 short ones.
    expect(found).toMatchObject({ n: 24, labelled: 24, uncorrected: expect.stringContaining('every answer has a label') })
    expect(found.accuracy.value).toBeCloseTo((18 + 4) / 36, 12)
    expect(Object.keys(found.slices)).toEqual(['summarization', 'writing'])
    expect(found.criteria.map(({ criterion, n }: { criterion: string; n: number }) => [criterion, n])).toEqual([
      ['short', 12],
      ['polite', 12],
    ])
    expect(found.criteria[0].accuracy.value).toBeCloseTo(4 / 18, 12)
  })

  test('corrects by what was drawn and not labelled', async () => {
    const root = temporaryFolder()
    write(root, { 'ann.jsonl': LABELS.slice(0, 20), 'ann.key.jsonl': KEYS })
    const { stdout } = await holdfastHere(['judge', 'measure', 'labels/ann.jsonl', 'labels/ann.key.jsonl', '--json'], root)
    const { criterion } = JSON.parse(stdout).suites.s
    // A key says that labels are a random draw. Of weights of 36 people gave 18, and 8 have no label.
    expect(criterion).toMatchObject({ n: 24, labelled: 20, method: 'ppi', drawn: true, unlabelled: { drawn: 24, missing: 4 } })
    expect(criterion.unlabelled.bounds).toEqual([expect.closeTo(18 / 36, 12), expect.closeTo(26 / 36, 12)])
    const text = (await holdfastHere(['judge', 'measure', 'labels/ann.jsonl', 'labels/ann.key.jsonl'], root)).stdout.replaceAll(/\s+/g, ' ')
    expect(text).toContain('24 drawn, 4 without a label.')
    expect(text).toContain('the mean that people would give lies from 0.500 to 0.722.')
    expect(text).not.toContain('No key')
    // The judge says yes to all, so it tells nothing: the weighted mean of the labels, 12 + 8 of them of weight 1 and 2.
    expect(criterion.corrected.value).toBeCloseTo((6 + 4 + 8) / (12 + 16), 12)
  })

  test('says what no label counts for, and what was not labelled', async () => {
    const root = temporaryFolder()
    const other = { ...(LABELS[0] as Label), sha256: 'f'.repeat(64) }
    const unknown = { ...(LABELS[1] as Label), item: 'elsewhere' }
    write(root, { 'ann.jsonl': [other, unknown, ...LABELS.slice(2)], 'ann.key.jsonl': KEYS })
    const { stdout } = await holdfastHere(['judge', 'measure', 'labels/ann.jsonl', 'labels/ann.key.jsonl', '--json'], root)
    const { suites, refused } = JSON.parse(stdout)
    expect(suites.s.criterion.labelled).toBe(22)
    expect(refused).toEqual([
      '1 label of another text than the key has: item-0 verdict/1 (ann).',
      '1 label of an item or a question that the key does not have: elsewhere verdict/2 (ann).',
    ])
  })

  test('says that a simulated judge is one', async () => {
    const root = temporaryFolder()
    write(root, { 'ann.jsonl': LABELS, 'ann.key.jsonl': KEYS.map((key) => ({ ...key, model: 'sim:judge' })) })
    const { stdout } = await holdfastHere(['judge', 'measure', 'labels/ann.jsonl', 'labels/ann.key.jsonl'], root)
    expect(stdout).toMatch(/^ SIMULATED/)
  })

  test.each<[string, Readonly<Record<string, readonly object[]>>, string]>([
    ['labels alone', { 'a.jsonl': LABELS }, 'does not say what the judge said. Name the key'],
    ['a key alone', { 'a.jsonl': KEYS }, 'has no label, only a key. Open the page of each rater, rate, and name the file that it saves.'],
    ['both forms', { 'a.jsonl': [...LABELS, { id: 'a', judge: 1 }], 'b.jsonl': KEYS }, 'Measure them apart.'],
    ['a line of no form', { 'a.jsonl': [{ ...KEYS[0], probability: 2 }] }, 'a.jsonl, line 1'],
    ['a key that differs', { 'a.jsonl': LABELS, 'b.jsonl': [...KEYS, { ...KEYS[0], judge: 0 }] }, 'Give the key of one judge.'],
    ['a key of others', { 'a.jsonl': LABELS, 'b.jsonl': KEYS.map((key) => ({ ...key, item: 'x' })) }, 'none of 24 labels is of the key.'],
  ])('refuses %s', async (_, files, message) => {
    const root = temporaryFolder()
    write(root, files)
    const finished = await holdfastHere(['judge', 'measure', ...Object.keys(files).map((name) => `labels/${name}`)], root)
    expect(finished).toMatchObject({ code: 1, stdout: '' })
    expect(finished.stderr).toContain(message)
  })
})
