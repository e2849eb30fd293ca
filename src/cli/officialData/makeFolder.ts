import { mkdir } from 'node:fs/promises'
import { HoldfastError, messageOf } from '../../base/errors.ts'

/**
 * Makes a folder and those above it.
 *
 * @throws HoldfastError where that is impossible.
 */
export async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { recursive: true })
  } catch (error) {
    throw new HoldfastError('WRITE', `Failed to make the folder ${path}: ${messageOf(error)}. Name a folder that can be written.`)
  }
}
