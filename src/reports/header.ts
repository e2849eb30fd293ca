import { present } from '../core/base/collections.ts'
import { counted } from '../core/base/text/counted.ts'
import { typedPath } from '../core/base/typedFolder.ts'
import { writeEnvironment } from '../core/config/environment.ts'
import type { ResolvedConfig } from '../core/config/resolve.ts'
import { originsText } from '../core/config/settingOrigins.ts'
import { dataLabel } from '../core/format/dataLabel.ts'
import { leftOutTexts } from '../core/format/leftOut.ts'
import { readableUri } from '../core/format/modelText.ts'
import { parseModelUri, withoutCredentials } from '../core/format/modelUri.ts'
import type { Role } from '../core/format/role.ts'
import type { SuitePlan } from '../core/format/suitePlan.ts'
import { certificatesLine, type FoundCertificate } from '../judging/certificate/certificate.ts'
import { endpointKey } from '../models/endpointKey.ts'
import type { Fact } from './blocks/block.ts'
import { terminalBlocks } from './blocks/terminalBlocks.ts'
import { earlyPlanText } from './earlyText.ts'
import { grouped, paint, roughly } from './layout.ts'
import { describePrice } from './planLines.ts'

/** What stands before the first call: what is run, on what, and where the result goes. */
export function headerLines(meta: SuitePlan, config: ResolvedConfig, certificates: readonly FoundCertificate[], width: number): string[] {
  const title = ` holdfast ${config.version} · ${meta.suite}`
  const run = `run ${config.runId}`
  const { calls = 0 } = meta
  const facts = present<Fact>([
    ...meta.roles.flatMap((role): Fact[] => [
      [role, describeModel(config, role, meta.suite) + certified(meta, certificates, role)],
      ...foundTexts(meta, role).map((text) => ['', text] as const),
    ]),
    ...keyTexts(meta, config).map((text, at) => [at === 0 ? 'keys' : '', text] as const),
    ['data', dataLabel(meta.data)],
    ['items', describeItems(meta, config)],
    ...recordedTexts(meta.suite, config).map((text) => ['', text] as const),
    config.shard && ['', `shard ${config.shard.index} of ${config.shard.count}: gates stay pending until holdfast merge puts all together`],
    ...leftOutTexts(meta.leftOut).map((text) => ['! PART', text] as const),
    ...meta.notes.map((note) => ['', note] as const),
    config.doubt !== undefined && meta.roles.includes('judge') && ['doubt', `verdicts of a doubt over ${config.doubt} are left to people`],
    meta.early && ['decide', earlyPlanText(meta.early)],
    meta.tokens && [
      'plan',
      `${counted(calls, 'call')}, ${roughly(meta.tokens.total)} tokens in (${roughly(meta.tokens.distinct)} distinct)`,
    ],
    ['limits', `${config.concurrency} in flight, ${describeBudget(config)}, ${describeCache(config)}`],
    ...shareTexts(config).map((text) => ['', text] as const),
    config.resume && ['', 'finishes a run: only what its journal does not answer is asked'],
    config.origins !== undefined && config.origins.length > 0 && ['settings', originsText(config.origins)],
    ['out', typedPath(config.out)],
  ])
  return [
    paint('bold', title) + run.padStart(Math.max(1, width - title.length)),
    '',
    ...terminalBlocks([{ kind: 'facts', facts }], width),
    '',
  ]
}

/** The certificates beside the judge's name, but where the judge itself is measured. */
function certified({ roles }: SuitePlan, certificates: readonly FoundCertificate[], role: Role): string {
  return role === 'judge' && roles.length > 1 ? ` · ${certificatesLine(certificates)}` : ''
}

/** What the first question to the model showed. */
function foundTexts({ models = {} }: SuitePlan, role: Role): string[] {
  const { reasoningTokens = 0, adapted = [] } = models[role] ?? {}
  return present([
    reasoningTokens > 0 && `thinks before it answers: caps are ${grouped(reasoningTokens)} tokens larger than what it may say`,
    adapted.length > 0 && `changed for its endpoint: ${adapted.join(', ')}`,
  ])
}

