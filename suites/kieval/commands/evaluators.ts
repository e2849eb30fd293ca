import { existsSync, realpathSync } from 'node:fs'
import { dirname } from 'node:path'
import { Command } from 'commander'
import {
  type CommandTools,
  columns,
  findRun,
  HoldfastError,
  INTERVIEW_METRICS,
  type RunFolder,
  readItemRecords,
  readJson,
  type ScoresDocument,
  scoresDocument,
  singleLine,
} from '../../../src/kit.ts'
import { type Agreement, type EvaluatedRun, type EvaluatorAgreement, evaluatedRun, evaluatorAgreements } from '../evaluators.ts'
import { pValueText } from './pValueText.ts'

/** `holdfast evaluators <runs…>`: what several evaluators say of the same interviews. */
export function evaluatorsCommand({ openOutput }: CommandTools): Command {
  return new Command('evaluators')
    .description('Set evaluators of the same interviews side by side: runs of kieval, and those that judged them again (holdfast rejudge).')
    .argument('<runs...>', 'run folders, names under reports/runs, or latest')
    .option('--json', 'print JSON')
    .option('--out <file>', 'file for the result instead of stdout')
    .action(async (names: string[], { json, out }: { json?: boolean; out?: string }) => {
      const runs = names.map((name) => readRun(name, findRun(name, process.cwd())))
      const agreements = evaluatorAgreements(runs)
      if (agreements.length === 0) {
        throw new HoldfastError(
          'DATA',
          'Failed to set evaluators side by side: no two of these runs evaluated the same interviews. Name a run and what npx holdfast rejudge <run> --judge <evaluator> made of it.',
        )
      }
      const output = openOutput(out)
      if (json) await output.json({ runs: runs.map(({ overall: _overall, ...run }) => run), agreements }, 2)
      else for (const line of viewLines(runs, agreements)) await output.line(line)
      await output.close()
    })
}

function readRun(name: string, folder: RunFolder): EvaluatedRun {
  const document = readJson(folder.scores, scoresDocument)
  const run = evaluatedRun(document, readItemRecords(folder.items), interviewsOf(document, folder))
  if (run) return run
  throw new HoldfastError('DATA', `Failed to read ${name}: it has no interviews. Name runs of the kieval suite.`)
}

/** The folder of the run that held the interviews: a run that judges again has its recording as the candidate. */
function interviewsOf({ run }: ScoresDocument, folder: RunFolder): string {
  const recorded = /^replay:(.+)$/s.exec(run.roles.candidate?.model ?? '')?.[1]
  const path = recorded === undefined ? folder.path : dirname(recorded)
  return existsSync(path) ? realpathSync(path) : path
}

function viewLines(runs: readonly EvaluatedRun[], agreements: readonly EvaluatorAgreement[]): string[] {
  const candidateOf = ({ interviews, candidate }: EvaluatedRun) =>
    runs.find((run) => run.interviews === interviews && !run.candidate.startsWith('replay:'))?.candidate ?? candidate
  const rows = runs.map((run) => [
    candidateOf(run),
    run.evaluator,
    ...INTERVIEW_METRICS.map((name) => run.scores[name]?.toFixed(1) ?? '–'),
    run.simulated ? 'sim' : '',
  ])
  const told = agreements.flatMap(({ evaluators, scores, interviews, difference }) => [
    '',
    ` ${singleLine(evaluators.join(' and '))}`,
    ...columns(
      [
        ['', 'n', 'Pearson r', 'p', 'Spearman ρ', 'p', 'Kendall τ'],
        ['scores of runs', ...figuresOf(scores)],
        ['single interviews', ...figuresOf(interviews)],
      ],
      new Set([0]),
    ),
    ...(difference === null
      ? []
      : [` the second scores interviews ${Math.abs(difference).toFixed(1)} ${difference < 0 ? 'lower' : 'higher'} on the mean`]),
  ])
  return [...columns([['interviews of', 'evaluator', ...INTERVIEW_METRICS, ''], ...rows], new Set([0, 1])), ...told]
}

function figuresOf(found: Agreement | null): string[] {
  if (!found) return Array(6).fill('–')
  const { pearson, spearman, tau } = found
  return [String(pearson.n), pearson.r.toFixed(3), pValueText(pearson.p), spearman.r.toFixed(3), pValueText(spearman.p), tau.toFixed(3)]
}
