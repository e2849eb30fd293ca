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
  withOptions,
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
  return withOptions(command, ['out', 'file, or folder for every-eval-ever (default: stdout, for CSV only)']).action(
    async (name: string, flags: ExportFlags) => {
      const folder = findRun(name, process.cwd())
      const records = readRunRecords(folder)
      const { format = flags.out?.endsWith('.parquet') ? 'parquet' : 'csv' } = flags
      if (format === 'every-eval-ever') {
        const out = required(flags.out, '--out <folder>')
        const publisher = {
          organization: required(flags.organization, '--organization <name>'),
          relationship: flags.relationship,
          modelId: flags.modelId,
        }
        const document = readJson(folder.scores, scoresDocument)
        const paths = await writeEveryEvalEver({ folder, document, records }, out, publisher, flags.texts)
        await printResult(undefined, paths)
        if (flags.texts)
          note('The samples hold the texts of the items. Look at the licence of the data before you publish them, or use --no-texts.')
        return
      }
      // A table of items names no model.
      if (existsSync(folder.scores) && isSimulated(readJson(folder.scores, scoresDocument))) note(SIMULATED)
      const columns = itemColumns(records)
      if (format === 'parquet') {
        const out = required(flags.out, '--out <file>')
        writeWhole(out, await parquetOf(columns, records))
        return
      }
      const lines = [
        csvLine(columns.map((column) => column.name)),
        ...records.map((record) => csvLine(columns.map(({ of }) => of(record)))),
      ]
      const text = `${lines.join('\r\n')}\r\n`
      if (flags.out === undefined) process.stdout.write(text)
      else writeWhole(flags.out, text)
    },
  )
}

function required(value: string | undefined, option: string): string {
  if (value !== undefined && value !== '') return value
  throw new HoldfastError('USAGE', `Failed to export: this format needs ${option}. Give it.`)
}
