import { existsSync } from 'node:fs'
import { join, relative } from 'node:path'
import { Command } from 'commander'
import { note } from '../core/base/text/note.ts'
import { holdfastCommand } from '../core/base/text/shellWord.ts'
import { readRunSettings } from '../core/config/runSettings.ts'
import { findRun, type RunFolder } from '../core/format/runFolder.ts'
import { partOf } from '../core/format/scoresDocument.ts'
import type { ScoreWays } from '../core/format/scoreWays.ts'
import { dropAnswers, judgedSuites, keepAnswers } from '../deciding/baseline/answers.ts'
import { type KeptRun, keptRun, saveBaseline } from '../deciding/baseline/baseline.ts'
import { runsToChooseFrom } from '../deciding/baseline/runsOfCandidate.ts'
import { betterOption, type LogReader, logReader } from '../running/commands/openRun.ts'
import { printResult } from '../running/commands/output.ts'

/** `holdfast baseline <name> [runs…]`: makes a run, or the mean of several, the one that gates measure drops by. */
export function baselineCommand(): Command {
  return new Command('baseline')
    .description('Make a run, or the mean of several, the baseline of that name: files under reports/baselines, to be committed.')
    .argument('<name>', 'name, as gates call it; for instance main')
    .argument('[runs...]', 'run folder, its name under reports/runs, a log of Inspect, or latest; of several the mean is kept', ['latest'])
    .option('--no-answers', 'keep no answers: then another judge cannot judge them again')
    .addOption(betterOption())
    .action(async (name: string, names: string[], { answers, better }: { answers: boolean; better: ScoreWays }) => {
      const root = process.cwd()
      const runs: OpenedRun[] = []
      const logs = await logReader(root, better)
      for (const own of names) runs.push(await openKept(own, root, logs))
      logs.assertWays()
      const [{ document, folder }] = runs as [OpenedRun]
      const judged =
        answers && runs.length === 1 && document && folder && [folder.settings, folder.calls].every((file) => existsSync(file))
          ? judgedSuites(document)
          : []
      const chosenOf = document && runsToChooseFrom(join(root, 'reports', 'runs'), document)
      const settings = judged.length > 0 && folder ? readRunSettings(folder) : undefined
      const files = saveBaseline(root, name, runs, { chosenOf, settings })
      dropAnswers(files)
      const size = settings && folder && (await keepAnswers(folder, judged, files))
      await printResult(
        undefined,
        [files.scores, files.items, ...(size ? [files.answers] : [])].map((file) => relative(root, file)),
      )
      note(...notes(name, runs, chosenOf, size))
    })
}

/** What to know of a baseline that was just written. @param size of its answers, in bytes. */
function notes(name: string, runs: readonly OpenedRun[], chosenOf: number | undefined, size: number | undefined): string[] {
  const kept = `${Math.ceil((size ?? 0) / 1000).toLocaleString('en')} kB of answers, compressed, which ${holdfastCommand('rejudge', name)} judges again; --no-answers leaves them out`
  const chosen = `chosen of ${chosenOf} runs of this candidate: if it was chosen for its figure, an unchanged model looks worse. Keep the mean of them: ${holdfastCommand('baseline', name)} <run> <run>…`
  // Those of a mean are alike.
  const [document] = runs.flatMap((run) => run.document ?? [])
  const ofParts = Object.keys(document?.suites ?? {}).flatMap((suite) => (document && partOf(document, suite) ? [suite] : []))
  const parts = ofParts.map((suite) => `${suite} is a part: gates take it only where gates.allowPartial names ${suite}`)
  const isJudged = runs.some(({ document }) => document && judgedSuites(document).length > 0)
  if (runs.length === 1) return [...parts, ...((chosenOf ?? 1) > 1 ? [chosen] : []), ...(size === undefined ? [] : [kept])]
  return isJudged ? [...parts, 'answers are kept of one run only: to judge them again, name the runs themselves'] : parts
}

interface OpenedRun extends KeptRun {
  readonly folder?: RunFolder
}

async function openKept(name: string, root: string, logs: LogReader): Promise<OpenedRun> {
  if (!logs.isLog(name)) {
    const folder = findRun(name, root)
    return { ...keptRun(folder), folder }
  }
  const { document, records } = await logs.read(name)
  return { path: name, document, records }
}
