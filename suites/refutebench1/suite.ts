import { z } from 'zod'
import { copied, defineSuite, type OfficialData, type OfficialFile, type OfficialRepository, parse } from '../../src/kit.ts'
import { containsAnswer, containsTarget } from './checks/contained.ts'
import { checkEmail } from './checks/email.ts'
import { CHECKERS } from './names.ts'
import { openRefutebench1 } from './openSuite.ts'
import { refutebench1Options } from './options.ts'
import { refutebench1View } from './view.ts'

const REFUTEBENCH: OfficialRepository = { name: 'ElliottYan/RefuteBench', commit: '24c2135b00054fc8a56ed85e93acb59fdafa8852' }

/** A published file, zipped when it is stored. */
function zipped(name: string, bytes: number, sha256: string): OfficialFile {
  return copied(`${name}.jsonl.gz`, { repository: REFUTEBENCH, path: `data/${name}.jsonl`, bytes, sha256 })
}

/** The files of RefuteBench 1.0 of which a byte-exact copy was at hand to take hashes of. */
const PUBLISHED_FILES: readonly OfficialFile[] = [
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

const common = { id: z.string(), response: z.string() }
const line = z.discriminatedUnion('task', [
  z.object({ ...common, task: z.literal('email'), checker: z.enum(CHECKERS), choice: z.string() }),
  z.object({ ...common, task: z.literal('mt'), choice: z.string() }),
  z.object({ ...common, task: z.literal('qa'), choice: z.union([z.string(), z.array(z.string())]) }),
])

/**
 * A function from a line with a reply and what was demanded to whether it passes, null for a demand on which the official check breaks
 * down; throws HoldfastError for a line that does not fit.
 */
export function refutebench1FileScorer() {
  return (value: unknown, where: string) => {
    const reply = parse(line, value, where)
    const { id, response } = reply
    if (reply.task === 'email') return { id, passed: checkEmail(reply.checker, reply.choice, response) }
    const contains = reply.task === 'mt' ? containsTarget(reply.choice, response) : containsAnswer(reply.choice, response)
    return { id, passed: contains }
  }
}

/** The official dialogues of RefuteBench 1.0. */
const refutebench1OfficialData: OfficialData = {
  licensed: false,
  licence: 'The repository has no licence file at its root; the only one is that of vLLM, in a vendored folder',
  files: PUBLISHED_FILES,
  notPulled: [
    'generalization with 1 to 3 queries between: published, but no byte-exact copy was at hand to take hashes of; the suite reads the files if you put them there',
  ],
  card: async (data) => (await import('./describeData.ts')).describeRefutebench1Data(data),
}

/** RefuteBench 1.0: does the model accept feedback, and keep to it later? Programs check, without a judge. */
export const refutebench1Suite = defineSuite({
  name: 'refutebench1',
  options: refutebench1Options,
  roles: { candidate: { temperature: 0 } },
  open: openRefutebench1,
  summary: { load: async () => (await import('./summary.ts')).refutebench1Summary },
  about: {
    title: 'RefuteBench 1.0',
    question: 'Does the model keep to feedback in later answers?',
    good: 'Higher is better; 1 is feedback kept in every later answer.',
    item: 'dialogue',
  },
  view: refutebench1View,
  files: { official: refutebench1OfficialData, scorer: refutebench1FileScorer },
})
