import { setImmediate as turn } from 'node:timers/promises'
import { type Answer, type Batches, HoldfastError, RUN_STOPPED, type RunFolder } from '../../kit.ts'
import { askByBatch, type BatchDesk, type BatchedCall } from './askByBatch.ts'
import { type BatchedRun, BatchLedger, waveLines } from './batchLedger.ts'
import { LiveDesk } from './liveDesk.ts'
import { WaveFiles } from './waveFiles.ts'

/** Turns of the event loop that a call waits before it ends its item: others of the item may be on their way here. */
const TURNS = 3

/**
 * Writes calls into the files of the next wave instead of sending them. Each ends its item as if the run was stopped: what goes on
 * from its answer is asked in a later wave.
 */
class ExportDesk implements BatchDesk {
  readonly #opening: Promise<{ readonly ledger: BatchLedger; readonly files: WaveFiles }>

  constructor(run: RunFolder, begun: BatchedRun) {
    this.#opening = BatchLedger.takeUp(run, begun).then((ledger) => ({ ledger, files: new WaveFiles(ledger.folder.path, ledger.nextWave) }))
    // Whoever asks first is told.
    this.#opening.catch(() => undefined)
  }

  begin(): () => void {
    return () => undefined
  }

  async ask(call: BatchedCall): Promise<Answer> {
    const { label, settings, hold, budget } = call
    const { ledger, files } = await this.#opening
    const { url, body, asking, purchase } = call.build()
    const { id, sent } = ledger.next(call, url, body)
    // What stands in a file may be sent, so it stays set aside. What does not fit now is for a later wave.
    if (budget && !(await budget.tryReserve(purchase))) throw awaitingResults(label)
    const { file, written } = files.add(id, url, body, label, settings)
    await written
    await ledger.ask({ custom_id: id, wave: files.wave, file, body: sent }, asking, { model: label, ...(hold && { hold }) })
    for (let left = TURNS; left > 0; left -= 1) await turn()
    throw awaitingResults(label)
  }
}

/** What a call ends with that stands in a file of requests. */
function awaitingResults(label: string): HoldfastError {
  return new HoldfastError(
    'ABORTED',
    `Failed to call ${label}: ${RUN_STOPPED} until its answers come by batch. Go on with holdfast batch next.`,
  )
}

/** Calls by batch, live or by files. */
export const batches: Batches = {
  open(folder, run, exports) {
    const desk = exports ? new ExportDesk(folder, run) : new LiveDesk(folder, run)
    return {
      begin: () => desk.begin(),
      ask: (binding, ...how) => askByBatch(binding, desk, ...how),
    }
  },
  pending: waveLines,
}
