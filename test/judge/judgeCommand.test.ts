import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { holdfastHere } from '../command.ts'
import { temporaryFolder } from '../temporaryFolder.ts'

/** 40 labelled answers, where the judge is right of 16 of 20 in either way, and 60 of the rest, half of them called right. */
const LABELS = [
  ...[...Array(20).keys()].map((at) => ({ id: `right ${at}`, judge: at < 16 ? 1 : 0, human: 1, slice: 'mt' })),
  ...[...Array(20).keys()].map((at) => ({ id: `wrong ${at}`, judge: at < 16 ? 0 : 1, human: 0, slice: 'mt' })),
  ...[...Array(60).keys()].map((at) => ({ id: `rest ${at}`, judge: at % 2, slice: at < 30 ? 'mt' : 'writing' })),
]

function labelFile(root: string, labels: readonly object[], name = 'labels.jsonl'): string {
  writeFileSync(join(root, name), labels.map((label) => `${JSON.stringify(label)}\n`).join(''))
  return name
}

describe('holdfast judge', () => {
  test('prints figures with intervals, the confusions and the slices, on 80 columns', async () => {
    const root = temporaryFolder()
    const { code, stdout, stderr } = await holdfastHere(['judge', labelFile(root, LABELS)], root)
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toContain(' 100 answers judged, 40 of them labelled by people.')
    expect(stdout).toMatch(/accuracy +0\.800 +0\.652 to 0\.895/)
    expect(stdout).toMatch(/Cohen's kappa +0\.600/)
    // (0.5 + 0.8 - 1) / (0.8 + 0.8 - 1)
    expect(stdout).toMatch(/corrected +0\.500 +0\.\d+ to 0\.\d+ +by sensitivity and specificity/)
    expect(stdout).toMatch(/judge: 1 +16 +4\n/)
    expect(stdout).toMatch(/look at first +judge +people\n +right 16 +0 +1\n/)
    expect(stdout).toContain(' and 3 more, listed by --json')
    expect(stdout).toMatch(/writing +30 +0 +– +0\.500 +–/)
    expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80)
  })

  test('prints the same as JSON, from several files, and by the other method', async () => {
    const root = temporaryFolder()
    const files = [labelFile(root, LABELS.slice(0, 40), 'labelled.jsonl'), labelFile(root, LABELS.slice(40), 'rest.jsonl')]
    const found = JSON.parse((await holdfastHere(['judge', ...files, '--json'], root)).stdout)
    expect(found).toMatchObject({
      n: 100,
      labelled: 40,
      method: 'lee',
      accuracy: { value: 0.8 },
      kappa: { value: expect.closeTo(0.6, 12) },
    })
    expect(found.corrected.value).toBeCloseTo(0.5, 12)
    const names = ['n', 'labelled', 'raw', 'accuracy', 'sensitivity', 'specificity', 'kappa', 'pearson', 'spearman', 'kendall', 'corrected']
    expect(Object.keys(found)).toEqual(expect.arrayContaining(names))
    const other = await holdfastHere(['judge', ...files, '--method', 'ppi', '--out', 'found.json', '--json'], root)
    expect(other).toMatchObject({ code: 0, stdout: '' })
    expect(JSON.parse(readFileSync(join(root, 'found.json'), 'utf8'))).toMatchObject({ n: 100, method: 'ppi' })
  })

  test('says how far people agree with each other, and which ids they are divided on', async () => {
    const root = temporaryFolder()
    const twice = LABELS.slice(0, 40).map((label, at) => ({
      ...label,
      rater: 'second',
      human: at === 0 ? 0 : 'human' in label ? label.human : 0,
    }))
    const { stdout } = await holdfastHere(['judge', labelFile(root, [...LABELS, ...twice])], root)
    expect(stdout).toMatch(/people: equal +0\.975/)
    expect(stdout).toMatch(/Krippendorff's alpha +0\.951/)
    expect(stdout).toContain('so these count as not labelled: right 0.')
  })

  test.each<[string, readonly object[], readonly string[], number, string]>([
    ['a field that does not fit', [{ id: 'a', judge: 'yes' }], [], 1, 'labels.jsonl, line 1'],
    [
      'two verdicts of one answer',
      [
        { id: 'a', judge: 1 },
        { id: 'a', judge: 0 },
      ],
      [],
      1,
      'lines of "a" differ in judge',
    ],
    ['no line', [], [], 1, 'labels.jsonl: it is empty'],
    ['ratings with lee', [{ id: 'a', judge: 3 }], ['--method', 'lee'], 2, 'Use --method ppi.'],
    ['an unknown method', [{ id: 'a', judge: 1 }], ['--method', 'guess'], 2, 'lee, ppi'],
  ])('refuses %s', async (_, labels, args, code, message) => {
    const root = temporaryFolder()
    const finished = await holdfastHere(['judge', labelFile(root, labels), ...args], root)
    expect(finished).toMatchObject({ code, stdout: '' })
    expect(finished.stderr).toContain(message)
  })
})
