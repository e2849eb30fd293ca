import { existsSync } from 'node:fs'
import { join, relative } from 'node:path'
import { present, sum } from '../core/base/collections.ts'
import { orUndefined } from '../core/base/errors.ts'
import { counted } from '../core/base/text/counted.ts'
import { note } from '../core/base/text/note.ts'
import { holdfastCommand } from '../core/base/text/shellWord.ts'
import { readRunSettings } from '../core/config/runSettings.ts'
import { modelText } from '../core/format/modelText.ts'
import { findRun, type RunFolder } from '../core/format/runFolder.ts'
import { measuredRole, partOf, type ScoresDocument } from '../core/format/scoresDocument.ts'
import { dropAnswers, judgedSuites, keepAnswers } from '../deciding/baseline/answers.ts'
import { type KeptRun, keptRun, readBaseline, saveBaseline } from '../deciding/baseline/baseline.ts'
import { runsToChooseFrom } from '../deciding/baseline/runsOfCandidate.ts'
import { type LogReader, logReader } from '../running/commands/askRuns.ts'
import { printResult } from '../running/commands/output.ts'

/** Makes a run, or the mean of several, the baseline of that name, and prints its files, to be committed. @param names runs or logs of Inspect. @param isSaid whether that is the result of the command. */
export async function keepBaseline(name: string, names: readonly string[], root: string, isSaid: boolean): Promise<void> {
  const runs: OpenedRun[] = []
  const logs = await logReader(root)
  for (const own of names) runs.push(await openKept(own, root, logs))
  logs.noteWays()
  const [{ document, folder }] = runs as [OpenedRun]
  const isAlone = runs.length === 1 && document && folder && [folder.settings, folder.calls].every((file) => existsSync(file))
  const judged = isAlone ? judgedSuites(document) : []
  const chosenOf = document && runsToChooseFrom(join(root, 'reports', 'runs'), document)
  const settings = judged.length > 0 && folder ? readRunSettings(folder) : undefined
  const before = orUndefined(() => readBaseline(root, name))
  const files = saveBaseline(root, name, runs, { chosenOf, settings })
  dropAnswers(files)
  const size = settings && folder && (await keepAnswers(folder, judged, files))
  const kept = [files.scores, files.items, ...(size ? [files.answers] : [])].map((file) => relative(root, file))
  if (isSaid) await printResult(undefined, kept)
  else note(`baseline ${name}: ${kept.join(', ')}`)
  if (before) {
    const measured = measuredRole(before.run)
    const of = present([before.run.id, measured && modelText(measured), itemsOf(before)]).join(', ')
    note(`it takes the place of the baseline ${name} of run ${of}${document ? `, and has ${itemsOf(document)}` : ''}`)
  }
  note(...notes(name, runs, chosenOf, size))
}

function itemsOf({ suites }: ScoresDocument): string {
  return counted(sum(Object.values(suites).map(({ items }) => items)), 'item')
}

/** What to know of a baseline that was just written. @param size of its answers, in bytes. */
function notes(name: string, runs: readonly OpenedRun[], chosenOf: number | undefined, size: number | undefined): string[] {
  const kept = `${Math.ceil((size ?? 0) / 1000).toLocaleString('en')} kB of answers, compressed, which ${holdfastCommand('judge', 'again', name)} judges again; without that file it keeps none`
  const chosen = `chosen of ${chosenOf} runs that asked this candidate anew: if it was chosen for its figure, an unchanged model looks worse. Keep the mean of them: ${holdfastCommand('compare')} <run> <run>… --over-time --keep ${name}`
  // Those of a mean are alike.
  const [document] = runs.flatMap((run) => run.document ?? [])
  const ofParts = Object.keys(document?.suites ?? {}).flatMap((suite) => (document && partOf(document, suite) ? [suite] : []))
  const parts = ofParts.map((suite) => `${suite} is a part: gates take it only where gates.allowPartial names ${suite}`)
  const without = sum(Object.values(document?.suites ?? {}).map(({ unscored, error }) => unscored + error))
  if (without > 0) parts.push(`${counted(without, 'item')} of it without a score: gates compare only those that have one in both runs`)
  const gates = runs.flatMap((run) => run.document?.gates ?? [])
  // A drop that was measured from nothing is for want of a baseline, as this is one.
  const broken = gates.filter(({ verdict, kind, base }) => verdict === 'broken' && (kind !== 'maxDrop' || base !== undefined)).length
  if (broken > 0)
    parts.push(
      `${broken} of ${counted(gates.length, 'gate')} of it ${broken === 1 ? 'is' : 'are'} broken: drops are measured from there now`,
    )
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
