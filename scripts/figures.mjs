// Guards refactors that must change no figure: runs every suite with many models and options, keeps each run's scores.json,
// and compares two such recordings, number by number.
//
//   node scripts/figures.mjs record <checkout> <folder> [--data <official data>] [--only <part of a case's name>]
//   node scripts/figures.mjs compare <folder before> <folder after> [--only <part of a case's name>]
//
// `record` writes <folder>/<case>.json: scores.json and, as `processExitCode`, how the process ended. Cases that are there
// already are left alone, so a stopped recording goes on; it exits 1 when a case wrote no scores.json. Record both sides with
// the same --data and --only. Runs move the checkout's (ignored) link reports/runs/latest and write nothing else there.
//
// `compare` exits 1 when something is missing or different, or a metric is new. What else only the second folder has, cases
// too, is listed as added and does not fail.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { gunzipSync } from 'node:zlib'

const say = (line) => process.stdout.write(`${line}\n`)
/** What differs from run to run by design. */
const IGNORED = new Set(['run > id', 'run > startedAt', 'run > finishedAt', 'run > version'])
/** Numbers may differ by this much, absolutely or of their size: sums may be taken in another order. */
const TOLERANCE = 1e-12

const MODULE = 'module:{work}/hashed.mjs#ask'
/** Short for parts of the lines below; ALL is every suite of the checkout, on official data every one that has some. */
const WORDS = {
  JUDGED: 'refutebench,fb-bench,kieval,llmbar',
  DEGRADED: 'MODEL=sim:degraded?p=0.3',
  NOISY: 'MODEL=sim:degraded?p=0.3 JUDGE=sim:judge?noise=0.2',
  REPLAYED: 'MODEL=replay:{work}/calls.jsonl JUDGE=replay:{work}/calls.jsonl _STRICT=1',
  HASHED: `MODEL=${MODULE} JUDGE=${MODULE} GATES={"maxUnscored":1}`,
}
/** A model whose answers, and token counts, are a hash of the prompt: where a word of any prompt changes, figures do. */
const HASHED = `export const ask = (messages) => {
  let hash = 0
  for (const char of messages.map(({ role, content }) => role + content).join()) hash = (hash * 31 + char.codePointAt(0)) % 1000003
  const content = \`Output (\${hash % 2 ? 'a' : 'b'}) is better. [[\${1 + (hash % 5)}]] Answer: \${'ABCD'[hash % 4]} \${hash}\` +
    JSON.stringify({ overall_score: 1 + (hash % 4), logic: { score: 1 + (hash % 3) } })
  return { content, usage: { promptTokens: hash, completionTokens: content.length } }
}`

/** A model that only a configuration can describe: a run that names it gets a configuration of its own. */
const MODELS = { small: { uri: MODULE, contextTokens: 6000, price: { in: 1.5, out: 6 } } }

/**
 * A line is suites, names of the cases, and variables without HOLDFAST_. In these `*` is the case's name from its last `/`
 * on, a `_` at the beginning the suite's and {work} a temporary folder. FROM names recordings that are replayed.
 */
