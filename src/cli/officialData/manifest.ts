import { HoldfastError } from '../../base/errors.ts'
import { nearest } from '../../base/text/nearest.ts'
import { arcSample, kievalIds, refuteQueries, refuteSentences } from './conversions.ts'
import type { OfficialFile, OfficialRepository, OfficialSuite, UpstreamFile } from './officialFile.ts'

const LIFBENCH: OfficialRepository = {
  name: 'SheldonWu0327/LIFBench-2024',
  also: ['SheldonWu0327/LIF-Bench-2024'],
  commit: '4b6e5acfa5e31ce666e9a39b23284f363432e8bd',
}
const LLMBAR: OfficialRepository = { name: 'princeton-nlp/LLMBar', commit: '900616bff90b6c6c8e1681f7d079250637c55992' }
const FB_BENCH: OfficialRepository = {
  name: 'PKU-Baichuan-MLSystemLab/FB-Bench',
  commit: 'dacc09b63bc8f412126da94824ee3350288ddda4',
}
const KIEVAL: OfficialRepository = { name: 'zhuohaoyu/KIEval', commit: '8806acbb5eb02ebcba1ea23d4438b6963e9caaa6' }
const ARC_COPY: OfficialRepository = { name: 'LzyFischer/icml_kd', commit: '30f6ce59d478ce4ad1c53dd1f4195d97cb29c530' }
const REFUTEBENCH: OfficialRepository = { name: 'ElliottYan/RefuteBench', commit: '24c2135b00054fc8a56ed85e93acb59fdafa8852' }

/** A file taken as it is. */
function copied(repository: OfficialRepository, path: string, upstreamPath: string, bytes: number, sha256: string): OfficialFile {
  return { path, bytes, sha256, upstream: [{ repository, path: upstreamPath, bytes, sha256 }] }
}

function pairs(subset: string, folder: string, bytes: number, sha256: string): OfficialFile {
  return copied(LLMBAR, `datasets/${subset}.json`, `Dataset/${folder}/dataset.json`, bytes, sha256)
}

/** A file of RefuteBench 1.0, zipped here. */
function zipped(name: string, bytes: number, sha256: string): OfficialFile {
  return copied(REFUTEBENCH, `${name}.jsonl.gz`, `data/${name}.jsonl`, bytes, sha256)
}

const LLMBAR_FILES: readonly OfficialFile[] = [
  pairs('Base_10', 'CaseStudy/Base_10', 52_315, 'e36ae2461fd633c51afdbe19d9f62bc77089c7efc8a58e03fc273518a78ab1b0'),
  pairs('Base_9', 'CaseStudy/Base_9', 51_991, 'b3989dcdaddb277207ab86631db2185edd15802e27b947a5dacb663895fddd69'),
  pairs('Constraint', 'CaseStudy/Constraint', 150_002, '8b702c755bdba59f63cf61e8643a5718799df8ed8f3b93b27dbf1db0e8c3c009'),
  pairs('Negation', 'CaseStudy/Negation', 92_345, 'c4ce566f652606d25445efedcb01d2a359c5ce03c6457e3c518a129dbd608c4e'),
  pairs('Normal', 'CaseStudy/Normal', 88_510, 'f6f2c4833d57ab8aaa8aa51bf521296b6f2e26323aad5c08da5331924af450ba'),
  pairs('GPTInst', 'LLMBar/Adversarial/GPTInst', 211_768, '1002425f73c2cf54b6e6de99bce3f6c60fa2a17d13194772e37d7481c1351d42'),
  pairs('GPTOut', 'LLMBar/Adversarial/GPTOut', 32_640, '1ff56e520d7607750a9866a3be0f5b850392ca4477a1f69d80f32bd3e310f561'),
  pairs('Manual', 'LLMBar/Adversarial/Manual', 79_050, '0d9598769a39cdbbd265778c37e49939d41d5f76dcfb17bd75dcfa07516d3837'),
  pairs('Neighbor', 'LLMBar/Adversarial/Neighbor', 131_988, '6712c7eda6342602e0bc7c06c282fa95e2110d4e741a284026a62d937f9780a0'),
  pairs('Natural', 'LLMBar/Natural', 91_269, 'f7127b7aa78104cb8e03a2b1b3ac0077e95b125714dd441a8ee63666145a3375'),
  pairs('FairEval', 'Processed/FairEval', 185_654, '5b4a129258c1efa273a1b10fec399f5462b458facf900e8e1948f4acb1b37dd6'),
  pairs('LLMEval2', 'Processed/LLMEval^2', 298_957, 'deffdaeccda39c0fb9337c7e20925ec2b973bfd456832c2f1ba0e9ca4cf107de'),
  pairs('MT-Bench', 'Processed/MT-Bench', 468_579, 'c152249bc095d152485954bd2abd9ea79528ee5e4c045bfe9ef78755b03c20d8'),
]

