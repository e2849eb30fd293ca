import type { OfficialData, OfficialRepository, UpstreamFile } from '../../src/kit.ts'
import { irrelevantQueries, sentencesToTranslate } from './conversions.ts'

const REFUTEBENCH: OfficialRepository = { name: 'ElliottYan/RefuteBench', commit: '24c2135b00054fc8a56ed85e93acb59fdafa8852' }

/** The files that are made use of, as far as a byte-exact copy was at hand to take hashes of. */
const KNOWN: Readonly<Record<string, Pick<UpstreamFile, 'bytes' | 'sha256'>>> = {
  'email/single/email.memory.NC-1': { bytes: 130_200, sha256: 'c0b6e7d62763c5c27ff71964b53078a712210165b5a06582dd3c2be226f24fb3' },
  'email/single/email.memory.NC-2': { bytes: 145_544, sha256: '5fee09ca7cbc29f172a524611daa5be4186a3e0d09573a603ab805691cb09cfb' },
  'email/single/email.memory.NC-3': { bytes: 162_850, sha256: 'b37424f0b0338ce1c0ccfb26785a4ab1867878fc7ee650629d5aef9cd648473f' },
  'mt/multi/en-zh': { bytes: 671_680, sha256: '50ba605a41338ff6ad14581f05345fcb37c5bdf5f43e6659c35e75cb1f47410d' },
  'mt/single/en-he.memory.NC-1': { bytes: 242_687, sha256: '93f6cf7c1779685a3a4687d609d0160465f08c13f9fb215b9e7fdccd48e3a73c' },
  'mt/single/en-he.memory.NC-2': { bytes: 286_199, sha256: 'a096cdc4bc8a5a2a149ad925f0e930ad9e9f7e89057146bb3ed72b9f7edf59fd' },
  'mt/single/en-he.memory.NC-3': { bytes: 326_604, sha256: 'bb7fc25af857a666e4a61cf61db914bf1bf6601817da2d5087b62353e32ec282' },
  'mt/single/en-zh.generalization.NC-0': { bytes: 203_729, sha256: '59e0cc08361e550418fe9360016d3a4ce2f75cfab01cf21512153b48eb0f530c' },
  'mt/single/en-zh.memory.NC-0': { bytes: 202_969, sha256: '5dcb89c0f1d72d06926d461977f78b23f5c9e73fbdd60f769f533d371d46d163' },
  'mt/single/en-zh.memory.NC-1': { bytes: 249_305, sha256: '26d02744d948ed76d6683a4f62fba95b3acbea37ae6c87e7fc47731cd164c29d' },
  'mt/single/en-zh.memory.NC-2': { bytes: 283_504, sha256: '9d38d4237b85a7847239d6307aaeff36a34490173571b5fc26994676e384cced' },
  'mt/single/en-zh.memory.NC-3': { bytes: 325_353, sha256: '5cb870a23221b5f4aca4bed4e40037c794e526184f45aa15f99c0cbe6b184fdd' },
  'qa/single/qa.memory.NC-1': { bytes: 141_861, sha256: '9e39ed729ff1e1e615499d034fd22999914977129fd206392ca552e2ef5ff062' },
  'qa/single/qa.memory.NC-2': { bytes: 177_538, sha256: '7de3d6b8b3b34074603f043f26a460ed0032629a943a6313a32aa21cd5cd0f7b' },
  'qa/single/qa.memory.NC-3': { bytes: 200_960, sha256: '94f3287d2ad99d69f16b9c5d63d5d3dbeaf5a232bf3f9f2dfbc512172c787428' },
}

/**
 * A published file of RefuteBench 1.0, with its size and hash where they are known.
 *
 * @param name for instance `mt/multi/en-zh`.
 */
function publishedFile(name: string): UpstreamFile {
  return { repository: REFUTEBENCH, path: `data/${name}.jsonl`, ...KNOWN[name] }
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