const BUNDLED = `
refutebench,refutebench1,fb-bench,kieval oracle|null|echo|degraded?p=0.3|stubborn MODEL=sim:*
refutebench,refutebench1 forgetful?after=1|forgetful?after=3 MODEL=sim:*
fb-bench,kieval sycophant|memorised MODEL=sim:*
lifbench oracle|null|echo|degraded?p=0.3|degraded?p=0.7 MODEL=sim:*
pressure oracle|null|stubborn|sycophant|sycophant?after=3|degraded?p=0.3 MODEL=sim:*
sharded oracle|null|echo|lost?p=0.3|degraded?p=0.3 MODEL=sim:*
JUDGED judge?noise=0.2|judge?garbage=0.3 DEGRADED JUDGE=sim:*
JUDGED votes NOISY VOTES=3
refutebench,fb-bench,kieval controls NOISY CONTROLS=0.5
ALL trials NOISY TRIALS=2
ALL hashed HASHED
ALL sample NOISY LIMIT=5 SEED=3
ALL gates-held NOISY LIMIT=30 GATES={"{suite}":{"pass_rate":{"min":0.01,"decide":"strict"},"unscored_rate":{"max":1}},"allowSimulated":true}
ALL gates-broken NOISY LIMIT=30 GATES={"{suite}":{"pass_rate":{"min":1.1,"decide":"lenient"},"none":{"min":0}},"allowSimulated":true}
refutebench1 gates-undecided DEGRADED GATES={"refutebench1":{"pass_rate":{"min":0.8,"decide":"strict"}},"allowSimulated":true}
refutebench1 gates-pending DEGRADED SHARD=1/2 GATES={"refutebench1":{"RR":{"min":0.7}},"allowSimulated":true}
refutebench1 gates-simulated DEGRADED GATES={"refutebench1":{"RR":{"min":0}}}
fb-bench gates-metrics DEGRADED GATES={"fb-bench":{"overall":{"min":90,"max":10},"gap":{"max":100}},"minJudgeAccuracy":80,"allowSimulated":true}
fb-bench strict-run DEGRADED STRICT=1
refutebench speech NOISY LIMIT=30 _CLARITY=mixed _ABSTRACTION=mixed _EMOTION=mixed _FOCUS=balanced
refutebench wording NOISY LIMIT=30 _WORDING=paper _REQUERY=generalization _IMMEDIATE=1
refutebench validity NOISY LIMIT=30 _VALIDITY=1 _CURVES=0
refutebench hashed-options HASHED LIMIT=30 _VALIDITY=1 _IMMEDIATE=1 _WORDING=paper _CLARITY=mixed _ABSTRACTION=mixed _EMOTION=mixed
refutebench refuter-garbage DEGRADED REFUTER=sim:judge?garbage=0.1 GATES={"maxUnscored":1}
refutebench1 random DEGRADED _TARGETS=random
refutebench1 some MODEL=sim:forgetful?after=3 _NCS=0,3 _TASKS=email,qa _KINDS=memory,multi
fb-bench control-strict NOISY _CONTROL=1 _STRICT=1
fb-bench no-reference MODEL=sim:sycophant JUDGE=sim:judge?noise=0.2 _REFERENCE=0 _STRICT=1
fb-bench panel DEGRADED JUDGE=panel:sim:judge?noise=0.2;sim:judge?garbage=0.1;sim:judge VOTES=3 GATES={"maxUnscored":1}
kieval official-parse NOISY _PARSE=official _QUESTIONS=30 _SELECTION=random
kieval live-two-rounds NOISY _VALIDATION=live _ROUNDS=2 _WEIGHTS=constant
kieval no-stop MODEL=sim:memorised _VALIDATION=none _STOP=0
kieval leak MODEL=sim:memorised _LEAK=1
lifbench lengths DEGRADED _LENGTHS=3k,16k,32k LIMIT=30
lifbench tasks DEGRADED _TASKS=OR,MF,LBE _TOKENIZER=cl100k_base SEED=7
pressure steps MODEL=sim:sycophant?after=5 _STEPS=12 _ORDER=fixed _KINDS=doubt,argument,persistence
pressure corrections DEGRADED _DIRECTIONS=correct
sharded forms MODEL=sim:lost?p=0.3 TRIALS=3 _FORMS=full,sharded
lifbench skip|truncate MODEL=small _OVERFLOW=*
llmbar Vanilla_NoRules|Vanilla_1shot|Vanilla_2shot|CoT|Swap|Swap_CoT|Metrics|Reference|Metrics_Reference|Rating|Rating_NoRules|Rating_Metrics_Reference|ChatEval NOISY _STRATEGY=*
llmbar hashed/Swap_CoT|hashed/Metrics_Reference|hashed/Rating_Reference|hashed/ChatEval HASHED _STRATEGY=*
llmbar judge|judge?bias=first JUDGE=sim:* _STRICT=1
llmbar rating/garbage=0.3|rating/bias=first JUDGE=sim:judge?* _STRATEGY=Rating`

