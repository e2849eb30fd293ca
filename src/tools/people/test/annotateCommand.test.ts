import { appendFileSync, copyFileSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { fbBenchSuite } from '../../../../suites/fb-bench/suite.ts'
import { kievalSuite } from '../../../../suites/kieval/suite.ts'
import { llmbarSuite } from '../../../../suites/llmbar/suite.ts'
import { refutebenchSuite } from '../../../../suites/refutebench/suite.ts'
import { holdfastHere } from '../../../../test/command.ts'
import { once, writeRun } from '../../../../test/outcome.ts'
import { runSuite } from '../../../../test/runSuite.ts'
import { sharedTemporaryFolder } from '../../../../test/temporaryFolder.ts'
import { parseJsonl } from '../../../core/base/data/jsonl.ts'
import { latestRecords, trialKey } from '../../../core/format/records.ts'
import { type RunFolder, runFolder } from '../../../core/format/runFolder.ts'
import { criterion, rubric } from '../../../judging/rubric/rubric.ts'
import { defineSuite, type Suite } from '../../../running/worker/suite.ts'
import { type Label, type LabelKey, labelKey } from '../labels/label.ts'
import { plainQuestions, type QuestionedRecord, runQuestions } from '../labels/runQuestions.ts'
import type { RatingSheet, SheetData } from '../ratingPage/ratingPage.ts'

/** The sheet that a page holds. */
function sheetOf(page: string): RatingSheet {
  const [, json = ''] = /<script[^>]* id="sheet">([\s\S]*?)<\/script>/.exec(page) ?? []
  const { id, rater, texts, questions } = JSON.parse(json) as SheetData
  const shown = ({ text, ...rest }: SheetData['questions'][number]['shown'][number]) => ({ ...rest, text: texts[text] ?? '' })
  return { id, rater, questions: questions.map((question) => ({ ...question, shown: question.shown.map(shown) })) }
}

const root = sharedTemporaryFolder()

const ownSuite = defineSuite({
  name: 'own',
  roles: ['candidate', 'judge'],
  options: z.strictObject({}),
  open: () => ({
    // Names that would be harmful where they are taken for markup, for a path or for a command to the terminal.
    items: [{ id: '../../etc/x' }, { id: '</script><img src=x>' }, { id: 'a\u001b[31mred' }, { id: 'four' }],
    reference: () => 'The sky is blue.',
    body: async (_item, { dialogue, expect: expectItem }) => {
      await dialogue.ask('What colour is the sky?')
      const says = (text: string) => text.includes('blue')
      await expectItem(dialogue).toPassRubric(rubric([criterion('names a colour', { calibration: { simulated: says } })]))
    },
  }),
})

const RUNS = {
  'fb-bench': { suite: fbBenchSuite, limit: 3 },
  refutebench: { suite: refutebenchSuite, limit: 2 },
  kieval: { suite: kievalSuite, limit: 3 },
  llmbar: { suite: llmbarSuite, limit: 4 },
  own: { suite: ownSuite as Suite, limit: 4 },
} as const
type Name = keyof typeof RUNS
const NAMES = Object.keys(RUNS) as Name[]

/** A run, and what is asked of it by another way than the command's. */
interface MadeRun {
  readonly folder: RunFolder
  readonly asked: readonly QuestionedRecord[]
}

const runs = new Map(
  NAMES.map((name) => [
    name,
    once(async (): Promise<MadeRun> => {
      const { suite, limit } = RUNS[name]
      const models = { ...(suite.roles.includes('candidate') && { model: 'sim:sycophant' }), judge: 'sim:judge?noise=0.3' }
      const outcome = await runSuite(suite, models, { HOLDFAST_LIMIT: String(limit) })
      const folder = await writeRun(outcome, join(root, 'reports', 'runs', name))
      const questions = suite.people ?? plainQuestions
      return { folder, asked: [...runQuestions(folder, latestRecords(outcome.records), () => questions)] }
    }),
  ]),
)

async function runOf(name: Name): Promise<MadeRun> {
  return (runs.get(name) as () => Promise<MadeRun>)()
}

/** Runs the command, and reads what it wrote. */
async function annotate(args: readonly string[], out: string) {
  const finished = await holdfastHere(['judge', 'label', ...args, '--out', out], root)
  const files = existsSync(join(root, out)) ? readdirSync(join(root, out)).sort() : []
  const keyFile = files.find((name) => name.endsWith('.key.jsonl')) ?? ''
  const key = keyFile === '' ? [] : parseJsonl(readFileSync(join(root, out, keyFile), 'utf8'), labelKey, keyFile)
  const pages = files.filter((name) => name.endsWith('.html'))
  const sheets = pages.map((name) => sheetOf(readFileSync(join(root, out, name), 'utf8')))
  return { ...finished, sheets, files, keyFile, key }
}

const names = (lines: readonly (LabelKey | RatingSheet['questions'][number])[]) =>
  lines.map((line) => `${trialKey(line)} ${line.question} ${line.sha256}`).sort()
const itemsOf = (sheet: RatingSheet | undefined) => [...new Set(sheet?.questions.map(trialKey))].sort()
const labelsOf = (sheet: RatingSheet, rater = sheet.rater): Label[] =>
  sheet.questions.map(({ suite, item, trial, question, sha256, scale }) => ({
    ...{ suite, item, trial, question, sha256, rater },
    value: scale[0]?.value ?? 0,
  }))
function writeLabels(name: string, labels: readonly Label[]): string {
  writeFileSync(join(root, name), labels.map((line) => `${JSON.stringify(line)}\n`).join(''))
  return name
}

test('holdfast judge label says how many items have no score and cannot be drawn', async () => {
  const { folder } = await runOf('own')
  const part = runFolder(join(root, 'reports', 'runs', 'own-part'))
  cpSync(folder.path, part.path, { recursive: true })
  const lost = { suite: 'own', task: '', trial: 0, tags: {}, scores: {} }
  const records = [
    { ...lost, item: 'five', status: 'unscored' },
    { ...lost, item: 'six', status: 'error' },
    { ...lost, item: 'seven', status: 'skipped' },
  ]
  appendFileSync(part.items, records.map((record) => `${JSON.stringify(record)}\n`).join(''))
  const said = async (run: string) => (await annotate([run, '--count', '2'], `${run}-said`)).stdout.replaceAll(/\s+/g, ' ')
  expect(await said('own-part')).toMatch(/2 of 4 scored items, with 2 questions .* 2 items more have no score, and cannot be drawn\./)
  expect(await said('own')).toContain('2 of 4 items, with 2 questions')
  // Labels of a judge that does not judge decide no gate.
  const document = JSON.parse(readFileSync(part.scores, 'utf8'))
  document.suites.own.judgeSigns = [{ role: 'judge', sign: 'controls', known: 'wrong', n: 6, of: 6 }]
  writeFileSync(part.scores, JSON.stringify(document))
  expect(await said('own-part')).toContain(
    'The judge of own does not judge: labels measure it, and gates on corrected figures stay undecided.',
  )
  expect(await said('own')).not.toContain('does not judge')
})

describe.each(NAMES)('holdfast judge label on a run of %s', (name) => {
  test('asks all of each drawn item that the judge was asked, and keeps what the judge said in the key', async () => {
    const { asked } = await runOf(name)
    const { code, stdout, stderr, sheets, files, key, keyFile } = await annotate([name, '--count', '2'], `${name}-two`)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    const [sheet] = sheets
    const drawn = asked.filter(({ record }) => itemsOf(sheet).includes(trialKey(record)))
    expect(drawn).toHaveLength(2)
    const judged = new Set(asked.flatMap(({ questions }) => questions.flatMap(({ kind, judge }) => (judge === undefined ? [] : [kind]))))
    const expected = drawn.flatMap(({ record, questions }) =>
      questions
        .filter(({ kind }) => judged.has(kind))
        .map(({ question, kind, judge, votes, model, criterion }) => ({
          ...{ suite: record.suite, item: record.item, trial: record.trial, question, kind, task: record.task, model },
          cluster: Object.values(record.clusters ?? {})[0] ?? record.item,
          probability: 2 / asked.length,
          ...(judge !== undefined && { judge }),
          ...(votes !== undefined && { votes }),
          ...(criterion !== undefined && { criterion }),
        })),
    )
    expect(key.map(({ sha256: _sha256, ...line }) => line)).toHaveLength(expected.length)
    expect(key.map(({ sha256: _sha256, ...line }) => line)).toEqual(expect.arrayContaining(expected))
    expect(names(sheet?.questions ?? [])).toEqual(names(key))
    expect(files).toEqual([keyFile, keyFile.replace('.key.jsonl', '-rater-1.html')].sort())
    expect(stdout).toContain('SIMULATED')
    expect(stdout).toContain(`${key.length} judgement`)
    expect(stdout).toContain(`npx holdfast judge measure ${name}-two/${keyFile.replace('.key.jsonl', '*.jsonl')} --run ${name}`)
  })

  test('tells raters neither a model nor a judgement', async () => {
    const { asked } = await runOf(name)
    const { sheets, files, stdout } = await annotate([name, '--raters', '2'], `${name}-blind`)
    const fields = ['ask', 'item', 'question', 'scale', 'sha256', 'shown', 'suite', 'trial']
    for (const sheet of sheets) {
      expect(Object.keys(sheet).sort()).toEqual(['id', 'questions', 'rater'])
      for (const question of sheet.questions) {
        expect(Object.keys(question).sort()).toEqual(fields)
        for (const text of question.shown) expect(['title', 'text', 'isJudged']).toEqual(expect.arrayContaining(Object.keys(text)))
      }
    }
    const all = JSON.stringify([sheets, files])
    expect(all).not.toMatch(/sim:|sycophant|noise=/)
    const replies = asked.flatMap(({ calls }) => calls.flatMap(({ role, content = '' }) => (role === 'judge' ? [content] : [])))
    for (const reply of replies.filter(({ length }) => length > 20)) expect(all).not.toContain(JSON.stringify(reply).slice(1, -1))
    expect(stdout).not.toContain('\u001b[31mred')
  })

  test('keeps one answer’s questions together', async () => {
    const { sheets } = await annotate([name], `${name}-order`)
    const judgedTexts = (sheets[0]?.questions ?? []).map((question) =>
      JSON.stringify([trialKey(question), question.shown.filter(({ isJudged }) => isJudged)]),
    )
    const changes = judgedTexts.filter((texts, index) => texts !== judgedTexts[index - 1]).length
    expect(changes).toBe(new Set(judgedTexts).size)
  })
})

test('the two orders of a pair are not asked one after the other', async () => {
  await runOf('llmbar')
  const { sheets } = await annotate(['llmbar'], 'llmbar-apart')
  const questions = sheets[0]?.questions ?? []
  const items = questions.map(({ item }) => item)
  expect(new Set(items.slice(0, items.length / 2)).size).toBe(items.length / 2)
  expect([...items.slice(items.length / 2)].sort()).toEqual([...items.slice(0, items.length / 2)].sort())
})

test('what the judge was not asked is asked of raters where it is named', async () => {
  await runOf('refutebench')
  const { key, stdout } = await annotate(['refutebench', '--kind', 'human-likeness', 'appropriateness'], 'refutebench-kinds')
  expect([...new Set(key.map(({ kind }) => kind))].sort()).toEqual(['appropriateness', 'human-likeness'])
  expect(key.every(({ judge }) => judge === undefined)).toBe(true)
  expect(stdout.replace(/\s+/g, ' ')).toContain('The judge was asked more: satisfaction')
})

describe('the same command', () => {
  test('writes the same files, whatever order the records are in, and another seed other ones', async () => {
    const { folder } = await runOf('fb-bench')
    const args = ['fb-bench', '--count', '5', '--by', 'doubt', '--raters', '2']
    const first = await annotate(args, 'again')
    const contents = () => first.files.map((name) => readFileSync(join(root, 'again', name), 'utf8'))
    const before = contents()
    const turned = runFolder(join(root, 'reports', 'runs', 'turned'))
    mkdirSync(turned.path, { recursive: true })
    copyFileSync(folder.calls, turned.calls)
    const lines = readFileSync(folder.items, 'utf8').trim().split('\n').reverse()
    writeFileSync(turned.items, `${lines.join('\n')}\n`)
    const again = await annotate(['turned', ...args.slice(1)], 'again')
    expect(again.code).toBe(0)
    expect(again.files).toEqual(first.files)
    expect(contents()).toEqual(before)
    // Without scores.json too it is told that the models are simulated.
    expect(again.stdout).toContain('SIMULATED')
    const other = await annotate([...args, '--seed', '1'], 'again')
    expect(other.files).toHaveLength(2 * first.files.length)
    expect(other.stdout).toMatch(/npx holdfast judge measure again\/fb-bench-[0-9a-f]{8}\*\.jsonl/)
  })

  test('does not overwrite a key that says other things', async () => {
    await runOf('fb-bench')
    const { keyFile } = await annotate(['fb-bench'], 'kept')
    writeFileSync(join(root, 'kept', keyFile), 'mine\n')
    const { code, stderr } = await holdfastHere(['judge', 'label', 'fb-bench', '--out', 'kept'], root)
    expect(code).toBe(1)
    expect(stderr).toContain(`Failed to write ${join('kept', keyFile)}: it is there, and says other things.`)
    expect(readFileSync(join(root, 'kept', keyFile), 'utf8')).toBe('mine\n')
  })
})

describe('several raters', () => {
  test('share the items, and all get those of the overlap', async () => {
    const { asked } = await runOf('fb-bench')
    const { sheets, stdout } = await annotate(['fb-bench', '--raters', 'ann,ben,Zoë', '--overlap', '2'], 'shared')
    expect(new Set(sheets.map(({ rater }) => rater))).toEqual(new Set(['ann', 'ben', 'Zoë']))
    const all = sheets.map(itemsOf)
    const count = (key: string) => all.filter((items) => items.includes(key)).length
    const counts = asked.map(({ record }) => count(trialKey(record)))
    expect(counts.filter((raters) => raters === 3)).toHaveLength(2)
    expect(counts.filter((raters) => raters === 1)).toHaveLength(asked.length - 2)
    expect(stdout).toContain('Every rater gets 2 items of these')
  })

  test('by default share a fifth of the items, at least 5, and see them in orders of their own', async () => {
    await runOf('fb-bench')
    const { sheets } = await annotate(['fb-bench', '--raters', '2', '--count', '20'], 'fifth')
    const [one, other] = sheets.map(itemsOf) as [string[], string[]]
    const both = one.filter((key) => other.includes(key))
    expect(both).toHaveLength(5)
    const order = (sheet: RatingSheet | undefined) => [...new Set(sheet?.questions.map(trialKey))].filter((key) => both.includes(key))
    expect(order(sheets[0])).not.toEqual(order(sheets[1]))
  })
})

describe('--by', () => {
  test('slice draws the same number of each task as far as there are as many', async () => {
    const { asked } = await runOf('fb-bench')
    const tasks = new Map<string, number>()
    for (const { record } of asked) tasks.set(record.task, (tasks.get(record.task) ?? 0) + 1)
    const { key, sheets } = await annotate(['fb-bench', '--by', 'slice', '--count', String(2 * tasks.size)], 'slices')
    const drawn = new Map<string, Set<string>>()
    for (const { task, item } of key) drawn.set(task, (drawn.get(task) ?? new Set()).add(item))
    expect([...drawn.values()].every(({ size }) => size === 2)).toBe(true)
    for (const { task, probability } of key) expect(probability).toBeCloseTo(2 / (tasks.get(task) ?? 0), 12)
    expect(itemsOf(sheets[0])).toHaveLength(2 * tasks.size)
  })

  test('doubt gives each item a chance that sums to what is drawn', async () => {
    const { asked } = await runOf('llmbar')
    const all = await annotate(['llmbar', '--by', 'doubt', '--count', '1000'], 'doubt-all')
    expect(all.stdout).toContain('There are no 1000, so all are taken.')
    expect(new Set(all.key.map(({ probability }) => probability))).toEqual(new Set([1]))
    expect(itemsOf(all.sheets[0])).toHaveLength(asked.length)
    const seeds = Array.from({ length: 6 }, (_, seed) => seed)
    const chances = new Map<string, number>()
    for (const seed of seeds) {
      const { key } = await annotate(['llmbar', '--by', 'doubt', '--count', '6', '--seed', String(seed)], `doubt-${seed}`)
      for (const { item, probability } of key) {
        expect(chances.get(item) ?? probability).toBe(probability)
        chances.set(item, probability)
      }
    }
    // Both orders for the same output shown first: of the two verdicts one is wrong.
    const contradicts = ({ questions }: QuestionedRecord) => questions.length === 2 && questions[0]?.judge === questions[1]?.judge
    const of = (wanted: boolean) =>
      asked.filter((one) => contradicts(one) === wanted).flatMap(({ record }) => chances.get(record.item) ?? [])
    expect(of(true).length * of(false).length).toBeGreaterThan(0)
    expect(Math.min(...of(true))).toBeGreaterThan(Math.max(...of(false)))
  })
})

describe('--labels', () => {
  test('a larger sample holds the smaller one, and does not ask again what has its label', async () => {
    const { asked } = await runOf('fb-bench')
    const small = await annotate(['fb-bench', '--count', '3'], 'small')
    const [sheet] = small.sheets as [RatingSheet]
    const file = writeLabels('done.jsonl', labelsOf(sheet))
    const large = await annotate(['fb-bench', '--count', '6', '--labels', file], 'large')
    expect(large.code).toBe(0)
    expect(names(large.key)).toEqual(names([...sheet.questions, ...(large.sheets[0]?.questions ?? [])]))
    expect(new Set(large.key.map(({ probability }) => probability))).toEqual(new Set([6 / asked.length]))
    expect(large.stdout).toContain(`npx holdfast judge measure done.jsonl ${join('large', large.keyFile).replace('.key', '*')}`)
  })

  test('asks of the overlap what a rater did not label, and of other items what nobody did', async () => {
    await runOf('fb-bench')
    const args = ['fb-bench', '--count', '4', '--raters', 'ann,ben', '--overlap', '1']
    const first = await annotate(args, 'both')
    const file = writeLabels('ann.jsonl', labelsOf(first.sheets[0] as RatingSheet))
    const second = await annotate([...args, '--labels', file], 'both-left')
    expect(second.sheets.map(({ rater }) => rater)).toEqual(['ben'])
    expect(second.stdout).toContain('Nothing is left to ask: ann.')
    expect(names(second.sheets[0]?.questions ?? [])).toEqual(names(first.sheets[1]?.questions ?? []))
  })

  test.each([
    ['labels of another sample', ['--count', '2', '--seed', '5'], 'of the labelled items are not in this sample'],
    ['a draw by doubt', ['--by', 'doubt', '--count', '8'], 'a larger sample by doubt does not hold the smaller one'],
    ['a sample that has all its labels', ['--count', '6'], 'all 6 of the sample have their labels. Draw more with --count.'],
  ])('is refused with %s', async (_name, args, message) => {
    await runOf('fb-bench')
    const { sheets } = await annotate(['fb-bench', '--count', '6'], 'six')
    const file = writeLabels('six.jsonl', labelsOf(sheets[0] as RatingSheet))
    const { code, stderr, files } = await annotate(['fb-bench', ...args, '--labels', file], 'refused')
    expect({ code, files }).toEqual({ code: 2, files: [] })
    expect(stderr).toContain(message)
  })

  test('that are of another text are refused by name', async () => {
    await runOf('fb-bench')
    const { sheets } = await annotate(['fb-bench', '--count', '1'], 'one')
    const labels = labelsOf(sheets[0] as RatingSheet).map((line) => ({ ...line, sha256: 'a'.repeat(64) }))
    const { code, stderr } = await annotate(['fb-bench', '--labels', writeLabels('other.jsonl', labels)], 'refused')
    expect(code).toBe(1)
    expect(stderr).toContain('counts for what is asked.')
    expect(stderr).toContain('of another text than the run has')
  })
})

/** A run with what several have, each line changed. */
async function joined(name: string, parts: readonly Name[], change: (line: string) => string = (line) => line) {
  const made = runFolder(join(root, 'reports', 'runs', name))
  mkdirSync(made.path, { recursive: true })
  const folders = await Promise.all(parts.map(async (part) => (await runOf(part)).folder))
  for (const file of ['items', 'calls'] as const)
    writeFileSync(made[file], folders.map((folder) => change(readFileSync(folder[file], 'utf8'))).join(''))
}

test('a run of several suites is drawn from as a whole, or one suite of it', async () => {
  await joined('several', ['fb-bench', 'llmbar'])
  const whole = await annotate(['several', '--count', '30'], 'of-several')
  expect([...new Set(whole.key.map(({ suite }) => suite))].sort()).toEqual(['fb-bench', 'llmbar'])
  expect(whole.keyFile).toMatch(/^labels-[0-9a-f]{8}\.key\.jsonl$/)
  const one = await annotate(['several', '--suite', 'llmbar'], 'one-of-several')
  expect({ code: one.code, stderr: one.stderr }).toEqual({ code: 0, stderr: '' })
  expect(new Set(one.key.map(({ suite }) => suite))).toEqual(new Set(['llmbar']))
  expect(one.keyFile).toMatch(/^llmbar-/)
})

test('a suite whose name is a path writes into the folder and nowhere else', async () => {
  await joined('path', ['own'], (lines) => lines.replaceAll('"suite":"own"', '"suite":"../../../x"'))
  const { code, files, stdout } = await annotate(['path'], 'deep/in/here')
  expect(code).toBe(0)
  expect(files).toEqual([expect.stringMatching(/^x-[0-9a-f]{8}-rater-1\.html$/), expect.stringMatching(/^x-[0-9a-f]{8}\.key\.jsonl$/)])
  expect(stdout).not.toContain('../')
})

describe('is refused', () => {
  test.each([
    ['a run that is not there', ['none'], 2, 'Failed to find the run "none"'],
    ['a suite that the run does not have', ['llmbar', '--suite', 'llmbra'], 2, 'Did you mean llmbar? Suites of the run: llmbar.'],
    ['a kind that nobody is asked', ['llmbar', '--kind', 'preferences'], 2, 'Did you mean preference? Kinds of the run: preference.'],
    ['no item', ['llmbar', '--count', '0'], 2, 'expected a whole number from 1 to 10000.'],
    ['a design that there is not', ['llmbar', '--by', 'hope'], 2, 'Allowed choices are random, doubt, slice'],
    ['no rater', ['llmbar', '--raters', '0'], 2, 'expected a whole number from 1 to'],
    ['a name that is a path', ['llmbar', '--raters', '../ann'], 2, 'is no name of letters, digits'],
    ['two raters of one name', ['llmbar', '--raters', 'ann,Ann'], 2, 'two names are the same'],
    ['an overlap of more than all', ['llmbar', '--overlap', '1.2'], 2, 'for instance 0.2'],
    ['fewer items than slices', ['fb-bench', '--by', 'slice', '--count', '1'], 2, 'a slice without an item would count for nothing'],
  ])('%s', async (_name, args, exitCode, message) => {
    await Promise.all([runOf('llmbar'), runOf('fb-bench')])
    const { code, stderr, files } = await annotate(args, 'nothing')
    expect({ code, files }).toEqual({ code: exitCode, files: [] })
    expect(stderr).toContain(message)
  })

  test('a run without calls, and one that no judge had a part in', async () => {
    const { folder } = await runOf('llmbar')
    const bare = runFolder(join(root, 'reports', 'runs', 'bare'))
    mkdirSync(bare.path, { recursive: true })
    copyFileSync(folder.items, bare.items)
    expect(await annotate(['bare'], 'nothing')).toMatchObject({ code: 1, stderr: expect.stringContaining('it has no calls.jsonl') })
    writeFileSync(bare.calls, '')
    expect(await annotate(['bare'], 'nothing')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('its judge was asked nothing that people can be asked.'),
      files: [],
    })
    writeFileSync(bare.items, '{"half')
    expect(await annotate(['bare'], 'nothing')).toMatchObject({ code: 1, stderr: expect.stringContaining('line 1') })
  })
})
