import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Runs something with calls as the model `replay:<file>`; the file is removed after. */
export async function withReplay<T>(calls: readonly object[], run: (uri: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-replay-'))
  try {
    const file = join(folder, 'calls.jsonl')
    writeFileSync(file, calls.map((call) => `${JSON.stringify(call)}\n`).join(''))
    return await run(`replay:${file}`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
