import type { OfficialData, OfficialRepository, UpstreamFile } from '../../src/kit.ts'
import { irrelevantQueries, sentencesToTranslate } from './conversions.ts'

const REFUTEBENCH: OfficialRepository = { name: 'ElliottYan/RefuteBench', commit: '24c2135b00054fc8a56ed85e93acb59fdafa8852' }

/** A published file of RefuteBench 1.0, for instance `mt/multi/en-zh`. The hash of what is made of the files decides whether they are right. */
function publishedFile(name: string): UpstreamFile {
  return { repository: REFUTEBENCH, path: `data/${name}.jsonl` }
}

/** Names of files with a single feedback, in the order of their paths. `between` are the numbers of queries between. */
function singles(prefixes: readonly string[], between: readonly number[]): string[] {
  return prefixes.flatMap((prefix) =>
    ['generalization', 'memory'].flatMap((kind) => between.map((count) => `${prefix}.${kind}.NC-${count}`)),
  )
}

const SENTENCE_FILES = ['mt/multi/en-zh', ...singles(['mt/single/en-zh'], [0, 1, 2, 3])]
const QUERY_FILES = singles(['email/single/email', 'mt/single/en-he', 'mt/single/en-zh', 'qa/single/qa'], [1, 2, 3])

/** What RefuteBench 2.0 takes of the files of RefuteBench 1.0, since its own seeds are not published. */
export const refutebenchOfficialData: OfficialData = {
  licensed: false,
  licence: 'Made of RefuteBench 1.0, whose repository has no licence file at its root',
  files: [
    {
      path: 'mt-enzh.jsonl',
      bytes: 357_174,
      sha256: '76c0576d9a207701da63e1670798383670d9055eb4bffc38af4c73f597510df5',
      upstream: SENTENCE_FILES.map(publishedFile),
      conversion: sentencesToTranslate(SENTENCE_FILES.map((name) => /multi|memory|generalization/.exec(name)?.[0] ?? '')),
    },
    {
      path: 'irrelevant-queries.jsonl',
      bytes: 181_238,
      sha256: '021ab32ae5c0141284713e71b1ee047a567739ce2ac32ec74cb64626eb94d22a',
      upstream: QUERY_FILES.map(publishedFile),
      conversion: irrelevantQueries(QUERY_FILES.map((name) => name.split('/')[0] ?? '')),
    },
  ],
  notPulled: ['the seeds of RefuteBench 2.0 itself: not in the repository; summaries and writing tasks are bundled'],
  card: async (data) => (await import('./describeData.ts')).describeRefutebenchData(data),
}
