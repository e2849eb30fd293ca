import { present } from '../core/base/collections.ts'
import { counted } from '../core/base/text/counted.ts'
import { shellWord } from '../core/base/text/shellWord.ts'
import type { ResolvedConfig } from '../core/config/resolve.ts'
import { isOfCommand } from '../core/config/settingOrigins.ts'
import { EXIT_INCOMPLETE } from '../core/format/exitIncomplete.ts'
import { hasMetricGates } from '../core/format/gates.ts'
import { type GateResult, isIncomplete, isSimulated, type ScoresDocument, type SuiteScores } from '../core/format/scoresDocument.ts'
import { lacksScores } from '../deciding/decide.ts'
import { DEFAULT_MAX_UNSCORED } from '../deciding/gates/evaluateGates.ts'
import type { JudgeStanding } from '../judging/certificate/certificate.ts'
import { type Block, type Fact, sentences } from './blocks/block.ts'
import { terminalBlocks } from './blocks/terminalBlocks.ts'
import { nextStep } from './decision/nextStep.ts'
import { gateNotes } from './decision/ruleText.ts'
import { modelFacts, reusedTexts, unprovenJudge, usageFacts } from './decision/runFacts.ts'
import { suitesOf } from './decision/suiteRow.ts'
import { earlyEndText } from './earlyText.ts'
import { failureBlocks, unscoredBlocks } from './failureBlocks.ts'
import { gateBlocks } from './gateBlocks.ts'
import { bannerLines, labelled, paint, wrapWords } from './layout.ts'
import { besideBlocks, headingBlocks, scoreBlocks, suitesTable } from './suiteBlocks.ts'
import type { ReportedRun } from './writeReports.ts'

const GAP: Block = { kind: 'gap' }

/** What the end of a run is told from. */
interface ResultInput extends Pick<ReportedRun, 'document' | 'records' | 'figures'> {
  readonly config: ResolvedConfig
  /** Records that a stop cut off. */
  readonly stopped: number
  /** Lines about failures that are not scores. */
  readonly otherFailures: readonly string[]
  /** Tests that are no scored items and passed. */
  readonly plainPassed: number
  readonly width: number
  /** How it stands with the judge. */
  readonly standing?: JudgeStanding | undefined
  /** The run as commands take it. Absent where there is none: then no next step is said. */
  readonly run?: string | undefined
}

/** The end of a run for the terminal, up to the line with its verdict: failures, figures, gates, calls, exit code. */
export function resultLines({ config, document, records, figures, width, run, standing, ...told }: ResultInput): string[] {
  const { stopped, otherFailures, plainPassed } = told
  const named = run && shellWord(run)
  const names = suitesOf(document)
  const suites = names.flatMap((suite) => {
    const own = records.filter((record) => record.suite === suite)
    return [
      GAP,
      ...headingBlocks(suite, document),
      ...failureBlocks(own, figures.find((entry) => entry.suite === suite)?.comparison, run),
      ...unscoredBlocks(document.suites[suite] as SuiteScores, own, config.gates?.maxUnscored ?? DEFAULT_MAX_UNSCORED, named),
      ...scoreBlocks(suite, document, own),
      ...besideBlocks(suite, document).flatMap((blocks) => [...blocks, GAP]),
    ]
  })
  const judged = unprovenJudge(document, standing)
  const early = names.map((suite): Fact => [suite, earlyEndText(document, suite) ?? ''])
  const several: Block[] = [{ kind: 'heading', text: counted(names.length, 'suite') }, suitesTable(document), GAP]
  const blocks: Block[] = [
    ...suites,
    ...(names.length > 1 ? several : []),
    { kind: 'facts', facts: early.filter(([, text]) => text !== '') },
    GAP,
    ...gateBlocks(document, config.gates?.baseline),
    ...sentences(gateNotes(document)),
    { kind: 'lines', lines: () => otherFailures },
    ...sentences([
      stopped > 0 && `${counted(stopped, 'item')} had begun: what of them is answered is kept, and the rest is asked when the run goes on.`,
      plainPassed > 0 && `${counted(plainPassed, 'test')} beside the items passed.`,
    ]),
    {
      kind: 'facts',
      facts: [...modelFacts(document), ...usageFacts(document.usage), ...reusedTexts(document).map((text): Fact => ['answers', text])],
    },
    ...sentences([judged?.text]),
    { kind: 'lines', lines: () => (judged ? [`   ${judged.command}`] : []) },
  ]
  return [
    '',
    ...terminalBlocks(blocks, width),
    '',
    ...simulatedBanner([{ document }], width),
    ...verdictLines(document, config, width, named),
  ]
}

