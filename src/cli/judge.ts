import { Command, Option } from 'commander'
import { readJsonl } from '../base/data/jsonl.ts'
import { HoldfastError } from '../base/errors.ts'
import { counted } from '../base/text/counted.ts'
import { type JudgedLabel, judgedLabel } from '../format/judgedLabel.ts'
import { judgeAgreementLines, type MeasuredJudge } from '../report/judgeAgreementLines.ts'
import { screenWidth, wrapWords } from '../report/layout.ts'
import { simulatedBanner } from '../report/simulatedBanner.ts'
import type { CorrectionMethod } from '../stats/agreement/corrected.ts'
import { judgeAgreement } from '../stats/agreement/judgeAgreement.ts'
import { type JudgedUnit, judgedUnits } from '../stats/agreement/judgedUnit.ts'
import { readJudgedRun, refusedLines } from './judgedRun.ts'
import { printResult } from './output.ts'

interface JudgeFlags {
  readonly run?: string
  readonly method?: CorrectionMethod
  readonly json?: boolean
  readonly out?: string
}

/** `holdfast judge <labels…>`: is the judge right, by the labels of people, and what would people say of the whole run? */
export function judgeCommand(): Command {
  return new Command('judge')
    .description('Measure a judge against the labels of people, and correct its figure by them.')
    .argument('<labels...>', 'files of lines { id, judge, human?, rater?, slice?, cluster? }, JSONL (.gz too)')
    .option('--run <run>', 'the run whose judge is measured; labels are then { suite, item, trial, question, sha256, rater, value }')
    .addOption(
      new Option('--method <name>', 'how the figure is corrected (default: lee for labels of 0 and 1, else ppi)').choices(['lee', 'ppi']),
    )
    .option('--json', 'print JSON')
    .option('--out <file>', 'file for the result instead of stdout')
    .action(async (paths: readonly string[], { run, method, json, out }: JudgeFlags) => {
      if (run !== undefined) return printResult(out, await ofRun(run, paths, method, json ?? false))
      const labels: JudgedLabel[] = []
      for (const path of paths) for await (const label of readJsonl(path, judgedLabel)) labels.push(label)
      const measured = measure(labels, method, paths.join(', '))
      await printResult(out, json ? { json: measured } : judgeAgreementLines(measured, screenWidth()))
    })
}

/** What is printed of the judge of a run: each kind of question of each suite by itself, for each has a scale of its own. */
async function ofRun(
  run: string,
  paths: readonly string[],
  method: CorrectionMethod | undefined,
  json: boolean,
): Promise<Parameters<typeof printResult>[1]> {
  const { suites, document, refused, unjudged } = await readJudgedRun(run, paths, process.cwd())
  const measured = Object.entries(suites).flatMap(([suite, kinds]) =>
    Object.entries(kinds).map(([kind, labels]) => ({ suite, kind, measured: measure(labels, method, `${suite}, ${kind}`) })),
  )
  const reasons = refusedLines(refused)
  const width = screenWidth()
  if (json) {
    const bySuite = Object.fromEntries(Object.keys(suites).map((suite) => [suite, ofSuite(measured, suite)]))
    const simulated = simulatedBanner([{ document }], width).length > 0
    return { json: { ...(simulated && { simulated }), suites: bySuite, unjudged, refused: reasons } }
  }
  return [
    ...withSpace(simulatedBanner([{ document }], width)),
    ...measured.flatMap(({ suite, kind, measured: one }, at) => [
      ...(at > 0 ? [''] : []),
      ` ${suite}: ${kind}`,
      ...judgeAgreementLines(one, width),
    ]),
    ...[
      ...reasons,
      ...(unjudged > 0 ? [`${counted(unjudged, 'labelled question')} that the judge was not asked, or gave no usable reply to.`] : []),
    ].flatMap((line) => ['', ...wrapWords(line, width - 1, 2).map((text) => ` ${text}`)]),
  ]
}

/** Lines with an empty one after them. */
function withSpace(lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [...lines, '']
}

function ofSuite(
  all: readonly { readonly suite: string; readonly kind: string; readonly measured: MeasuredJudge }[],
  suite: string,
): object {
  return Object.fromEntries(all.filter((one) => one.suite === suite).map(({ kind, measured }) => [kind, measured]))
}

function measure(labels: readonly JudgedLabel[], method: CorrectionMethod | undefined, where: string): MeasuredJudge {
  const all = judgedUnits(labels)
  const [unlike] = all.unlike
  if (unlike !== undefined)
    throw new HoldfastError('DATA', `Failed to read the labels of ${where}: lines of "${unlike}" differ in judge. Give each its own id.`)
  if (method === 'lee' && !all.binary)
    throw new HoldfastError('USAGE', `Failed to correct ${where} by lee: it takes labels of 0 and 1 only. Use --method ppi.`)
  const names = [...new Set(all.units.flatMap(({ slice }) => (slice === undefined ? [] : [slice])))].sort()
  const ofSlice = (name: string) => judgeAgreement({ ...all, units: all.units.filter(({ slice }) => slice === name) }, method)
  return {
    ...judgeAgreement(all, method),
    slices: Object.fromEntries(names.map((name) => [name, ofSlice(name)])),
    tied: all.tied,
    disagreements: disagreementsOf(all.units),
  }
}

/** Where judge and people differ, the largest difference first. */
function disagreementsOf(units: readonly JudgedUnit[]): MeasuredJudge['disagreements'] {
  const distance = ({ judge, human }: { judge: number; human: number }) => Math.abs(judge - human)
  return units
    .flatMap(({ id, judge, human }) => (human === undefined || human === judge ? [] : [{ id, judge, human }]))
    .sort((one, other) => distance(other) - distance(one))
}
