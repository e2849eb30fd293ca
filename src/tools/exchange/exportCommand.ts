import { existsSync } from 'node:fs'
import { Command, Option } from 'commander'
import {
  type CommandFlags,
  csvLine,
  findRun,
  HoldfastError,
  type ItemRecord,
  isSimulated,
  note,
  printResult,
  readJson,
  readRunRecords,
  SIMULATED,
  scoresDocument,
  screenWidth,
  usageError,
  withOptions,
  wrapWords,
  writeWhole,
} from '../../kit.ts'
import { type Publisher, writeEveryEvalEver } from './everyEvalEver/writeEveryEvalEver.ts'

interface ExportFlags extends CommandFlags, Omit<Publisher, 'organization'>, Partial<Pick<Publisher, 'organization'>> {
  readonly format?: 'csv' | 'parquet' | 'every-eval-ever'
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
    .option('--organization <name>', 'every-eval-ever, needed: who publishes the figures')
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
  throw usageError(`Failed to export: this format needs ${option}. Give it.`)
}

/** A cell: a text, a number, or nothing. */
type Cell = string | number | undefined

/** A column of an item table. */
interface Column {
  readonly name: string
  readonly kind: 'text' | 'number'
  of(record: ItemRecord): Cell
}

const FIXED: readonly Column[] = [
  { name: 'suite', kind: 'text', of: ({ suite }) => suite },
  { name: 'item', kind: 'text', of: ({ item }) => item },
  { name: 'task', kind: 'text', of: ({ task }) => task },
  { name: 'trial', kind: 'number', of: ({ trial }) => trial },
  { name: 'status', kind: 'text', of: ({ status }) => status },
  { name: 'threshold', kind: 'number', of: ({ threshold }) => threshold },
  { name: 'cut', kind: 'number', of: ({ cut }) => cut },
  { name: 'reason', kind: 'text', of: ({ reason, error }) => reason ?? error },
]

/** Fields of a record that have a value by name. */
const NAMED = [
  ['score', 'scores', 'number'],
  ['floor', 'floor', 'number'],
  ['tag', 'tags', 'text'],
  ['cluster', 'clusters', 'text'],
] as const

/**
 * The columns that the records of a run fill, one row a record: what every record has, then `score.<name>`, `floor.<name>`,
 * `tag.<name>` and `cluster.<name>`, each in alphabetical order. Several values of a tag stand in one cell, parted by `;`.
 */
function itemColumns(records: readonly ItemRecord[]): Column[] {
  const named = NAMED.flatMap(([prefix, field, kind]) => {
    const names = new Set(records.flatMap((record) => Object.keys(record[field] ?? {})))
    const of = (name: string) => (record: ItemRecord) => cellOf(record[field]?.[name])
    return [...names].sort().map((name): Column => ({ name: `${prefix}.${name}`, kind, of: of(name) }))
  })
  return [...FIXED, ...named]
}

function cellOf(value: Cell | readonly string[]): Cell {
  return typeof value === 'object' ? value.join(';') : value
}

/**
 * Item records as a Parquet file, written by hyparquet-writer.
 *
 * @throws HoldfastError where hyparquet-writer, an optional peer, is not installed.
 */
async function parquetOf(columns: readonly Column[], records: readonly ItemRecord[]): Promise<Uint8Array> {
  const { parquetWriteBuffer } = await import('hyparquet-writer').catch((cause: unknown) => {
    throw new HoldfastError(
      'USAGE',
      'Failed to write Parquet: hyparquet-writer is not installed. Run npm install --save-dev hyparquet-writer, or export CSV.',
      { cause },
    )
  })
  const buffer = parquetWriteBuffer({
    columnData: columns.map(({ name, kind, of }) => ({
      name,
      type: kind === 'number' ? ('DOUBLE' as const) : ('STRING' as const),
      nullable: true,
      data: records.map((record) => of(record) ?? null),
    })),
  })
  return new Uint8Array(buffer)
}
