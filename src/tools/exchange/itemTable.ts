import { HoldfastError, type ItemRecord } from '../../kit.ts'

/** A cell: a text, a number, or nothing. */
type Cell = string | number | undefined

/** A column of an item table. */
export interface Column {
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
export function itemColumns(records: readonly ItemRecord[]): Column[] {
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
export async function parquetOf(columns: readonly Column[], records: readonly ItemRecord[]): Promise<Uint8Array> {
  const { parquetWriteBuffer } = await loadWriter()
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

async function loadWriter(): Promise<typeof import('hyparquet-writer')> {
  try {
    return await import('hyparquet-writer')
  } catch (cause) {
    throw new HoldfastError(
      'USAGE',
      'Failed to write Parquet: hyparquet-writer is not installed. Run npm install --save-dev hyparquet-writer, or export CSV.',
      { cause },
    )
  }
}
