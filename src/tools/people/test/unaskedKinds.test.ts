import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { holdfastHere } from '../../../../test/command.ts'
import { temporaryFolder } from '../../../../test/temporaryFolder.ts'
import type { Label, LabelKey } from '../labels/label.ts'

/** What two people said of the first and the third objection of four dialogues. No judge was asked. */
const SAID = [
  { first: [5, 4], third: [3, 3] },
  { first: [4, 4], third: [2, 4] },
  { first: [5, 5], third: [3, 5] },
  { first: [3, 4], third: [1, 1] },
]
const asked = SAID.flatMap(({ first, third }, at) =>
  [first, third].map((values, which) => ({
    name: {
      suite: 's',
      item: `item-${at}`,
      trial: 0,
      question: `refutation-${2 * which}/human-likeness`,
      sha256: `${at}${which}`.padStart(64, '0'),
    },
    values,
  })),
)
const KEYS: LabelKey[] = asked.map(({ name }) => ({ ...name, kind: 'human-likeness', task: 'mt', cluster: name.item, probability: 1 }))
const LABELS: Label[] = asked.flatMap(({ name, values }) =>
  values.map((value, at) => ({ ...name, rater: ['ann', 'bo'][at] as string, value })),
)

function measured(keys: readonly LabelKey[], labels: readonly Label[], ...flags: string[]) {
  const root = temporaryFolder()
  writeFileSync(join(root, 'labels.jsonl'), [...keys, ...labels].map((line) => `${JSON.stringify(line)}\n`).join(''))
  return holdfastHere(['judge', 'measure', 'labels.jsonl', ...flags], root)
}

test('labels of what no judge was asked have their mean, interval and agreement, as a whole and by question', async () => {
  const { stdout, stderr, code } = await measured(KEYS, LABELS, '--json')
  expect([stderr, code]).toEqual(['', 0])
  const { suites, unjudged } = JSON.parse(stdout)
  const found = suites.s['human-likeness']
  expect(unjudged).toBe(0)
  // First objections: means 4.5, 4, 5, 3.5. Third ones: 3, 3, 4, 1.
  expect(found).toMatchObject({ labelled: 8, human: { value: expect.closeTo((17 + 11) / 8, 12) }, people: { answers: 8 } })
  expect(Object.keys(found.slices)).toEqual(['refutation-0', 'refutation-2'])
  expect(found.slices['refutation-0']).toMatchObject({ labelled: 4, human: { value: 4.25 } })
  expect(found.slices['refutation-2']).toMatchObject({ labelled: 4, human: { value: 2.75 } })
  // Four of eight pairs are equal: two of either question.
  expect(found.people.agreement.value).toBe(0.5)
  expect(found.slices['refutation-0'].people.agreement.value).toBe(0.5)
  // Student's interval of four independent means: 4.25, sample deviation 0.6455, t of 3 degrees of freedom 3.1824.
  const half = (3.182446305 * 0.6454972244) / 2
  expect(found.slices['refutation-0'].human.ci95).toEqual([expect.closeTo(4.25 - half, 6), expect.closeTo(4.25 + half, 6)])
  // There is no figure of a judge.
  expect(Object.keys(found)).toEqual(['labelled', 'human', 'people', 'slices'])
})

test('they are shown, and what a judge gave no usable reply to is counted still', async () => {
  const judged: LabelKey[] = KEYS.map((key) => ({
    ...key,
    question: `${key.question}-2`,
    kind: 'satisfaction',
    ...(key.item !== 'item-0' && { judge: 4 }),
  }))
  const labels = LABELS.map((label) => ({ ...label, question: `${label.question}-2` }))
  const { stdout } = await measured([...KEYS, ...judged], [...LABELS, ...labels])
  const text = stdout.replaceAll(/\s+/g, ' ')
  expect(text).toContain('s: human-likeness')
  expect(text).toContain('8 answers labelled by people. No judge was asked.')
  expect(text).toMatch(/labels alone 3\.500 \S+ to \S+ mean of the labels people: equal 0\.500/)
  expect(text).toMatch(/refutation-0 4 4\.250 .* refutation-2 4 2\.750/)
  expect(text).toContain('2 labelled questions that the judge gave no usable reply to.')
})

test('labels of nothing that a judge was asked are no error', async () => {
  const { code, stdout } = await measured(KEYS, LABELS)
  expect(code).toBe(0)
  expect(stdout).not.toMatch(/judge alone|Cohen|accuracy/)
})

test('a kind that the judge was asked and gave no usable reply to at all is told apart from one that it was not asked', async () => {
  const failed = KEYS.map((key) => ({ ...key, model: 'judge-1' }))
  const { stdout } = await measured(failed, LABELS)
  const text = stdout.replaceAll(/\s+/g, ' ')
  expect(text).toContain('8 answers labelled by people. The judge was asked, and gave no usable reply.')
  expect(text).toContain('8 labelled questions that the judge gave no usable reply to.')
  const { suites, unjudged } = JSON.parse((await measured(failed, LABELS, '--json')).stdout)
  expect({ unjudged, unusable: suites.s['human-likeness'].unusable }).toEqual({ unjudged: 8, unusable: true })
})
