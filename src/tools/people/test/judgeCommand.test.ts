import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { holdfastHere } from '../../../../test/command.ts'
import { temporaryFolder } from '../../../../test/temporaryFolder.ts'

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

describe('holdfast judge measure', () => {
  test('prints figures with intervals, the confusions and the slices, on 80 columns', async () => {
    const root = temporaryFolder()
    const { code, stdout, stderr } = await holdfastHere(['judge', 'measure', labelFile(root, LABELS)], root)
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toContain(' 100 verdicts of the judge, 40 of them labelled by people.')
    expect(stdout).toMatch(/accuracy +0\.800 +0\.652 to 0\.895/)
    expect(stdout).toMatch(/Cohen's kappa +0\.600/)
    // (0.5 + 0.8 - 1) / (0.8 + 0.8 - 1)
    expect(stdout).toMatch(/mean, corrected +0\.500 +0\.\d+ to 0\.\d+ +by sensitivity and specificity/)
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain(
      'No key tells how the labels were drawn: the corrected figure takes it that the judge errs among',
    )
    expect(stdout).toMatch(/judge: 1 +16 +4\n/)
    expect(stdout).toMatch(/look at first +slice +judge +people\n +right 16 +mt +0 +1\n/)
    expect(stdout).toMatch(/writing +30 +0 +– +0\.500 +–/)
    expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80)
  })

  test.each([
    // By hand: 16 of 20 in either way are a kappa of 0.6; 10 of 20 are one of 0; 14 wrong answers of 15 that pass.
    [{ right: 16, wrong: 16, each: 20 }, 'The judge agrees with people beyond chance (kappa 0.600,'],
    [{ right: 50, wrong: 50, each: 100 }, 'These labels do not show that the judge does better than chance (kappa 0.000,'],
    [{ right: 2, wrong: 2, each: 3 }, 'These labels do not show that the judge does better than chance (kappa 0.333,'],
    [{ right: 100, wrong: 40, each: 100 }, 'It passes 60 of 100 that people call wrong.'],
  ])('says whether the judge can be trusted: %o', async ({ right, wrong, each }, sentence) => {
    const root = temporaryFolder()
    const labels = Array.from({ length: 2 * each }, (_, at) => {
      const human = at < each ? 1 : 0
      const isRight = at % each < (human ? right : wrong)
      return { id: `answer ${at}`, judge: isRight ? human : 1 - human, human }
    })
    const { stdout } = await holdfastHere(['judge', 'measure', labelFile(root, labels)], root)
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain(sentence)
  })

  test('prints the same as JSON, from several files, and by the other method', async () => {
    const root = temporaryFolder()
    const files = [labelFile(root, LABELS.slice(0, 40), 'labelled.jsonl'), labelFile(root, LABELS.slice(40), 'rest.jsonl')]
    const found = JSON.parse((await holdfastHere(['judge', 'measure', ...files, '--json'], root)).stdout)
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
    const other = await holdfastHere(['judge', 'measure', ...files, '--method', 'ppi', '--out', 'found.json', '--json'], root)
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
    const { stdout } = await holdfastHere(['judge', 'measure', labelFile(root, [...LABELS, ...twice])], root)
    expect(stdout).toMatch(/people: equal +0\.975/)
    expect(stdout).toMatch(/Krippendorff's alpha +0\.951/)
    expect(stdout).toContain('so these count as not labelled: right 0.')
  })

  test('weights labels by their chance of being drawn, and says so', async () => {
    const root = temporaryFolder()
    // The judge is right of 8 of 10 that were drawn surely, and of none of 10 that were drawn one time in four.
    const labels = [
      ...[...Array(10).keys()].map((at) => ({ id: `sure ${at}`, judge: at < 8 ? 1 : 0, human: 1, probability: 1 })),
      ...[...Array(10).keys()].map((at) => ({ id: `rare ${at}`, judge: 1, human: 0, probability: 0.25 })),
    ]
    const { stdout } = await holdfastHere(['judge', 'measure', labelFile(root, labels), '--json'], root)
    const found = JSON.parse(stdout)
    // 8 of 10 + 40; weights 1 and 4: 50² / (10 * 1 + 10 * 16).
    expect(found.accuracy.value).toBeCloseTo(8 / 50, 12)
    expect(found.human.value).toBeCloseTo(10 / 50, 12)
    expect(found.weighted.effective).toBeCloseTo(2500 / 170, 12)
    expect(found.confusion).toEqual({ bothRight: 8, bothWrong: 0, onlyJudge: 10, onlyPeople: 2 })
    const text = (await holdfastHere(['judge', 'measure', 'labels.jsonl'], root)).stdout
    expect(text.replace(/\s+/g, ' ')).toContain(
      'Labels count by the inverse of their chance of being drawn. They tell as much as 15 of equal chance.',
    )
  })

  test('refuses labels of which some have a chance of being drawn', async () => {
    const root = temporaryFolder()
    const labels = [
      { id: 'a', judge: 1, human: 1, probability: 0.5 },
      { id: 'b', judge: 1, human: 1 },
    ]
    const { code, stderr } = await holdfastHere(['judge', 'measure', labelFile(root, labels)], root)
    expect(code).toBe(1)
    expect(stderr).toContain('1 labelled answer without a probability beside others with one, first b. Give the key of all labels.')
  })

  test('looks first at what unanimous raters say against the judge', async () => {
    const root = temporaryFolder()
    const rated = (id: string, judge: number, said: readonly number[]) => said.map((human, at) => ({ id, judge, human, rater: `r${at}` }))
    const labels = [
      ...rated('divided', 0, [1, 1, 0]),
      ...rated('unanimous', 0, [1, 1, 1]),
      ...rated('alone', 0, [1]),
      ...rated('right', 1, [1, 1]),
    ]
    const { disagreements } = JSON.parse((await holdfastHere(['judge', 'measure', labelFile(root, labels), '--json'], root)).stdout)
    expect(disagreements.map(({ id, raters, agree }: Record<string, unknown>) => [id, raters, agree])).toEqual([
      ['unanimous', 3, 1],
      ['alone', 1, 1],
      ['divided', 3, expect.closeTo(2 / 3, 12)],
    ])
    const { stdout } = await holdfastHere(['judge', 'measure', 'labels.jsonl'], root)
    expect(stdout).toMatch(/unanimous +0 +1 +3 of 3/)
  })

  test('does not break the name of a slice within a word on 80 columns', async () => {
    const root = temporaryFolder()
    const labels = LABELS.map((label, at) => ({ ...label, slice: at % 2 === 0 ? 'summarization' : 'open question answering' }))
    const { stdout } = await holdfastHere(['judge', 'measure', labelFile(root, labels)], root)
    expect(stdout).toMatch(/\n summarization +50 +20 /)
    expect(stdout).toMatch(/\n open question +50 +20 .*\n answering *\n/)
    expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80)
  })

  test('writes markdown to a file that ends with .md, and a page that runs nothing', async () => {
    const root = temporaryFolder()
    const hostile = '<img src=x onerror=alert(1)>|[x](http://a.b)'
    const labels = [...LABELS, { id: hostile, judge: 0, human: 1, slice: '<script>alert(2)</script>' }]
    const file = labelFile(root, labels)
    expect(await holdfastHere(['judge', 'measure', file, '--out', 'x.md'], root)).toMatchObject({ code: 0, stdout: '' })
    expect(await holdfastHere(['judge', 'measure', file, '--out', 'x.html'], root)).toMatchObject({ code: 0, stdout: 'x.html\n' })
    const markdown = readFileSync(join(root, 'x.md'), 'utf8')
    expect(markdown).toContain('| accuracy | 0.780 |')
    expect(markdown).not.toMatch(/(?<!\\)<img/)
    const page = readFileSync(join(root, 'x.html'), 'utf8')
    expect(page).toContain('&lt;img src=x onerror=alert(1)&gt;')
    expect(page).not.toMatch(/<script|<img|<link|(src|href)="(?!#)/)
    expect(page).toContain("default-src 'none'")
    // A heading has its own table below it, and no cell is without what it means.
    const headings = [...page.matchAll(/<h3[^>]*>([^<]*)</g)].map(([, text]) => text)
    expect(headings).toEqual([...new Set(headings)])
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
    ['answers that nobody labelled', [{ id: 'a', judge: 1 }], [], 1, 'labels.jsonl has no label.'],
    ['ratings with lee', [{ id: 'a', judge: 3 }], ['--method', 'lee'], 2, 'Use --method ppi.'],
    ['an unknown method', [{ id: 'a', judge: 1 }], ['--method', 'guess'], 2, 'lee, ppi'],
  ])('refuses %s', async (_, labels, args, code, message) => {
    const root = temporaryFolder()
    const finished = await holdfastHere(['judge', 'measure', labelFile(root, labels), ...args], root)
    expect(finished).toMatchObject({ code, stdout: '' })
    expect(finished.stderr).toContain(message)
  })
})