const REFUTEBENCH1_FILES: readonly OfficialFile[] = [
  zipped('email/multi/email', 305_739, '1a4496b5c4204a6037505579c834ea256f6e369ae77e6dfa1b8eec7056aea99d'),
  zipped('email/single/email.generalization.NC-0', 114_578, '00268991b54d615e9db89865ac06ae0362c978f786256a18082c44f9fd98d30f'),
  zipped('email/single/email.memory.NC-0', 114_894, 'c86c656cf253e06fa87f3a1ed7fe48167bd20979426e7af9f1dc07da92a85ea0'),
  zipped('email/single/email.memory.NC-1', 130_200, 'c0b6e7d62763c5c27ff71964b53078a712210165b5a06582dd3c2be226f24fb3'),
  zipped('email/single/email.memory.NC-2', 145_544, '5fee09ca7cbc29f172a524611daa5be4186a3e0d09573a603ab805691cb09cfb'),
  zipped('email/single/email.memory.NC-3', 162_850, 'b37424f0b0338ce1c0ccfb26785a4ab1867878fc7ee650629d5aef9cd648473f'),
  zipped('mt/multi/en-he', 424_187, '40275ecf8406fc293ec000c1b64db8be787928f9e89f3c0d5ecb38aaa52af575'),
  zipped('mt/multi/en-zh', 671_680, '50ba605a41338ff6ad14581f05345fcb37c5bdf5f43e6659c35e75cb1f47410d'),
  zipped('mt/single/en-he.generalization.NC-0', 202_021, '1da44f4dce956ea2cd8ac1d3dbeceadbf86432ddd925764f4ca064b002f59b33'),
  zipped('mt/single/en-he.memory.NC-0', 200_783, '63c5cbc5d41caa15bb4714daeb9f178e1356cfae8aa74b87ed5ddd60bc2d5f8b'),
  zipped('mt/single/en-he.memory.NC-1', 242_687, '93f6cf7c1779685a3a4687d609d0160465f08c13f9fb215b9e7fdccd48e3a73c'),
  zipped('mt/single/en-he.memory.NC-2', 286_199, 'a096cdc4bc8a5a2a149ad925f0e930ad9e9f7e89057146bb3ed72b9f7edf59fd'),
  zipped('mt/single/en-he.memory.NC-3', 326_604, 'bb7fc25af857a666e4a61cf61db914bf1bf6601817da2d5087b62353e32ec282'),
  zipped('mt/single/en-zh.generalization.NC-0', 203_729, '59e0cc08361e550418fe9360016d3a4ce2f75cfab01cf21512153b48eb0f530c'),
  zipped('mt/single/en-zh.memory.NC-0', 202_969, '5dcb89c0f1d72d06926d461977f78b23f5c9e73fbdd60f769f533d371d46d163'),
  zipped('mt/single/en-zh.memory.NC-1', 249_305, '26d02744d948ed76d6683a4f62fba95b3acbea37ae6c87e7fc47731cd164c29d'),
  zipped('mt/single/en-zh.memory.NC-2', 283_504, '9d38d4237b85a7847239d6307aaeff36a34490173571b5fc26994676e384cced'),
  zipped('mt/single/en-zh.memory.NC-3', 325_353, '5cb870a23221b5f4aca4bed4e40037c794e526184f45aa15f99c0cbe6b184fdd'),
  zipped('qa/multi/qa', 526_329, 'd61cf84611484cee67165c81473d48cec06ce518d12467187db9bd493bf6967a'),
  zipped('qa/single/qa.generalization.NC-0', 738_335, 'f7f1575eb0d39c27696d3db9ab31b1f89ed90a66e7af97ccabf20053c9fe5c12'),
  zipped('qa/single/qa.memory.NC-0', 106_062, '2c61d903a475fc25e3f17bfc4fbffb116ec79c530f79d3d0f3ad4de9dba74936'),
  zipped('qa/single/qa.memory.NC-1', 141_861, '9e39ed729ff1e1e615499d034fd22999914977129fd206392ca552e2ef5ff062'),
  zipped('qa/single/qa.memory.NC-2', 177_538, '7de3d6b8b3b34074603f043f26a460ed0032629a943a6313a32aa21cd5cd0f7b'),
  zipped('qa/single/qa.memory.NC-3', 200_960, '94f3287d2ad99d69f16b9c5d63d5d3dbeaf5a232bf3f9f2dfbc512172c787428'),
]

