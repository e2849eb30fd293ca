import { officialData } from '../../src/kit.ts'
import { irrelevantQueries, sentencesToTranslate } from './conversions.ts'

/** What RefuteBench 2.0 takes of RefuteBench 1.0: sentences to translate, and queries to put in between. */
export const refutebenchOfficialData = officialData(
  'refutebench',
  async (data) => (await import('./describeData.ts')).describeRefutebenchData(data),
  {
    // Named after the kinds and the tasks of the files that a text is in.
    sentences: (from) => sentencesToTranslate(from.map(({ path }) => /multi|memory|generalization/.exec(path)?.[0] ?? '')),
    queries: (from) => irrelevantQueries(from.map(({ path }) => path.split('/')[1] ?? '')),
  },
)
