import { realpathSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Command } from 'commander'
import { HoldfastError } from '../core/base/errors.ts'
import { note } from '../core/base/text/note.ts'
import { holdfastCommand } from '../core/base/text/shellWord.ts'
import type { GivenSettings } from '../core/config/environment.ts'
import { shippedFolder } from '../core/config/recording.ts'
import { type RunSettings, readRunSettings } from '../core/config/runSettings.ts'
import { readScores } from '../core/format/readRunFiles.ts'
import { findRun, type RunFolder } from '../core/format/runFolder.ts'
import type { ScoresDocument } from '../core/format/scoresDocument.ts'
import { keptAnswers } from '../deciding/baseline/answers.ts'
import { isBundledSuite } from '../running/catalogue.ts'
import { childEnvironment, runFiles, runSuite, testFiles, wholeRun } from '../running/commands/childRun.ts'
import { folderConfig } from '../running/commands/commandConfig.ts'
import { openOutput } from '../running/commands/output.ts'
import { againSettings, type CallerSettings, callerSettings, settingsOfRun } from '../running/commands/settingsOfRun.ts'
import { askSuite } from '../running/vitest/askSuite.ts'

/** `holdfast rejudge <run> --judge <model>…`: the answers of a run before another judge, or before several. */
export function rejudgeCommand(): Command {
  return new Command('rejudge')
    .description(
      "Judge a run's answers again: data, options and seed are the run's, every other role is replayed, only the judge is called.",
    )
    .argument('<run>', 'run folder, its name under reports/runs, a baseline that keeps its answers, or latest')
    .requiredOption('--judge <model...>', 'model URI or name; several form a panel, whose votes are put together')
    .option('--run <folder>', 'folder of the new run; one that was interrupted is finished')
    .option('--out <file>', 'file for the scores instead of stdout')
    .action(async (name: string, { judge, run: target, out }: { judge: string[]; run?: string; out?: string }) => {
      const root = process.cwd()
      const baseline = keptAnswers(root, name)
      const { calls, begun } = baseline ? { calls: baseline.path, begun: baseline.settings } : recordedRun(name, root)
      const settings = {
        ...(await judgedAgain(calls, begun, judge, await callerSettings(root), root)),
        ...(target !== undefined && { out: resolve(root, target), resume: 'auto' }),
      }
      await assertSameData(begun, settings, root)
      const output = openOutput(out)
      const scores: ScoresDocument[] = []
      const bundled = begun.ran.filter(isBundledSuite)
      if (bundled.length < begun.ran.length) scores.push(wholeRun(await runFiles(begun, settings, root), 'rejudge').scores)
      else
        for (const suite of bundled) {
          // A run has a folder of its own.
          const own = target !== undefined && bundled.length > 1 ? { ...settings, out: join(settings.out as string, suite) } : settings
          scores.push(wholeRun(await runSuite(suite, own, root), 'rejudge').scores)
        }
      for (const document of scores) await output.json(document, 2)
      await output.close()
      if (baseline) note(`to make it the baseline: ${holdfastCommand('baseline', name)}, and commit its files`)
      if (scores.some(({ exitCode }) => exitCode !== 0)) process.exitCode = 1
    })
}

/** The calls of a run and the settings it was begun with. Throws HoldfastError for one that ended early. */
function recordedRun(name: string, root: string): { readonly calls: string; readonly begun: RunSettings } {
  const run = findRun(name, root)
  assertWhole(name, run)
  return { calls: join(realpathSync(run.path), 'calls.jsonl'), begun: readRunSettings(run) }
}

/** Of a run that ended early most items have no answer. Throws HoldfastError for one. */
function assertWhole(name: string, { scores }: RunFolder): void {
  if (!readScores(scores)?.run.early) return
  throw new HoldfastError(
    'USAGE',
    `Failed to rejudge ${name}: it ended early, and the items that no gate needed have no answer. Name a run that went to its end.`,
  )
}

/** Items go to a judge with the answers: those of another's run folder must be the user's own. @throws HoldfastError for other data. */
async function assertSameData(begun: RunSettings, settings: GivenSettings, root: string): Promise<void> {
  const config = await folderConfig(root, childEnvironment(settings), ['gates'])
  const ask = (suite: string) =>
    askSuite(suite, 'plan', { config }, { root, files: isBundledSuite(suite) ? undefined : testFiles(begun, root) })
  for (const [at, { sha256: now }] of (await Promise.all(begun.ran.map(ask))).entries()) {
    const suite = begun.ran[at] as string
    const { [suite]: then = 'unknown' } = begun.sha256
    if (now === then) continue
    throw new HoldfastError(
      'DATA',
      `Failed to rejudge ${suite}: its data is not what the run was made with (SHA-256 ${now.slice(0, 12)}, then ${then.slice(0, 12)}). Give back the data of the run, or run the suite anew.`,
    )
  }
}

/** Settings that make the same run again with every role but the judge taken from its recording. */
async function judgedAgain(
  calls: string,
  begun: RunSettings,
  judges: readonly string[],
  caller: CallerSettings,
  root: string,
): Promise<GivenSettings> {
  const candidate = begun.roles.candidate ?? ''
  // A recording that ships says which of the items it answers.
  const recorded = shippedFolder(candidate.replace('replay:', '')) ? candidate : `replay:${calls}`
  const [only = ''] = judges
  const { given } = caller
  return {
    ...againSettings(caller),
    ...(await settingsOfRun(begun, caller, root)),
    out: given.out,
    // Verdicts are the same with and without: which of them are left to people may be said anew.
    doubt: given.doubt ?? begun.doubt,
    model: recorded,
    refuter: recorded,
    interactor: recorded,
    user: recorded,
    judge: judges.length > 1 ? `panel:${judges.join(';')}` : only,
    votes: judges.length > 1 ? judges.length : begun.votes,
  }
}
