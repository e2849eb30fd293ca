import '../../registered.ts'
import { startBundled } from './startBundled.ts'

// Runs one bundled suite in the folder it is started from. A process of its own, since everything Vitest prints is notes.
const vitest = await startBundled(process.argv[2] ?? '')
await vitest.close()
