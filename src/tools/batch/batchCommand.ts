import { realpathSync } from 'node:fs'
import { Command } from 'commander'
import {
  againSettings,
  callerSettings,
  commandConfig,
  counted,
  createTransport,
  findBrokenRun,
  HoldfastError,
  holdfastCommand,
  isBundledSuite,
  type ModelEntry,
  printResult,
  type RunFolder,
  readRunSettings,
  runFiles,
  runName,
  runSuite,
  settingsOfRun,
  singleLine,
  takeRunFolder,
} from '../../kit.ts'
import { BatchApi } from './batchApi.ts'
import { BatchLedger, waveLines } from './batchLedger.ts'
import { type ImportedResults, importResults } from './importResults.ts'

/** Most seconds between two tries. */
const LONGEST_WAIT = 10

/**
 * Ends the batches of a run that are under way. What they have answered by then is kept, and fetched when the run goes on.
 *
 * @param entries models of the configuration, one of which each batch is of.
 * @returns ids of the batches with how each stands now.
 * @throws HoldfastError for a batch of another model.
 */
export async function cancelBatches(
  run: RunFolder,
  entries: readonly ModelEntry[],
  root: string,
): Promise<{ readonly id: string; readonly status: string }[]> {
  const ledger = await BatchLedger.open(run)
  const transports = entries.map((entry) => createTransport(entry, root))
  const cancelled: { id: string; status: string }[] = []
  for (const { id: known, input, model } of ledger.openBatches) {
    const client = transports.find(({ label }) => label === model)?.batch?.client
    if (!client) {
      throw new HoldfastError(
        'CONFIG',
        `Failed to cancel ${known ?? 'a batch'}: the configuration has no model ${model}, which it is of. Give the models that the run was begun with.`,
      )
    }
    const api = new BatchApi(client, model, LONGEST_WAIT, new AbortController().signal)
    // The run may have been stopped between beginning it and hearing of it.
    const id = known ?? (input === undefined ? undefined : await api.find(input))?.id
    if (id !== undefined) cancelled.push({ id, status: (await api.cancel(id)).status })
  }
  return cancelled
}

/** `holdfast batch`: a run whose calls go by the Batch API, wave by wave. */
export function batchCommand(): Command {
  return new Command('batch')
    .description('Run by the Batch API of OpenAI, or by vllm run-batch: write requests, take in results. Begun with HOLDFAST_BATCH=export.')
    .addCommand(exportCommand())
    .addCommand(importCommand())
    .addCommand(cancelCommand())
}

function exportCommand(): Command {
  return new Command('export')
    .description('Write the requests of the next wave; with the last results in, the scores. Exits 75 while results are to come.')
    .argument('<run>', 'run folder, its name under reports/runs, or latest')
    .action(async (name: string) => {
      const root = process.cwd()
      const run = findBrokenRun(name, root)
      process.exitCode = await exportAgain(run, root)
      const lines = await waveLines(run, realpathSync(root))
      await printResult(undefined, lines.length > 0 ? lines : [' no request is left: the run is complete'])
    })
}

/** Goes on with a run as it was begun. Returns its exit code. */
async function exportAgain(run: RunFolder, root: string): Promise<number> {
  const begun = readRunSettings(run)
  const caller = await callerSettings(root)
  const settings = {
    ...againSettings(caller),
    ...(await settingsOfRun(begun, caller, root, { models: {} })),
    out: run.path,
    resume: run.path,
    shard: begun.shard,
    batch: 'export',
  }
  const [only, ...others] = begun.ran
  // One suite of ours needs no test file of the project.
  const isAlone = only !== undefined && others.length === 0 && isBundledSuite(only)
  const { exitCode } = isAlone ? await runSuite(only, settings, root) : await runFiles(begun, settings, root)
  return exitCode
}

function importCommand(): Command {
  return new Command('import')
    .description('Take the results of a wave into a run, by the ids of their requests. What was taken in before is passed over.')
    .argument('<run>', 'run folder, its name under reports/runs, or latest')
    .argument('<results...>', 'files of results, and of errors')
    .action(async (name: string, files: string[]) => {
      const root = process.cwd()
      const run = findBrokenRun(name, root)
      const taken = await takeRunFolder({ out: run.path, resume: true })
      try {
        await printResult(undefined, importLines(await importResults(run, files), run, realpathSync(root)))
      } finally {
        taken.release()
      }
    })
}

function cancelCommand(): Command {
  return new Command('cancel')
    .description('End the batches of a stopped run with batch: true. What is answered by then is paid for, and kept for HOLDFAST_RESUME.')
    .argument('<run>', 'run folder, its name under reports/runs, or latest')
    .action(async (name: string) => {
      const root = process.cwd()
      const run = findBrokenRun(name, root)
      const { roles } = await commandConfig(process.env, root)
      const entries = Object.values(roles).flatMap((entry) => entry.members ?? [entry])
      const cancelled = await cancelBatches(run, entries, root)
      const lines = cancelled.map(({ id, status }) => ` ${singleLine(id)} ${singleLine(status)}`)
      await printResult(undefined, lines.length > 0 ? lines : [' no batch is under way'])
    })
}

/** Reasons of failures that are listed. */
const REASONS_SHOWN = 5

function importLines({ answers, failures, known, halves, reasons, left }: ImportedResults, run: RunFolder, root: string): string[] {
  return [
    ` ${counted(answers, 'answer')}${failures > 0 ? `, ${counted(failures, 'request')} without one` : ''}${known > 0 ? `, ${counted(known, 'result')} known before` : ''}`,
    ...reasons.slice(0, REASONS_SHOWN).map(([reason, times]) => `   ${times.toLocaleString('en')} x  ${reason}`),
    ...(reasons.length > REASONS_SHOWN ? [`   and ${counted(reasons.length - REASONS_SHOWN, 'other reason')}`] : []),
    ...halves.map((file) => ` The last line of ${file} is not whole, and was passed over.`),
    ...(left > 0 ? [` ${counted(left, 'request')} of the last wave ${left === 1 ? 'has' : 'have'} no result yet.`] : []),
    ` Next: ${holdfastCommand('batch', 'export')} ${runName(run.path, root)}`,
  ]
}
