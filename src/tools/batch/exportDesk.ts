import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import type { Answer, RunFolder } from '../../kit.ts'
import type { BatchDesk, BatchedCall } from './batchDesk.ts'
import { awaitingResults, batchFailure } from './batchFailure.ts'
import { BatchLedger } from './batchLedger.ts'
import { bodyHash } from './bodyHash.ts'
import { WaveFiles } from './waveFiles.ts'

/** Turns of the event loop that a call waits before it ends its item: others of the item may be on their way here. */
const TURNS = 3

/**
 * Writes calls into the files of the next wave instead of sending them. Each ends its item as if the run was stopped: what goes on
 * from its answer is asked in a later wave.
 */
export class ExportDesk implements BatchDesk {
  readonly #opening: Promise<{ readonly ledger: BatchLedger; readonly files: WaveFiles }>

  constructor(run: RunFolder, name: string) {
    this.#opening = openWave(run, name)
    // Whoever asks first is told.
    this.#opening.catch(() => undefined)
  }

  begin(): () => void {
    return () => undefined
  }

  async ask(call: BatchedCall): Promise<Answer> {
    const { key, label, settings, hold, budget } = call
    const { ledger, files } = await this.#opening
    const { url, body, messages, purchase } = call.build()
    const sent = bodyHash(url, body)
    const failure = batchFailure(ledger.failuresOf(key, sent), label)
    if (failure) throw failure
    // What stands in a file may be sent, so it stays set aside. What does not fit now is for a later wave.
    if (budget && !(await budget.tryReserve(purchase))) throw awaitingResults(label)
    const id = ledger.idOf(key, sent)
    const { file, written } = files.add({ custom_id: id, url, body }, label, settings)
    await written
    await ledger.ask({ custom_id: id, wave: files.wave, file, body: sent }, key, messages, { model: label, ...(hold && { hold }) })
    for (let left = TURNS; left > 0; left -= 1) await turn()
    throw awaitingResults(label)
  }
}

async function openWave(run: RunFolder, name: string) {
  const ledger = await BatchLedger.open(run, name)
  const { path } = ledger.folder
  const wave = ledger.nextWave
  // Of the same wave as it was written before anything came of it.
  const old = existsSync(path) ? readdirSync(path).filter((file) => file.startsWith(`wave-${wave}-`)) : []
  for (const file of old) rmSync(join(path, file))
  return { ledger, files: new WaveFiles(path, wave) }
}
