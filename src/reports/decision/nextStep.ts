import { basename, dirname, join, relative } from 'node:path'
import { holdfastCommand, shellWord } from '../../core/base/text/shellWord.ts'
import { isIncomplete, isOrdinaryRun, type ScoresDocument } from '../../core/format/scoresDocument.ts'
import { lacksScores } from '../../deciding/decide.ts'

/** What to do after a run: a command to be pasted, and what it does. */
export type NextStep = ReturnType<typeof stepAfter>

/** What people most probably want to do next. @param run the run as commands take it. @param folder in which they are typed, where that is another one. */
export function nextStep(document: ScoresDocument, run: string, folder?: string | undefined): NextStep {
  const { command, why } = stepAfter(document, run)
  // A run is started again where it was started.
  return { command: folder === undefined || command.startsWith('HOLDFAST_') ? command : `cd ${shellWord(folder)} && ${command}`, why }
}

function stepAfter(document: ScoresDocument, run: string) {
  const { run: facts, suites, baseline, gates } = document
  const isFailed = Object.values(suites).some(({ failed }) => failed > 0)
  if (isOrdinaryRun(facts))
    return isFailed
      ? { command: `${holdfastCommand('show')} ${run} --below`, why: 'lists the tests that failed' }
      : { command: `${holdfastCommand('show')} ${run} --page`, why: 'opens the page with every conversation' }
  if (facts.shard !== undefined)
    return {
      command: holdfastCommand('merge', 'PARTS', '--out', 'reports/runs/merged'),
      why: 'puts the folders of all parts together and decides',
    }
  if (isIncomplete(document)) return { command: `HOLDFAST_RESUME=${run}`, why: 'before the same command finishes the run' }
  if (lacksScores(document))
    return { command: `${holdfastCommand('show')} ${run} --unscored`, why: `lists the items without a score${judgeAdvice(facts, run)}` }
  // What a judge that does not judge said is no figure to go on from; in a suite that measures the judge it is its finding.
  const isMisjudged = Object.entries(suites).some(
    ([name, { judgeSigns = [] }]) =>
      judgeSigns.some(({ role }) => role === 'judge') && document.presentation?.[name]?.roles.includes('candidate'),
  )
  const broken = gates.filter(({ verdict }) => verdict === 'broken')
  // A gate on the judge says nothing of the answers.
  const isOfJudge = broken.length > 0 && broken.every(({ suite }) => suite === undefined) && facts.roles.candidate
  // Answers of a run that ended early are not judged again.
  if ((isMisjudged || isOfJudge) && !facts.early)
    return { command: `${holdfastCommand('judge', 'again')} ${run} --judge MODEL`, why: 'has the same answers judged by another model' }
  if (baseline) return { command: `${holdfastCommand('compare', baseline.name)} ${run}`, why: 'tests its metrics, and pairs its items' }
  if (isFailed || broken.length > 0)
    return { command: `${holdfastCommand('show')} ${run} --below`, why: 'lists the items below their threshold' }
  return { command: `${holdfastCommand('compare')} ${run} --keep main`, why: 'makes this run the one that later runs are measured by' }
}

/** What to do where the judge of other models' answers could not be read. */
function judgeAdvice({ roles, early }: ScoresDocument['run'], run: string): string {
  if (!roles.judge || !roles.candidate || early) return ''
  const again = `${holdfastCommand('judge', 'again')} ${run} --judge MODEL`
  return `. Where the judge's replies could not be read, take another judge (${again}), or certify this one if it has no certificate (${holdfastCommand('judge', 'certify', 'MODEL')})`
}

/** The name of a run as commands take it: the name under `reports/runs`, else a path. Not `latest`, which will be another run. */
export function runName(path: string, root: string): string {
  return shellWord(runPath(path, root))
}

/** The same for what quotes words itself. */
export function runPath(path: string, root: string): string {
  return dirname(path) === join(root, 'reports', 'runs') ? basename(path) : relative(root, path) || path
}