/** The same on official data, big runs as samples. Nothing answers FB-Bench's without a recording: its items are errors. */
const OFFICIAL = `
refutebench oracle|null|degraded?p=0.3 MODEL=sim:* _SEEDS=40
refutebench noise NOISY _SEEDS=40
refutebench1 oracle|null|degraded?p=0.3|forgetful?after=1 MODEL=sim:* LIMIT=100
fb-bench oracle MODEL=sim:* LIMIT=3
ALL hashed HASHED LIMIT=15
kieval oracle|null|degraded?p=0.3 MODEL=sim:*
kieval random NOISY _LIST=gpt35 _SELECTION=random _QUESTIONS=50
lifbench oracle|null|degraded?p=0.3 MODEL=sim:* LIMIT=40
lifbench all-lengths DEGRADED _LENGTHS=all LIMIT=15
llmbar judge|judge?noise=0.2|judge?garbage=0.3 JUDGE=sim:*
fb-bench DeepSeek-V3|gpt-4o-2024-11-20|claude-3-5-sonnet-20241022|Yi-1.5-9B-Chat REPLAYED FROM=replay/*.jsonl.gz
fb-bench replayed-trials REPLAYED TRIALS=3 FROM=replay/DeepSeek-V3.jsonl.gz,replay/gpt-4o-2024-11-20.jsonl.gz,replay/Yi-1.5-9B-Chat.jsonl.gz
fb-bench replayed-votes REPLAYED VOTES=3 FROM=replay/DeepSeek-V3.jsonl.gz,replay/gpt-4o-2024-11-20.jsonl.gz,replay/Yi-1.5-9B-Chat.jsonl.gz
llmbar GPT-4/Vanilla_NoRules|GPT-4/Vanilla|GPT-4/CoT|GPT-4/Swap|GPT-4/Swap_CoT|GPT-4/Metrics|GPT-4/Reference REPLAYED FROM=replay/GPT-4/* _STRATEGY=*
llmbar GPT-4/Metrics_Reference REPLAYED FROM=replay/GPT-4/* _STRATEGY=* _SUBSETS=Natural,Constraint,Negation,Normal,Base_9,Base_10,FairEval,LLMEval2,MT-Bench
llmbar ChatGPT/Rating|ChatGPT/Vanilla_2shot|ChatGPT/Swap_CoT REPLAYED FROM=more/ChatGPT/* _STRATEGY=*
llmbar PaLM2/CoT|PaLM2/Metrics_Reference REPLAYED FROM=more/PaLM2/* _STRATEGY=*
llmbar replayed-trials REPLAYED TRIALS=3 FROM=replay/GPT-4/Vanilla,more/ChatGPT/Vanilla,more/PaLM2/Vanilla
llmbar replayed-votes REPLAYED VOTES=3 FROM=replay/GPT-4/Vanilla,more/ChatGPT/Vanilla,more/PaLM2/Vanilla`

/** The suites of a checkout: those that have a test file. */
function suitesOf(checkout) {
  const folder = join(checkout, 'suites')
  return readdirSync(folder).filter((name) => existsSync(join(folder, name, `${name}.eval.ts`)))
}

/** The cases of a table: name, suite, and variables. */
function casesOf(table, prefix, shared, all) {
  const rows = table.trim().split('\n')
  const words = { ...WORDS, ALL: all.join(',') }
  const parts = rows.map((row) => row.replace(/\b[A-Z]+\b/g, (word) => words[word] ?? word).split(' '))
  return parts.flatMap(([suites, names, ...words]) => {
    const cases = suites.split(',').flatMap((suite) => names.split('|').map((name) => ({ suite, name })))
    return cases.map(({ suite, name }) => {
      const env = { ...shared }
      for (const word of words) {
        const [, own, key, value] = /^(_?)(.*?)=(.*)$/.exec(word)
        const variable = own ? `${suite.replace('-', '_').toUpperCase()}_${key}` : key
        env[variable] = value.replace('*', name.split('/').at(-1)).replace('{suite}', suite)
      }
      return { name: `${suite}.${prefix}${name.replace(/[^\w.-]+/g, '_')}`, suite, env }
    })
  })
}

