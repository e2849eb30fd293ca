import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { dataError } from '../errors.ts'

/** The folder of a suite in a folder of official data. Throws HoldfastError where it is not there. */
export function dataFolder(data: string, suite: string): string {
  const folder = join(data, suite)
  if (existsSync(folder)) return folder
  throw dataError(`Failed to read HOLDFAST_DATA: no folder ${folder}. Put the official files there, or use bundled.`)
}
