import type { Batches } from '../../kit.ts'
import { askByBatch } from './askByBatch.ts'
import { ExportDesk } from './exportDesk.ts'
import { batchName } from './exportedRunName.ts'
import { LiveDesk } from './liveDesk.ts'
import { waveLines } from './waveLines.ts'

/** Calls by batch, live or by files. */
export const batches: Batches = {
  open(folder, run, exports) {
    const desk = exports ? new ExportDesk(folder, batchName(run)) : new LiveDesk(folder, batchName(run))
    return {
      begin: () => desk.begin(),
      ask: (binding, access, build, caching) => askByBatch(binding, { desk, access }, build, caching),
    }
  },
  pending: waveLines,
}
