import type { OfficialData } from '../../src/kit.ts'
import { PUBLISHED_FILES } from './data/publishedFiles.ts'

/** The official dialogues of RefuteBench 1.0. */
export const refutebench1OfficialData: OfficialData = {
  licensed: false,
  licence: 'The repository has no licence file at its root; the only one is that of vLLM, in a vendored folder',
  files: PUBLISHED_FILES,
  notPulled: [
    'generalization with 1 to 3 queries between: published, but no byte-exact copy was at hand to take hashes of; the suite reads the files if you put them there',
  ],
  card: async (data) => (await import('./describeData.ts')).describeRefutebench1Data(data),
}
