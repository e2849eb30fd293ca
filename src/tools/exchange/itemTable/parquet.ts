import { HoldfastError, type ItemRecord } from '../../../kit.ts'
import type { Column } from './itemTable.ts'

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
