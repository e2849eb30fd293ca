import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const folder = mkdtempSync(join(tmpdir(), 'holdfast-readers-'))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))

/** A file that holds the text. */
export function fileOf(text: string, name: string): string {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}
