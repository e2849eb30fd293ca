import { Command, Option } from 'commander'
import { readJsonl } from '../base/data/jsonl.ts'
import { HoldfastError } from '../base/errors.ts'
import { type JudgedLabel, judgedLabel } from '../format/judgedLabel.ts'
import { judgeAgreementLines, type MeasuredJudge } from '../report/judgeAgreementLines.ts'
import { screenWidth } from '../report/layout.ts'
import type { CorrectionMethod } from '../stats/agreement/corrected.ts'
import { judgeAgreement } from '../stats/agreement/judgeAgreement.ts'
import { type JudgedUnit, judgedUnits } from '../stats/agreement/judgedUnit.ts'
import { printResult } from './output.ts'

interface JudgeFlags {
  readonly method?: CorrectionMethod
  readonly json?: boolean
  readonly out?: string
}

/** `holdfast judge <labels…>`: is the judge right, by the labels of people, and what would people say of the whole run? */
export function judgeCommand(): Command {
  return new Command('judge')
    .description('Measure a judge against the labels of people, and correct its figure by them.')
    .argument('<labels...>', 'files of lines { id, judge, human?, rater?, slice?, cluster? }, JSONL (.gz too)')
    .addOption(
      new Option('--method <name>', 'how the figure is corrected (default: lee for labels of 0 and 1, else ppi)').choices(['lee', 'ppi']),
    )
    .option('--json', 'print JSON')
    .option('--out <file>', 'file for the result instead of stdout')
    .action(async (paths: readonly string[], { method, json, out }: JudgeFlags) => {
      const labels: JudgedLabel[] = []
      for (const path of paths) for await (const label of readJsonl(path, judgedLabel)) labels.push(label)
      const measured = measure(labels, method, paths.join(', '))
      await printResult(out, json ? { json: measured } : judgeAgreementLines(measured, screenWidth()))
    })
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