/** A file of RefuteBench 1.0 by its name; those that only conversions read have no known hash. */
function refuteUpstream(name: string): UpstreamFile {
  const known = REFUTEBENCH1_FILES.find(({ path }) => path === `${name}.jsonl.gz`)?.upstream[0]
  return known ?? { repository: REFUTEBENCH, path: `data/${name}.jsonl` }
}

/** Names of single-feedback files, `kinds` of them for each prefix, in the order of their paths. */
function singles(prefixes: readonly string[], counts: readonly number[]): string[] {
  return prefixes.flatMap((prefix) =>
    ['generalization', 'memory'].flatMap((kind) => counts.map((between) => `${prefix}.${kind}.NC-${between}`)),
  )
}

const SENTENCE_FILES = ['mt/multi/en-zh', ...singles(['mt/single/en-zh'], [0, 1, 2, 3])]
const QUERY_FILES = singles(['email/single/email', 'mt/single/en-he', 'mt/single/en-zh', 'qa/single/qa'], [1, 2, 3])

const KIEVAL_IDS: readonly UpstreamFile[] = [
  // Of neither was a byte-exact copy at hand: the hash of the table made of them decides.
  { repository: KIEVAL, path: 'assets/validated_problems_gpt-4-1106-preview.json', bytes: 750_734 },
  { repository: KIEVAL, path: 'assets/validated_problems_gpt-3.5-turbo-1106.json', bytes: 750_734 },
]

const NO_LICENCE = 'NONE: nobody has granted a right to redistribute. For your own tests; keep it out of what you publish'

