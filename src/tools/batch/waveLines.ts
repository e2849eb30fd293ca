import { relative } from 'node:path'
import { counted, type RunFolder, runName } from '../../kit.ts'
import { pendingWave } from './pendingWave.ts'

/** What is to be sent of a run, and what comes after; nothing where no result is awaited. */
export async function waveLines(run: RunFolder, root: string): Promise<string[]> {
  const pending = await pendingWave(run)
  if (!pending) return []
  const requests = pending.files.reduce((sum, file) => sum + file.requests, 0)
  return [
    ` wave ${pending.wave}: ${counted(requests, 'request')} in ${counted(pending.files.length, 'file')}`,
    ...pending.files.map((file) => `   ${relative(root, file.path) || file.path}  ${counted(file.requests, 'request')}`),
    ` Send each file as a batch, then: npx holdfast batch import ${runName(run.path, root)} <results...>`,
  ]
}
