import { Command } from 'commander'
import {
  type CommandTools,
  columns,
  findRun,
  HoldfastError,
  type RunFolder,
  readItemRecords,
  readJson,
  type ScoresDocument,
  scoresDocument,
  screenWidth,
  wrapWords,
} from '../../../src/kit.ts'
import { type LeakChange, type LeakTest, leakTest } from '../leakTest.ts'

interface LeakTestOptions {
  readonly json?: boolean
  readonly out?: string
}

/** `holdfast leak-test`: does a leaked test raise the right answers only, and not the KIEval score? */
export function leakTestCommand({ openOutput }: CommandTools): Command {
  return new Command('leak-test')
    .description(
      'Compare two runs of kieval, the second with all questions and answers in the context of the candidate: right answers must rise, the KIEval score must not. In the context, not in training.',
    )
    .argument('<clean>', 'the run without a leak')
    .argument('<leaked>', 'the run with HOLDFAST_KIEVAL_LEAK=1')
    .option('--json', 'print JSON')
    .option('--out <file>', 'file for the result instead of stdout')
    .action(async (cleanName: string, leakedName: string, { json, out }: LeakTestOptions) => {
      const root = process.cwd()
      const [clean, leaked] = [findRun(cleanName, root), findRun(leakedName, root)]
      const documents = [documentOf(clean, false), documentOf(leaked, true)] as const
      const result = leakTest(readItemRecords(clean.items), readItemRecords(leaked.items))
      const output = openOutput(out)
      if (json) await output.json(result, 2)
      else for (const line of resultLines(result, documents)) await output.line(line)
      await output.close()
      if (result.verdict !== 'holds') process.exitCode = 1
    })
}

function documentOf(folder: RunFolder, leak: boolean): ScoresDocument {
  const document = readJson(folder.scores, scoresDocument)
  const options = document.run.options?.kieval
  if (options && (options.leak === true) === leak) return document
  throw new HoldfastError(
    'DATA',
    `Failed to test a leak: ${folder.path} is ${options ? (leak ? 'without a leak' : 'with a leak') : 'no run of kieval'}. Name first the run without, then the one with HOLDFAST_KIEVAL_LEAK=1.`,
  )
}

const VERDICTS: Readonly<Record<LeakTest['verdict'], string>> = {
  holds: 'HOLDS: right answers rose, and the KIEval score did not',
  fooled: 'FOOLED: the KIEval score rose too',
  nothing: 'SAYS NOTHING: right answers did not rise, so that nothing leaked that helped',
}

function resultLines({ verdict, accuracy, score }: LeakTest, documents: readonly ScoresDocument[]): string[] {
  const roles = documents.flatMap(({ run }) => Object.entries(run.roles))
  // The candidate alone gives right answers; the score is also the interviewer's and the judge's work.
  const simulated = (name: string | undefined) => roles.some(([role, own]) => own.simulated && (name === undefined || role === name))
  const named = ['candidate', 'judge'].map((role) => [
    role,
    [...new Set(roles.filter(([name]) => name === role).map(([, { model }]) => model))].join(' and '),
  ])
  const row = (label: string, figures: LeakChange | null, scale: number, isSimulated: boolean) => {
    const of = (value: number) => `${(scale * value).toFixed(1)}${isSimulated ? ' sim' : ''}`
    const signed = (value: number) => `${value < 0 ? '-' : '+'}${Math.abs(scale * value).toFixed(1)}`
    if (!figures) return [label, '–', '–', '–', '–', '']
    const { clean, leaked, change, ci95, n, rose } = figures
    return [label, of(clean), of(leaked), signed(change), ci95 ? ci95.map(signed).join(' to ') : '–', rose ? 'rose' : 'no rise', String(n)]
  }
  return [
    ...named.map(([role, model]) => ` ${role?.padEnd(10)} ${model}`),
    '',
    ...columns(
      [
        ['', 'clean', 'leaked', 'change', '95 % interval', '', 'questions'],
        row('right answers, %', accuracy, 100, simulated('candidate')),
        row('KIEval, 10 to 100', score, 1, simulated(undefined)),
      ],
      new Set([0, 5]),
    ),
    '',
    ` ${VERDICTS[verdict]}`,
    ...wrapWords('The leak is in the context. What training on the test does to a model is another matter.', screenWidth() - 1, 2).map(
      (line) => ` ${line}`,
    ),
  ]
}
