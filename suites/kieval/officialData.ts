import type { OfficialData, OfficialRepository, UpstreamFile } from '../../src/kit.ts'
import { arcSample, validatedIds } from './conversions.ts'

const KIEVAL: OfficialRepository = { name: 'zhuohaoyu/KIEval', commit: '8806acbb5eb02ebcba1ea23d4438b6963e9caaa6' }
const ARC_COPY: OfficialRepository = { name: 'LzyFischer/icml_kd', commit: '30f6ce59d478ce4ad1c53dd1f4195d97cb29c530' }

/** No byte-exact copy of these was at hand. The hash of the table made of them decides whether they are right. */
const ID_LISTS: readonly UpstreamFile[] = [
  { repository: KIEVAL, path: 'assets/validated_problems_gpt-4-1106-preview.json', bytes: 750_734 },
  { repository: KIEVAL, path: 'assets/validated_problems_gpt-3.5-turbo-1106.json', bytes: 750_734 },
]

/** The official data of KIEval: its lists of valid questions, and a sample of ARC-Challenge that they name. */
export const kievalOfficialData: OfficialData = {
  licensed: false,
  licence:
    'The repository of KIEval has no licence file (what is taken are ids and flags); ARC is CC BY-SA 4.0, the repository its text is taken from has no licence file',
  files: [
    {
      path: 'validated-uuids.tsv.gz',
      bytes: 779_587,
      sha256: 'd6da60672d5ede06ac7d0a0dcf37ca7423432f8438ca5b20bcc871aae64d61b3',
      upstream: ID_LISTS,
      conversion: validatedIds,
    },
    {
      path: 'arc-challenge-sample.jsonl',
      bytes: 108_252,
      sha256: '67ab85cdd0a805bd368a37a3f0b0ebb602dfc7c06c3e07e9426bc223949301d8',
      upstream: [{ repository: ARC_COPY, path: 'data/arc_challenge/test.jsonl' }, ...ID_LISTS],
      conversion: arcSample,
    },
  ],
  notPulled: [
    'question sets of MMLU, HellaSwag and C-Eval: KIEval publishes ids only; put their own JSONL files there, whole and in their order, since ids of HellaSwag and C-Eval hold the row',
  ],
  card: async (data) => (await import('./describeData.ts')).describeKievalData(data),
}
