import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '../temporaryFolder.ts'

/** Values as lines of JSON. */
export function asLines(...values: readonly unknown[]): string {
  return values.map((value) => `${JSON.stringify(value)}\n`).join('')
}

/** A data folder with these files in its `refutebench`. */
export function dataFolder(files: Readonly<Record<string, string>>): string {
  const data = temporaryFolder()
  mkdirSync(join(data, 'refutebench'))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(data, 'refutebench', name), text)
  return data
}
