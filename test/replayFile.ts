import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from './temporaryFolder.ts'

/** Recorded calls as the model `replay:<file>`; the file is removed after the test that asks for it. */
export function replayOf(calls: readonly object[]): string {
  const file = join(temporaryFolder(), 'calls.jsonl')
  writeFileSync(file, calls.map((call) => `${JSON.stringify(call)}\n`).join(''))
  return `replay:${file}`
}