function describeModel({ roles, recording }: ResolvedConfig, role: Role, suite: string): string {
  const entry = roles[role]
  if (!entry) return 'none'
  const recorded = entry.uri === roles.candidate?.uri ? recording?.suites[suite] : undefined
  if (recorded) return `recorded answers of ${recorded.roles[role] ?? recording?.name}, ${recorded.date}`
  const uri = parseModelUri(entry.uri)
  const window = entry.contextTokens === undefined ? '' : `, window ${grouped(entry.contextTokens)}`
  if (uri.scheme === 'sim') return `sim:${withoutCredentials(entry.uri).slice(4)}, simulated${window}`
  if (uri.scheme !== 'openai') return withoutCredentials(entry.uri) + window
  const base = uri.baseURL ?? entry.baseURL ?? process.env.OPENAI_BASE_URL
  // A price that nobody has configured is shown: a budget and the cost of the run go by it.
  return `${readableUri(`openai:${uri.model}${base ? `@${base}` : ''}`)}${window}${entry.priceFrom === undefined ? '' : describePrice(entry)}`
}

/** Which variable goes to which host. */
function keyTexts({ roles: used }: SuitePlan, { roles }: ResolvedConfig): string[] {
  const entries = used.flatMap((role) => (roles[role] ? [roles[role], ...(roles[role].members ?? [])] : []))
  const lines = entries.flatMap((entry) => {
    const { variable, host, isOpenAI } = endpointKey(entry) ?? {}
    if (host === undefined) return []
    const sent = [variable, ...(isOpenAI ? ['OPENAI_ORG_ID', 'OPENAI_PROJECT_ID'] : [])].filter((name) => name && process.env[name])
    return [`${sent.join(', ') || 'none'} to ${host}`]
  })
  return [...new Set(lines)]
}

function describeBudget({ budget: { maxUsd, maxTokens } }: ResolvedConfig): string {
  const caps = present([maxUsd !== undefined && `$${maxUsd}`, maxTokens !== undefined && `${roughly(maxTokens)} tokens`])
  return caps.length === 0 ? 'no budget' : `budget ${caps.join(' and ')}`
}

/** What a part of a job may take of its limits; nothing where there are none. */
function shareTexts({ shared, shard, budget, roles }: ResolvedConfig): string[] {
  const entries = Object.values(roles).flatMap((entry) => [entry, ...(entry.members ?? [])])
  const isPaced = entries.some(({ requestsPerMinute, tokensPerMinute }) => (requestsPerMinute ?? tokensPerMinute) !== undefined)
  const isCapped = budget.maxUsd !== undefined || budget.maxTokens !== undefined
  const what = present([isPaced && 'requests and tokens a minute', isCapped && 'the budget']).join(' and ')
  if (what === '') return []
  if (shared !== undefined) return [`${what} shared with all parts in ${typedPath(shared)}`]
  return shard && shard.count > 1
    ? [`this part takes 1/${shard.count} of ${what}: no HOLDFAST_JOB_FOLDER names a folder to share them in`]
    : []
}

function describeCache({ cache, roles }: ResolvedConfig): string {
  // Embedded models and recordings are never cached, nor is an application under test: its code changes and its name does not.
  const entries = Object.values(roles).flatMap((entry) => [entry, ...(entry.members ?? [])])
  const real = entries.some(({ uri }) => uri.startsWith('openai:'))
  return cache === undefined || !real ? 'no cache' : `cache ${typedPath(cache)}`
}

/** With which settings a recording was made, as far as they are no defaults. */
function recordedTexts(suite: string, { recording }: ResolvedConfig): string[] {
  const { [suite]: { limit, options } = {} } = recording?.suites ?? {}
  const settings = Object.entries(writeEnvironment({ limit, suites: { [suite]: options ?? {} } }))
  return settings.length > 0 ? [`recorded with ${settings.map(([name, value]) => `${name}=${value}`).join(' ')}`] : []
}

function describeItems({ suite, items, tasks, trials, data }: SuitePlan, { seed, limit, items: chosen, recording }: ResolvedConfig) {
  const own = tasks.filter((task) => task.items > 0).length
  const inTasks = own > 1 ? ` in ${own} tasks` : ''
  const isChosen = chosen?.suite === suite
  const isPart = limit !== undefined || isChosen || recording !== undefined
  const of = items === data.items || !isPart ? '' : ` of ${grouped(data.items)}`
  const by = of !== '' && isChosen ? `, chosen by ${typedPath(chosen.path)}` : ''
  const most = of !== '' && limit !== undefined ? `, at most ${grouped(limit)} a task` : ''
  return `${grouped(items)}${of}${by}${most}${inTasks}, seed ${seed}, ${trials} ${trials === 1 ? 'trial' : 'trials'}`
}