/** The official data that adapters read, suite by suite. */
export const OFFICIAL_DATA: readonly OfficialSuite[] = [
  {
    suite: 'lifbench',
    licensed: true,
    licence: 'MIT. The texts inside come from public corpora (Paul Graham essays, XSum, QMSum, GovReport), as released by the authors',
    files: [
      copied(LIFBENCH, 'tasks.json', 'data/meta/tasks.json', 23_471, '5d7ffd131a5b8ea0ae98a5a9ece25468e0c293f7fa8121f144eba5361d39c78d'),
      copied(
        LIFBENCH,
        'onedoc_input.json',
        'data/meta/onedoc_input.json',
        1_140_532,
        'c44c6db1b307fa07ed4b583205bdf6b247b68a14b295d097799365cf8060cd60',
      ),
      copied(
        LIFBENCH,
        'multidoc_input.json',
        'data/meta/multidoc_input.json',
        2_763_111,
        '06395c2cc5e0cb7baf28deca8fda9fb6ee2845f4e3cb3fb7c1718fbed8617789',
      ),
      {
        path: 'replayed_params.json',
        bytes: 31_643,
        sha256: '3d2a4e99eb5b959bd08720c86210917b3ab2f2356678b7e3c132be006c139f43',
        upstream: [],
        without: 'made by running the official generator with seed 0, published by nobody; without it the suite draws its own variables',
      },
    ],
    notPulled: ['list_input.json and the prompts: not in the repository; the suite makes its lists of bundled elements and says so'],
  },
  {
    suite: 'llmbar',
    licensed: true,
    licence:
      'MIT, Copyright (c) 2023 Princeton Natural Language Processing. Texts inside come from AlpacaFarm, LLMEval^2, FairEval and MT-Bench, whose terms were not reviewed',
    files: LLMBAR_FILES,
    notPulled: [],
  },
  {
    suite: 'fb-bench',
    licensed: false,
    licence: `${NO_LICENCE}. The repository has no licence file and its README names none; queries come from real chat logs`,
    files: [
      copied(
        FB_BENCH,
        'dataset.json',
        'data/feedback-benchmark/fb_bench_dataset_v3.json',
        1_803_247,
        '38c1a33a8dae1271f598bb05fd3f49e544eb42c8662af0c9a7daad844d9a9047',
      ),
    ],
    notPulled: [],
  },
  {
    suite: 'kieval',
    licensed: false,
    licence: `${NO_LICENCE}. The repository of KIEval has no licence file (what is taken are ids and flags); ARC is CC BY-SA 4.0, the repository its text is taken from has no licence file`,
    files: [
      {
        path: 'validated-uuids.tsv.gz',
        bytes: 779_587,
        sha256: 'd6da60672d5ede06ac7d0a0dcf37ca7423432f8438ca5b20bcc871aae64d61b3',
        upstream: KIEVAL_IDS,
        conversion: kievalIds,
      },
      {
        path: 'arc-challenge-sample.jsonl',
        bytes: 108_252,
        sha256: '67ab85cdd0a805bd368a37a3f0b0ebb602dfc7c06c3e07e9426bc223949301d8',
        upstream: [{ repository: ARC_COPY, path: 'data/arc_challenge/test.jsonl' }, ...KIEVAL_IDS],
        conversion: arcSample,
      },
    ],
    notPulled: [
      'question sets of MMLU, HellaSwag and C-Eval: KIEval publishes ids only; put their own JSONL files there (ARC and MMLU forms are read)',
    ],
  },
  {
    suite: 'refutebench',
    licensed: false,
    licence: `${NO_LICENCE}. Made of RefuteBench 1.0, whose repository has no licence file at its root`,
    files: [
      {
        path: 'mt-enzh.jsonl',
        bytes: 357_174,
        sha256: '76c0576d9a207701da63e1670798383670d9055eb4bffc38af4c73f597510df5',
        upstream: SENTENCE_FILES.map(refuteUpstream),
        conversion: refuteSentences(SENTENCE_FILES.map((name) => /multi|memory|generalization/.exec(name)?.[0] ?? '')),
      },
      {
        path: 'irrelevant-queries.jsonl',
        bytes: 181_238,
        sha256: '021ab32ae5c0141284713e71b1ee047a567739ce2ac32ec74cb64626eb94d22a',
        upstream: QUERY_FILES.map(refuteUpstream),
        conversion: refuteQueries(QUERY_FILES.map((name) => name.split('/')[0] ?? '')),
      },
    ],
    notPulled: ['the seeds of RefuteBench 2.0 itself: not in the repository; summaries and writing tasks are bundled'],
  },
  {
    suite: 'refutebench1',
    licensed: false,
    licence: `${NO_LICENCE}. The repository has no licence file at its root; the only one is that of vLLM, in a vendored folder`,
    files: REFUTEBENCH1_FILES,
    notPulled: [
      'generalization with 1 to 3 queries between: published, but no byte-exact copy was at hand to take hashes of; the suite reads the files if you put them there',
    ],
  },
]

/**
 * The official data of some suites; of all without names.
 *
 * @throws HoldfastError (bad usage) for a suite that has none.
 */
export function officialData(names: readonly string[]): readonly OfficialSuite[] {
  const known = OFFICIAL_DATA.map(({ suite }) => suite)
  const odd = names.find((name) => !known.includes(name))
  if (odd !== undefined) {
    const near = nearest(odd, known)
    throw new HoldfastError(
      'USAGE',
      `Failed to find official data of ${JSON.stringify(odd)}: there is no such suite.${near ? ` Did you mean ${near}?` : ''} Suites: ${known.join(', ')}.`,
    )
  }
  return names.length === 0 ? OFFICIAL_DATA : OFFICIAL_DATA.filter(({ suite }) => names.includes(suite))
}
