import { join } from 'node:path'
import { Command } from 'commander'
import {
  type CommandTools,
  columns,
  counted,
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
  readonly model?: string | undefined
  readonly judge?: string | undefined
  readonly json?: boolean
  readonly out?: string
}

/** `holdfast leak-test`: does a leaked test raise the right answers only, and not the KIEval score? */
export function leakTestCommand({ openOutput, runSuite }: CommandTools): Command {
  return new Command('leak-test')
    .description(
      'Run kieval twice, the second time with all questions and answers in the context of the candidate: right answers must rise, the KIEval score must not. In the context, not in training.',
    )
    .argument('[runs...]', 'the two runs, without and with HOLDFAST_KIEVAL_LEAK=1, where they have been made')
    .option('--model <model>', 'model URI or name of the candidate, instead of HOLDFAST_MODEL')
    .option('--judge <model>', 'model URI or name of the judge, instead of HOLDFAST_JUDGE')
    .option('--json', 'print JSON')
    .option('--out <file>', 'file for the result instead of stdout')
    .action(async (names: string[], { model, judge, json, out }: LeakTestOptions) => {
      const root = process.cwd()
      if (names.length !== 0 && names.length !== 2) {
        throw new HoldfastError(
          'USAGE',
          `Failed to test a leak: ${counted(names.length, 'run')}. Name two, without and with HOLDFAST_KIEVAL_LEAK=1, or none to have them made.`,
        )
      }
      const [clean, leaked] = (
        names.length === 2 ? names.map((name) => findRun(name, root)) : await runBoth({ model, judge }, root, runSuite)
      ) as [RunFolder, RunFolder]
      const documents = [documentOf(clean, false), documentOf(leaked, true)] as const
      const result = leakTest(readItemRecords(clean.items), readItemRecords(leaked.items))
      const output = openOutput(out)
      if (json) await output.json(result, 2)
      else for (const line of resultLines(result, documents)) await output.line(line)
      await output.close()
      if (result.verdict !== 'holds') process.exitCode = 1
    })
}

/** Runs the suite without the leak and with it, with the models of the environment. */
async function runBoth({ model, judge }: LeakTestOptions, root: string, runSuite: CommandTools['runSuite']): Promise<RunFolder[]> {
  if (process.env.HOLDFAST_RESUME !== undefined) {
    throw new HoldfastError(
      'USAGE',
      'Failed to test a leak: HOLDFAST_RESUME names one run, and there are two. Finish each by itself and name both: npx holdfast leak-test <clean> <leaked>.',
    )
  }
  const folders: RunFolder[] = []
  for (const [name, leak] of [
    ['clean', false],
    ['leaked', true],
  ] as const) {
    const out = process.env.HOLDFAST_OUT
    const { folder, exitCode } = await runSuite(
      {
        suites: { kieval: { leak } },
        strict: false,
        ...(model !== undefined && { model }),
        ...(judge !== undefined && { judge }),
        ...(out !== undefined && { out: join(out, name) }),
      },
      root,
    )
    if (exitCode !== 0)
      throw new HoldfastError('RUN', `Failed to test a leak: the ${name} run is not complete. See what it printed above, and run again.`)
    folders.push(folder)
  }
  return folders
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