/** Recordings as lines of a replay file. Several are as many trials, or votes, of one model, and differ as real ones do. */
function recordedCalls(suite, { DATA, FROM, VOTES }) {
  const read = (path) => gunzipSync(readFileSync(path)).toString('utf8').trimEnd()
  return FROM.split(',').flatMap((name, index) => {
    const path = join(DATA, suite, name)
    const key = { suite, [VOTES ? 'vote' : 'trial']: index }
    const line = (item, role, call, content, more) => JSON.stringify({ ...key, item, role, call, content, ...more })
    if (suite === 'llmbar') {
      const recordings = readdirSync(path).map((file) => JSON.parse(read(join(path, file))))
      const lines = (id, replies) => replies.map(([call, { completion }]) => line(id, 'judge', call, completion))
      return recordings.flatMap(({ subset, items }) => items.flatMap((item) => lines(`${subset}/${item.index}`, llmbarReplies(item))))
    }
    const items = JSON.parse(`[${read(path).replaceAll('\n', ',')}]`)
    return items.flatMap(({ id, answer, judge_text: verdict }) => [
      line(id, 'candidate', 'answer', answer),
      line(id, 'judge', 'verdict', verdict ?? '', verdict === null && { refused: true }),
    ])
  })
}

/** What a judge said of a pair, by the names of the calls. */
function llmbarReplies({ aux = [], stages = [], scores = [] }) {
  const orders = stages.flatMap((stage, step) => ['forward', 'swapped'].map((order) => [step === 0 ? order : `${order}-2`, stage[order]]))
  return [...aux.map((reply) => [reply.kind, reply]), ...orders, ...scores.map((reply, output) => [`score-${output + 1}`, reply])]
}

/** Writes a configuration with MODELS, and with the plugin that the checkout's own imports; gives the arguments that choose it. */
function configuration(checkout, work, fill) {
  const [, plugin] = /import \{ holdfast \} from '(\.[^']+)'/.exec(readFileSync(join(checkout, 'vitest.config.ts'), 'utf8')) ?? []
  if (!plugin) throw new Error(`Failed to find the import of { holdfast } in the vitest.config.ts of ${checkout}.`)
  const options = `{ plugins: [holdfast({ models: ${fill(JSON.stringify(MODELS))} })], test: { include: ['suites/**/*.eval.ts'] } }`
  const file = join(work, 'vitest.config.mts')
  writeFileSync(file, `import { holdfast } from ${JSON.stringify(resolve(checkout, plugin))}\nexport default ${options}\n`)
  return ['--config', file, '--root', checkout]
}

/** Runs one case in the checkout and keeps its scores; says how it ended. */
async function runCase({ suite, env: { FROM, ...env } }, checkout, file) {
  const work = realpathSync(mkdtempSync(join(tmpdir(), 'figures-')))
  const fill = (text) => text.replaceAll('{work}', work)
  if (FROM) writeFileSync(join(work, 'calls.jsonl'), recordedCalls(suite, { ...env, FROM }).join('\n'))
  writeFileSync(join(work, 'hashed.mjs'), HASHED)
  const inherited = Object.entries(process.env).filter(([name]) => !/^(HOLDFAST_|OPENAI_|VITEST|GITHUB_|TEST$|NODE_ENV$)/.test(name))
  const variables = Object.entries({ ...env, OUT: '{work}/run', CACHE: 'off' }).map(([name, value]) => [`HOLDFAST_${name}`, fill(value)])
  const args = ['vitest', 'run', `suites/${suite}/`, ...(env.MODEL in MODELS ? configuration(checkout, work, fill) : [])]
  const child = spawn('npx', args, { cwd: checkout, env: { ...Object.fromEntries([...inherited, ...variables]), CI: 'true' } })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (part) => (printed += part))
  const code = await new Promise((done, failed) => child.once('error', failed).once('close', done))
  const scores = join(work, 'run', 'scores.json')
  // A replay is named by its path, which is another one in every recording.
  const document = existsSync(scores) && JSON.parse(readFileSync(scores, 'utf8').replaceAll(work, '<work>'))
  rmSync(work, { recursive: true, force: true })
  if (!document) return `exit ${code}, NO scores.json\n${printed.slice(-2000)}`
  writeFileSync(`${file}.part`, `${JSON.stringify({ ...document, processExitCode: code }, undefined, 2)}\n`)
  renameSync(`${file}.part`, file)
  return `exit ${code}`
}

