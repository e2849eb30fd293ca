import { realpathSync } from 'node:fs'
import { basename, join, relative, resolve } from 'node:path'
import { Command } from 'commander'
import { dataError, usageError } from '../core/base/errors.ts'
import { note } from '../core/base/text/note.ts'
import { holdfastCommand } from '../core/base/text/shellWord.ts'
import { typedPath } from '../core/base/typedFolder.ts'
import type { GivenSettings } from '../core/config/environment.ts'
import { shippedFolder } from '../core/config/recording.ts'
import { type RunSettings, readRunSettings } from '../core/config/runSettings.ts'
import { findRun, readScores } from '../core/format/runFolder.ts'
import type { ScoresDocument } from '../core/format/scoresDocument.ts'
import { keptAnswers } from '../deciding/baseline/answers.ts'
import { readBaseline } from '../deciding/baseline/baseline.ts'
import { type Block, columnsOf, sentences } from '../reports/blocks/block.ts'
import { terminalBlocks } from '../reports/blocks/terminalBlocks.ts'
import { runPath } from '../reports/decision/nextStep.ts'
import { type SuiteRow, suiteRows } from '../reports/decision/suiteRow.ts'
import { screenWidth } from '../reports/layout.ts'
import { valueText } from '../reports/suiteBlocks.ts'
import { isBundledSuite } from '../running/catalogue.ts'
import { childEnvironment, runFiles, runSuite, testFiles, wholeRun } from '../running/commands/childRun.ts'
import { folderConfig } from '../running/commands/commandConfig.ts'
import { type CommandFlags, withOptions } from '../running/commands/commandOptions.ts'
import { printResult } from '../running/commands/output.ts'
import { againSettings, type CallerSettings, callerSettings, settingsOfRun } from '../running/commands/settingsOfRun.ts'
import { askSuite } from '../running/vitest/askSuite.ts'
import type { CommandRun } from '../running/worker/suiteCommand.ts'

/** `holdfast judge again <run> --judge <model>…`: the answers of a run before another judge, or before several. */
export function judgeAgainCommand(): Command {
  return withOptions(
    new Command('again')
      .description("Judge a run's answers again. Only the judge is called; all else is the run's.")
      .argument('<run>', 'run folder, its name under reports/runs, a baseline that keeps its answers, or latest')
      .requiredOption('--judge <models...>', 'model URIs or names; several form a panel'),
    'json',
    ['out', 'folder of the new run, or of one to finish'],
  ).action(async (name: string, { judge, out, json }: Omit<CommandFlags, 'judge'> & { readonly judge: readonly string[] }) => {
    const root = process.cwd()
    const baseline = keptAnswers(root, name)
    const { calls, begun, before, run } = baseline
      ? { calls: baseline.path, begun: baseline.settings, before: readBaseline(root, name), run: name }
      : recordedRun(name, root)
    const settings = {
      ...(await judgedAgain(calls, begun, judge, await callerSettings(root), root)),
      ...(out !== undefined && { out: resolve(root, out), resume: 'auto' }),
    }
    await assertSameData(begun, settings, root)
    const made: CommandRun[] = []
    const bundled = begun.ran.filter(isBundledSuite)
    if (bundled.length < begun.ran.length) made.push(wholeRun(await runFiles(begun, settings, root), 'judge again', '--out'))
    else
      for (const suite of bundled) {
        // A run has a folder of its own.
        const own = out !== undefined && bundled.length > 1 ? { ...settings, out: join(settings.out as string, suite) } : settings
        made.push(wholeRun(await runSuite(suite, own, root), 'judge again', '--out'))
      }
    if (json) for (const { scores } of made) await printResult(undefined, { json: scores })
    else await printResult(undefined, terminalBlocks(againBlocks(before, run, made, judge), screenWidth()))
    // Of several runs the last one alone would lack suites of the baseline.
    if (baseline && made.length === 1)
      note(`to make it the baseline: ${holdfastCommand('compare', 'latest', '--keep', name)}, and commit its files`)
    if (made.some(({ scores: { exitCode } }) => exitCode !== 0)) process.exitCode = 1
  })
}

/** Old and new headline of each suite, side by side, and what comes next. @param run what commands call the run before. */
function againBlocks(before: ScoresDocument | undefined, run: string, made: readonly CommandRun[], judges: readonly string[]): Block[] {
  const rowsOf = (document: ScoresDocument | undefined) => (document ? suiteRows(document) : [])
  const old = rowsOf(before)
  const rows = made.flatMap(({ folder, scores }) =>
    rowsOf(scores).map((row) => {
      const was = old.find(({ suite, key }) => suite === row.suite && key === row.key)
      const of = (own: SuiteRow | undefined) => (own ? valueText(own) : 'no value')
      return [row.suite, of(was), of(row), typedPath(folder.path)]
    }),
  )
  const was = before?.run.roles.judge?.model ?? 'the judge'
  const columns = columnsOf(['suite', 'before', 'now', 'run'], 4)
  const next = [
    ...made.map(
      ({ folder }, at) =>
        ` ${at === 0 ? 'Next:' : '     '} ${holdfastCommand('compare', run, runPath(folder.path, process.cwd()), '--flipped')}`,
    ),
    '       lists the items that the two judges decide differently.',
  ]
  return [
    ...sentences([`The same answers by ${judges.join(', ')} in place of ${was}.`]),
    { kind: 'table', label: 'Judged again', columns, rows, givingWay: [{ column: 3, least: 16 }] },
    { kind: 'gap' },
    { kind: 'lines', lines: () => next },
  ]
}

/**
 * A run with its calls, and the settings it was begun with: `latest` leads to another one once it is judged again.
 * @throws HoldfastError for one that ended early, and for a latest one that asked a judge alone.
 */
function recordedRun(name: string, root: string) {
  const run = findRun(name, root)
  const before = readScores(run.scores)
  const refused = (why: string) => usageError(`Failed to judge again ${name}: ${why}`)
  // Most of its items have no answer.
  if (before?.run.early) throw refused('it ended early, and the items that no gate needed have no answer. Name a run that went to its end.')
  const folder = realpathSync(run.path)
  // Other commands make runs too, and all calls of this one would be paid for again.
  if (name === 'latest' && before?.run.roles.judge && !before.run.roles.candidate)
    throw refused(
      `that is ${basename(folder)}, which measures the judge itself, as judge certify does. ${holdfastCommand('show')} lists the runs: name the one that you mean.`,
    )
  const here = realpathSync(root)
  return { calls: relative(here, join(folder, 'calls.jsonl')), begun: readRunSettings(run), before, run: runPath(folder, here) }
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
    throw dataError(
      `Failed to judge again ${suite}: its data is not what the run was made with (SHA-256 ${now.slice(0, 12)}, then ${then.slice(0, 12)}). Give back the data of the run, or run the suite anew.`,
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
