import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const folder = mkdtempSync(join(tmpdir(), 'holdfast-readers-'))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))

const written = new Map<string, string>()

/** A file that holds the text. Readers leave it as it is, so the text that it holds is not written again. */
export function fileOf(text: string, name: string): string {
  const path = join(folder, name)
  if (written.get(path) !== text) writeFileSync(path, text)
  written.set(path, text)
  return path
}