async function record(checkout, folder, { data, only = '' }) {
  mkdirSync(folder, { recursive: true })
  const suites = suitesOf(checkout)
  const withData = suites.filter((suite) => data && existsSync(join(data, suite)))
  const all = [...casesOf(BUNDLED, '', {}, suites), ...(data ? casesOf(OFFICIAL, 'official.', { DATA: resolve(data) }, withData) : [])]
  // An older checkout lacks suites that lines name.
  const cases = all.filter(({ suite }) => suites.includes(suite)).filter(({ name }) => name.includes(only))
  const fileOf = ({ name }) => join(folder, `${name}.json`)
  const queue = cases.values()
  const worker = async () => {
    for (const entry of queue) {
      const start = Date.now()
      const outcome = existsSync(fileOf(entry)) ? 'recorded before' : await runCase(entry, checkout, fileOf(entry))
      say(`${((Date.now() - start) / 1000).toFixed(1).padStart(6)} s  ${entry.name}: ${outcome}`)
    }
  }
  await Promise.all([worker(), worker()])
  const failed = cases.filter((entry) => !existsSync(fileOf(entry)))
  say(`${cases.length} cases, ${failed.length} without scores.json${failed.map(({ name }) => `\n${name}`).join('')}`)
  if (cases.length === 0 || failed.length > 0) process.exitCode = 1
}

/** Every value of a document by its path. Of a list the length is a value too. */
function leaves(value, path = '', found = new Map()) {
  if (value === null || typeof value !== 'object') return found.set(path, value)
  if (Array.isArray(value)) found.set(`${path} > length`, value.length)
  for (const [key, entry] of Object.entries(value)) leaves(entry, path ? `${path} > ${key}` : key, found)
  return found
}

function compare(before, after, { only = '' }) {
  const casesIn = (folder) => readdirSync(folder).filter((file) => file.endsWith('.json') && file.includes(only))
  const files = new Set([...casesIn(before), ...casesIn(after)])
  const read = (path) => (existsSync(path) ? leaves({ recorded: true, ...JSON.parse(readFileSync(path, 'utf8')) }) : new Map())
  const counts = { numbers: 0, added: 0, DIFFERENT: 0 }
  for (const file of files) {
    const [old, now] = [read(join(before, file)), read(join(after, file))]
    // A case that only one folder has is one line.
    for (const path of old.size > 0 && now.size > 0 ? new Set([...old.keys(), ...now.keys()]) : ['recorded']) {
      const [one, other] = [old.get(path), now.get(path)]
      const areNumbers = typeof one === 'number' && typeof other === 'number'
      if (areNumbers) counts.numbers += 1
      const near = areNumbers && Math.abs(one - other) <= TOLERANCE * Math.max(1, Math.abs(one), Math.abs(other))
      if (IGNORED.has(path) || near || one === other) continue
      const kind = one === undefined && !/^suites > [^>]+ > metrics > /.test(path) ? 'added' : 'DIFFERENT'
      counts[kind] += 1
      const [was, is] = [one, other].map((value) => JSON.stringify(value) ?? 'absent')
      say(`${kind} ${file.replace('.json', '')}: ${path}: ${was}, now ${is}`)
    }
  }
  say(`${files.size} cases, ${counts.numbers} numbers compared, ${counts.DIFFERENT} differences, ${counts.added} added`)
  if (files.size === 0 || counts.DIFFERENT > 0) process.exitCode = 1
}

const { values, positionals } = parseArgs({ allowPositionals: true, options: { data: { type: 'string' }, only: { type: 'string' } } })
const [verb, one, other, extra] = positionals
const run = { record, compare }[verb]
if (run && other && extra === undefined) await run(resolve(one), resolve(other), values)
else {
  say('usage: node scripts/figures.mjs record <checkout> <folder> [--data <folder>] [--only <text>], or compare <folder> <folder>')
  process.exitCode = 2
}
