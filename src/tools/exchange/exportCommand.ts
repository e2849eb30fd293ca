import { existsSync } from 'node:fs'
import { Command, Option } from 'commander'
import {
  type CommandFlags,
  csvLine,
  findRun,
  HoldfastError,
  isSimulated,
  note,
  printResult,
  readJson,
  readRunRecords,
  SIMULATED,
  scoresDocument,
  screenWidth,
  withOptions,
  wrapWords,
  writeWhole,
} from '../../kit.ts'
import type { Publisher } from './everyEvalEver/aggregate.ts'
import { writeEveryEvalEver } from './everyEvalEver/writeEveryEvalEver.ts'
import { itemColumns, parquetOf } from './itemTable.ts'

interface ExportFlags extends CommandFlags {
  readonly format?: 'csv' | 'parquet' | 'every-eval-ever'
  readonly organization?: string
  readonly relationship: Publisher['relationship']
  readonly modelId?: string
  readonly texts: boolean
}

/** `holdfast export <run>`: a run in formats of others. */
export function exportCommand(): Command {
  const command = new Command('export')
    .description('Write a run in a format of others: its items as CSV or Parquet, or its figures and items for Every Eval Ever.')
    .argument('<run>', 'run folder, its name under reports/runs, or latest')
    .addOption(
      new Option('--format <format>', 'what to write (default: as --out ends, else csv)').choices(['csv', 'parquet', 'every-eval-ever']),
    )
    .option('--organization <name>', 'every-eval-ever: who publishes the figures')
    .addOption(
      new Option('--relationship <kind>', 'every-eval-ever: what you are to the model')
        .choices(['first_party', 'third_party', 'collaborative', 'other'])
        .default('other'),
    )
    .option('--model-id <id>', 'every-eval-ever: the model’s name on Hugging Face, such as Qwen/Qwen3-8B')
    .option('--no-texts', 'every-eval-ever: leave out what was asked and answered')
  return withOptions(command, ['out', 'file, or folder for every-eval-ever (default: stdout, for CSV only)']).action(exportRun)
}

async function exportRun(name: string, flags: ExportFlags): Promise<void> {
  const folder = findRun(name, process.cwd())
  const records = readRunRecords(folder)
  const { format = flags.out?.endsWith('.parquet') ? 'parquet' : 'csv' } = flags
  if (format === 'every-eval-ever') {
    const out = required(flags.out, '--out <folder>')
    const { relationship, modelId } = flags
    const publisher = { organization: required(flags.organization, '--organization <name>'), relationship, modelId }
    const document = readJson(folder.scores, scoresDocument)
    const paths = await writeEveryEvalEver({ folder, document, records }, out, publisher, flags.texts)
    await printResult(undefined, paths)
    const licence = 'The samples hold the texts of the items. Look at the licence of the data before you publish them, or use --no-texts.'
    return flags.texts ? note(...wrapWords(licence, screenWidth(), 2)) : undefined
  }
  // A table of items names no model.
  if (existsSync(folder.scores) && isSimulated(readJson(folder.scores, scoresDocument))) note(SIMULATED)
  const columns = itemColumns(records)
  if (format === 'parquet') {
    const out = required(flags.out, '--out <file>')
    return writeWhole(out, await parquetOf(columns, records))
  }
  const rows = [columns.map((column) => column.name), ...records.map((record) => columns.map(({ of }) => of(record)))]
  const text = rows.map((row) => `${csvLine(row)}\r\n`).join('')
  if (flags.out === undefined) process.stdout.write(text)
  else writeWhole(flags.out, text)
}

function required(value: string | undefined, option: string): string {
  if (value !== undefined && value !== '') return value
  throw new HoldfastError('USAGE', `Failed to export: this format needs ${option}. Give it.`)
}
