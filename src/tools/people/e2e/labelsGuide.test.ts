import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fbBenchQuestions } from '../../../../suites/fb-bench/questions.ts'
import { shellCommands } from '../../../../test/docs/shellCommand.ts'
import { projectOf } from '../../../../test/e2e/ownProject.ts'
import { findBrowser, launch } from '../../../../test/e2e/pageRun.ts'
import { jsonLines } from '../../../../test/jsonLines.ts'
import { runHoldfast, runVitest } from '../../../../test/run.ts'
import { packageRoot } from '../../../core/base/packageRoot.ts'
import { type ItemRecord, itemRecord } from '../../../core/format/records.ts'
import { runFolder } from '../../../core/format/runFolder.ts'
import { type Metric, type ScoresDocument, scoresDocument } from '../../../core/format/scoresDocument.ts'
import { questionHash } from '../../../judging/questions/labelQuestion.ts'
import { runQuestions } from '../labels/runQuestions.ts'
import type { SheetData } from '../ratingPage/ratingPage.ts'
import { exportLabels } from '../test/ratingPageRun.ts'

const guide = readFileSync(join(packageRoot, 'docs', 'guides', 'judge.md'), 'utf8')
const commands = [...guide.matchAll(/```sh\n([\s\S]*?)```/g)].flatMap(([, code = '']) => shellCommands(code))

const recordsOf = (path: string): ItemRecord[] =>
  jsonLines(readFileSync(runFolder(path).items, 'utf8')).map((line) => itemRecord.parse(line))

/** What a judge that never errs says of each question, by the hash of what is shown: this is how the people here rate. */
function ratings(path: string): Map<string, number> {
  const asked = [...runQuestions(runFolder(path), recordsOf(path), () => fbBenchQuestions)]
  return new Map(asked.flatMap(({ questions }) => questions.map((question) => [questionHash(question), question.judge as number] as const)))
}

describe.skipIf(findBrowser() === undefined)('the guide to labels (skipped without a browser)', () => {
  let root = ''
  let run: (index: number) => Promise<{ code: number | null; stdout: string; stderr: string }>
  let truth: ScoresDocument
  let browser: Awaited<ReturnType<typeof launch>> | undefined
  afterAll(() => browser?.close())

  beforeAll(async () => {
    root = projectOf({
      'vitest.config.ts': `import { holdfast } from 'holdfast/plugin'
export default { plugins: [holdfast({ cache: 'off' })], test: { include: ['suites/**/*.eval.ts'] } }`,
    })
    const suite = join(root, 'suites', 'fb-bench')
    mkdirSync(suite, { recursive: true })
    writeFileSync(join(suite, 'fb-bench.eval.ts'), "import 'holdfast/suites/fb-bench'\n")
    run = (index) => {
      const { words, env } = commands[index] as (typeof commands)[number]
      const [, program, ...args] = words
      const expanded = args.flatMap((word) =>
        word === 'reports/labels/*.jsonl'
          ? readdirSync(join(root, 'reports', 'labels')).flatMap((name) => (name.endsWith('.jsonl') ? [`reports/labels/${name}`] : []))
          : [word],
      )
      const options = { cwd: root, env: { ...env, CI: '1' } }
      return program === 'holdfast' ? runHoldfast(expanded, options) : runVitest(expanded.slice(1), options)
    }
    // The same answers under a judge that never errs.
    const { env } = commands[0] as (typeof commands)[number]
    await runVitest(['suites/fb-bench/'], { cwd: root, env: { ...env, HOLDFAST_JUDGE: 'sim:judge', HOLDFAST_OUT: 'right', CI: '1' } })
    truth = scoresDocument.parse(JSON.parse(readFileSync(runFolder(join(root, 'right')).scores, 'utf8')))
    browser = await launch(findBrowser() as string)
  })

  test('leads from a run to a gate on what people say', async () => {
    expect(commands.map(({ words }) => words.slice(1, 4).join(' '))).toEqual([
      'vitest run suites/fb-bench',
      'holdfast judge label',
      'holdfast judge measure',
      'holdfast merge reports/runs/latest',
    ])
    await run(0)
    const drawn = await run(1)
    expect(drawn).toMatchObject({ code: 0 })
    const labels = join(root, 'reports', 'labels')
    const [name = ''] = readdirSync(labels).filter((file) => file.endsWith('.html'))
    const page = await (browser as NonNullable<typeof browser>).newPage()
    await page.goto(`file://${join(labels, name)}`)
    const sheet = JSON.parse((await page.locator('#sheet').textContent()) ?? '') as SheetData
    const said = ratings(join(root, 'right'))
    for (const { sha256 } of sheet.questions) await page.keyboard.press(String(said.get(sha256)))
    const { labels: saved } = await exportLabels(page, join(labels, 'rater.jsonl'))
    expect(saved).toHaveLength(sheet.questions.length)

    const judged = await run(2)
    expect(judged).toMatchObject({ code: 0 })
    const figures = JSON.parse(
      (
        await runHoldfast([
          'judge',
          'measure',
          '--json',
          ...readdirSync(labels)
            .filter((file) => file.endsWith('.jsonl'))
            .map((file) => join(labels, file)),
        ])
      ).stdout,
    )
    // The judge errs in a quarter of its verdicts.
    const [low, high] = figures.suites['fb-bench'].criterion.accuracy.ci95
    expect(low).toBeLessThan(0.75)
    expect(high).toBeGreaterThan(0.75)
    expect(judged.stdout).toContain('SIMULATED')
    // The next step of the guide, word for word.
    expect(judged.stdout.replaceAll(/\s+/g, ' ')).toContain('npx holdfast merge latest --out reports/runs/corrected')

    const gated = await run(3)
    const document = scoresDocument.parse(JSON.parse(readFileSync(runFolder(join(root, 'reports', 'runs', 'corrected')).scores, 'utf8')))
    const corrected = document.suites['fb-bench']?.metrics['corrected.overall'] as Metric
    const [from, to] = corrected.ci95 as [number, number]
    const people = truth.suites['fb-bench']?.metrics.overall?.value as number
    expect(from).toBeLessThan(people)
    expect(to).toBeGreaterThan(people)
    expect(document.gates.map(({ metric, verdict }) => [metric, verdict])).toEqual([
      ['fb-bench corrected.overall', from >= 30 ? 'held' : 'undecided'],
    ])
    expect(gated.code).toBe(from >= 30 ? 0 : 1)
    expect(readFileSync(runFolder(join(root, 'reports', 'runs', 'corrected')).markdown, 'utf8')).toContain('| corrected |')
  })
})
