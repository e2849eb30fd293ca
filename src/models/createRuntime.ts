import { configError, HoldfastError } from '../core/base/errors.ts'
import { registerSecrets } from '../core/config/registerSecrets.ts'
import type { ResolvedConfig } from '../core/config/resolve.ts'
import { hasMetricGates } from '../core/format/gates.ts'
import { directEntry, type ModelEntry, usesBatch } from '../core/format/modelEntry.ts'
import type { CallRole } from '../core/format/role.ts'
import { runFolder } from '../core/format/runFolder.ts'
import type { FoundModel } from '../core/format/suitePlan.ts'
import { openBatches } from './batches.ts'
import { Budget } from './budget.ts'
import { ResponseCache } from './cache/responseCache.ts'
import { createEmbedder } from './createEmbedder.ts'
import { createTransport } from './createTransport.ts'
import { EndpointGate } from './endpointGate.ts'
import type { CallJournal } from './journal.ts'
import { Limiter } from './limiter.ts'
import { bindModel, type Model, type ModelBinding } from './model.ts'
import { type RecordedCalls, RetryLog, readRecordedCalls } from './recordedCalls.ts'
import { openJob } from './shared/sharedPurse.ts'
import { SpendingLog } from './spendingLog.ts'
import type { CallKey, ProbeResult, RequestOptions, Transport } from './transport.ts'

/** What a runtime is made by: a configuration, with models of data roles where a command asks for data. */
export type RuntimeConfig = Omit<ResolvedConfig, 'roles'> & { readonly roles: Readonly<Partial<Record<CallRole, ModelEntry>>> }

/** What all items of a process share: one limiter, one journal, one client per role. */
export interface Runtime<Config extends RuntimeConfig = ResolvedConfig> {
  readonly config: Config
  /** Opens a role's model and tries it with the calls' parameters: a missing key or wrong name is one error before the first item. */
  prepare(role: CallRole, options?: RequestOptions): Promise<void>
  /** What the first questions showed of a role's model; undefined for models that are asked none. */
  found(role: CallRole): FoundModel | undefined
  /** Runs an item when there is room: with a budget, early gates or sessions no more items than calls are under way. */
  inItsTurn<T>(item: () => Promise<T>): Promise<T>
  /** Resolves when no call is under way. */
  idle(): Promise<void>
  /** Binds the model of a role to an item. Throws HoldfastError when the role has none. */
  model(role: CallRole, item: ItemBinding): Model
}

/** What a model's calls are filed under, and what ends them. */
export interface ItemBinding
  extends Pick<ModelBinding, 'hints' | 'counts' | 'begun' | 'stopping' | 'ending'>,
    Pick<CallKey, 'suite' | 'item' | 'trial'> {
  /** The role is what the run is about: gates are not decided by its answers of earlier runs. */
  readonly measured?: boolean
  /** Its calls are made directly, also where the model is called by batch. */
  readonly isDirect?: boolean | undefined
}

/** A runtime for a run: what its items share. Calls are written to the journal. */
export function createRuntime<Config extends RuntimeConfig>(given: Config, journal: CallJournal): Runtime<Config> {
  registerSecrets(given)
  let config = given
  const folder = runFolder(config.out)
  const log = new SpendingLog(folder)
  const gates = new Map<string, EndpointGate>()
  const job = openJob(config, (share) => {
    for (const gate of gates.values()) gate.share = share
  })
  const budget = new Budget(job.limits, { log: journal.folder && log, purse: job.purse })
  const retries = journal.folder && new RetryLog(journal.folder, config.restarted === true)
  const exports = config.exportsBatch ?? false
  const isByBatch = exports || Object.values(config.roles).some(usesBatch)
  // Of a batch as many items wait as there are. Items that wait can still be left out once gates are decided.
  const items = new Limiter(config.concurrency)
  const inTurns = (budget.isLimited || config.decide === 'early') && !isByBatch
  const byBatch = isByBatch ? openBatches(folder, config, exports) : undefined
  // Whoever asks first is told.
  byBatch?.catch(ignore)
  const shared = {
    limiter: new Limiter(config.concurrency),
    journal,
    cache: config.cache === undefined ? undefined : new ResponseCache(config.cache, config.cacheBytes),
    recorded: config.resume ? readRecordedCalls(folder, !config.restarted && !exports) : undefined,
    retries,
  }
  if (budget.isLimited) budget.after(chargeEarlier(shared.recorded ?? readRecordedCalls(folder), config.roles, budget, log))
  const opened = new Map<string, OpenModel>()
  const open = (entry: ModelEntry, role: CallRole): OpenModel => {
    const isEmbedder = role === 'embedder'
    const id = JSON.stringify([entry, isEmbedder])
    const known = opened.get(id)
    if (known) return known
    const transport = isEmbedder ? createEmbedder(entry) : createTransport(entry, config.root, exports)
    // Roles on one endpoint share its limits.
    const endpoint = JSON.stringify([transport.label, entry.baseURL, entry.apiKeyEnv])
    const gate = gates.get(endpoint) ?? new EndpointGate(entry, job.share)
    gates.set(endpoint, gate)
    const model: OpenModel = { transport, gate }
    opened.set(id, model)
    return model
  }
  const found = new Map<CallRole, FoundModel>()
  const prepareMember = async (entry: ModelEntry, role: CallRole, options: RequestOptions, isMember: boolean): Promise<ModelEntry> => {
    const model = open(entry, role)
    const { transport } = model
    const own = (await keepsOwn(transport, role, isMember)) ? { keepsConversation: true } : {}
    if (isFree(transport, entry)) return { ...entry, ...own }
    budget.check(entry.price, transport.label)
    if (!transport.probe || (exports && transport.batch)) return { ...entry, ...own }
    const isFirst = model.probing === undefined
    model.probing ??= transport.probe(AbortSignal.timeout(PROBE_MS), options)
    const probed = await model.probing.catch((error: unknown) => {
      throw asOfRole(error, role)
    })
    const { usage, contextTokens, reasoningTokens = 0, adapted = [] } = probed
    if (isFirst) await budget.spendUnjournaled(usage, entry.price)
    if (reasoningTokens > 0 || adapted.length > 0) found.set(role, { reasoningTokens, adapted })
    return { ...entry, contextTokens: contextTokens ?? entry.contextTokens, ...own }
  }
  return {
    get config() {
      return config
    },
    async prepare(role, options = {}) {
      const entry = entryOf(config, role)
      const prepareOne = (member: ModelEntry, isMember: boolean) => prepareMember(member, role, options, isMember)
      await Promise.all((entry.members ?? []).map((member) => prepareOne(member, true)))
      const found = entry.members ? entry : await prepareOne(entry, false)
      if (found.contextTokens !== entry.contextTokens || found.keepsConversation)
        config = { ...config, roles: { ...config.roles, [role]: found } }
    },
    found: (role) => found.get(role),
    async idle() {
      await shared.limiter.idle()
      // What cannot be given back counts as spent.
      await budget.rest().catch(ignore)
    },
    inItsTurn: (item) => {
      // Only what has begun keeps a batch waiting.
      const counted = async () => {
        const ended = byBatch && (await byBatch).begin()
        try {
          return await item()
        } finally {
          ended?.()
        }
      }
      // Each item under way holds a session of its application.
      return inTurns || config.roles.candidate?.keepsConversation ? items.run(counted) : counted()
    },
    model: (role, { suite, item, trial, measured = false, isDirect = false, ...binding }) => {
      const entry = entryOf(given, role)
      const key = { suite, item, role, trial }
      const cachedSince = measured && hasMetricGates(given.gates) && !given.gates?.allowCached ? Date.parse(given.startedAt) : undefined
      const bind = (member: ModelEntry) => {
        const { transport, gate } = open(member, role)
        const limits = isFree(transport, member) ? {} : { gate, budget }
        const batches = exports || (member.batch && !isDirect) ? byBatch : undefined
        // The role has the price of batches: what a direct call costs beside is told by itself.
        const isDearer = isDirect && member.batch !== undefined && member.price !== undefined
        const priced = isDearer ? { entry: directEntry(member), tellsCost: true } : { entry: member }
        return bindModel({ ...priced, transport, ...shared, ...limits, batches, key, cachedSince, ...binding })
      }
      return entry.members ? panel(entry.members.map(bind)) : bind(entry)
    },
  }
}