/** The exit code with its reasons; of an incomplete run, how to go on; of one that is red for what was scored, the next step of its report. */
function verdictLines(document: ScoresDocument, config: ResolvedConfig, width: number, name: string | undefined): string[] {
  const { exitCode, run, gates, reasons = [] } = document
  const isStopped = exitCode === EXIT_INCOMPLETE || run.incomplete?.interrupted
  // A command that made the run may fail yet, ends with a code of its own, and says how it is finished.
  const goOn = isStopped && !config.exportsBatch && !isOfCommand() && ' Finish it: the same command with HOLDFAST_RESUME=latest.'
  const ended = isOfCommand() ? 'The run is' : 'exit 0:'
  const text =
    exitCode === 0
      ? `${ended} ${run.early ? 'decided early' : 'complete'}${run.partial ? ' but for what was left out' : ''}, ${gatesHeld(gates, config)}.`
      : `exit ${exitCode}: ${reasons.join('; ')}.`
  // Where nobody named a model.
  const isUnnamed = run.roles.candidate?.model === 'sim:oracle'
  const real = isUnnamed && ' A real model: the same command with HOLDFAST_MODEL=openai:<model>.'
  return present([
    ...wrapWords(text, width - 1, 8).map((line) => paint(exitCode === 0 ? 'green' : 'red', ` ${line}`)),
    goOn,
    real,
    ...nextLines(document, width, name),
  ])
}

/** A command is not cut. */
function nextLines(document: ScoresDocument, width: number, name: string | undefined): string[] {
  const isRed = document.gates.some(({ verdict }) => verdict === 'broken') || lacksScores(document)
  if (name === undefined || document.exitCode === 0 || isIncomplete(document) || !isRed) return []
  const { command, why } = nextStep(document, name)
  return [` Next: ${command}`, ...wrapWords(`${why}.`, width - 8, 0).map((line) => `       ${line}`)]
}

function gatesHeld(gates: readonly GateResult[], { gates: rules, shard }: ResolvedConfig): string {
  if (!hasMetricGates(rules)) return 'no gates configured'
  if (shard) return 'gates pending until all parts are merged by holdfast merge'
  const count = (wanted: GateResult['verdict']) => gates.filter(({ verdict }) => verdict === wanted).length
  const [pending, undecided] = [count('pending'), count('undecided')]
  if (pending === gates.length) return 'no gate checked, their suites did not run'
  const rest = present([undecided > 0 && `${undecided} undecided`, pending > 0 && `${pending} about what did not run`])
  return rest.length === 0 ? 'all gates held' : `all gates held but ${rest.join(' and ')}`
}

/** A failure for the terminal: a title, the message, and what Vitest prints below a message. */
export function otherFailureLines(name: string, message: readonly string[], details: readonly string[], width: number): string[] {
  return [
    ...labelled('x', name, width, 3),
    ...message.flatMap((line) => wrapWords(line, width - 4, 0).map((wrapped) => `    ${wrapped}`)),
    ...details.map((line) => `    ${line}`.trimEnd()),
  ]
}

/** The banner, where any of the runs has simulated models. */
export function simulatedBanner(runs: readonly { readonly document?: Pick<ScoresDocument, 'run'> | undefined }[], width: number): string[] {
  return runs.some(({ document }) => isSimulated(document)) ? bannerLines(width) : []
}
