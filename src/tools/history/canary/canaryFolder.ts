import { hash } from 'node:crypto'
import { existsSync, renameSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { runFolder } from '../../../kit.ts'

/** An unfinished command is gone on with for a day: what was answered earlier may be of another model than today's. */
const LONGEST_MS = 24 * 60 * 60 * 1000

/**
 * The folder of the calls of a canary command. A command that broke off less than a day ago, and asked the same, left its answers
 * there, and they are not paid for twice. What a finished command, or an older one, was answered is moved aside.
 *
 * @param asked all that bears on the answers.
 */
export function openCanaryFolder(root: string, name: string, asked: unknown, now = Date.now()): string {
  const key = hash('sha256', JSON.stringify(asked)).slice(0, 16)
  const folder = join(root, '.holdfast', 'canary', `${name.replaceAll(' ', '-')}-${key}`)
  const { calls } = runFolder(folder)
  if (existsSync(calls) && now - statSync(calls).mtimeMs > LONGEST_MS) closeCanaryFolder(folder)
  return folder
}

/** Moves the calls of a command aside: the next one asks anew. */
export function closeCanaryFolder(folder: string): void {
  if (existsSync(folder)) renameSync(folder, join(dirname(folder), new Date().toISOString().replaceAll(':', '')))
}