const ignore = () => undefined

/** Roles that the judge plays where nobody is named for them. */
const PLAYED_BY_JUDGE: ReadonlySet<CallRole> = new Set<CallRole>(['refuter', 'interactor', 'user'])

/** The entry of a role. */
function entryOf({ roles }: Pick<RuntimeConfig, 'roles'>, role: CallRole): ModelEntry {
  const entry = roles[role]
  if (!entry) {
    const judge = PLAYED_BY_JUDGE.has(role) ? ', or HOLDFAST_JUDGE, which plays it too' : ''
    throw configError(`Failed to call the ${role}: no model. Set HOLDFAST_${role.toUpperCase()}${judge}.`)
  }
  return entry
}

/** Whether a model keeps its own conversation. @throws HoldfastError where its role or a panel has no conversation to keep. */
async function keepsOwn(transport: Transport, role: CallRole, isMember: boolean): Promise<boolean | undefined> {
  if (!(await transport.keepsConversation?.())) return undefined
  if (role === 'candidate' && !isMember) return true
  const what = isMember ? 'in a panel each vote is a question by itself' : `the ${role} is asked questions by themselves`
  throw configError(`Failed to open ${transport.label}: it keeps its own conversation, and ${what}. Make it the candidate.`)
}

/** An error of a first question, with the role that it was asked for. */
function asOfRole(error: unknown, role: CallRole): unknown {
  if (!(error instanceof HoldfastError)) return error
  return new HoldfastError(error.code, error.message.replace(/^Failed to (reach|call) /, `Failed to $1 the ${role} `))
}

/** Embedded models and recordings take any pace, and cost nothing. */
function isFree(transport: Transport, { uri }: ModelEntry): boolean {
  return !transport.probe && !uri.startsWith('module:')
}

/** Charges what was paid before: the journal's calls, at most those under way at a kill. A dead worker's successor has a journal too. */
async function chargeEarlier(recorded: Promise<RecordedCalls>, roles: RuntimeConfig['roles'], budget: Budget, log: SpendingLog) {
  const [open, { paid }] = await Promise.all([log.open(), recorded])
  for (const { role, vote, usage, usd } of paid) {
    const { members = [], price } = roles[role] ?? {}
    budget.spend(usage, members[vote % members.length]?.price ?? price, usd)
  }
  budget.charge(open)
}

/** Longest time a probe may take, tries and waits together. */
const PROBE_MS = 200_000

/** A model with what stands before it, and its first question. */
type OpenModel = { readonly transport: Transport; readonly gate: EndpointGate; probing?: Promise<ProbeResult> }

/** Several models in one role: each vote is another one's. What they say stands in the journal under their own names. */
export function panel(members: readonly Model[]): Model {
  return {
    name: `panel:${members.map(({ name }) => name).join(';')}`,
    simulated: members.some(({ simulated }) => simulated),
    members: members.map(({ name }) => name),
    ask: (prompt, options) => (members[(options?.vote ?? 0) % members.length] as Model).ask(prompt, options),
  }
}
