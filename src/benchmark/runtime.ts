import { inject } from 'vitest'
import { ResponseCache } from '../cache/responseCache.ts'
import type { ModelEntry } from '../config/modelEntry.ts'
import { registerSecrets } from '../config/registerSecrets.ts'
import type { ResolvedConfig } from '../config/resolve.ts'
import { HoldfastError } from '../errors.ts'
import { Budget } from '../models/budget.ts'
import { createTransport } from '../models/createTransport.ts'
import { EndpointGate } from '../models/endpointGate.ts'
import { Limiter } from '../models/limiter.ts'
import { bindModel, type CallCounts, type Model } from '../models/model.ts'
import type { PrivateChannel, Transport } from '../models/types.ts'
import { Journal } from '../run/journal.ts'
import { readRecordedCalls } from '../run/recordedCalls.ts'
import { runFolder } from '../run/runFolder.ts'
import type { Role } from '../suite.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Configuration of the run, provided by the plugin. */
    holdfast: ResolvedConfig
  }
}

/** What all items of a worker share: one limiter, one journal, one client per role. */
export interface Runtime {
  readonly config: ResolvedConfig
  /**
   * Opens the model of a role and asks its endpoint for a token, so that a missing key or a wrong name is one error before
   * the first item and not one for each.
   */
  prepare(role: Role): Promise<void>
  /** Binds the model of a role to an item. Throws HoldfastError when the role has none. */
  model(role: Role, item: ItemBinding): Model
}

/** What a model's calls are filed under. */
export interface ItemBinding {
  readonly suite: string
  readonly item: string
  readonly trial: number
  readonly hints: Pick<PrivateChannel, 'item' | 'seed' | 'reference'>
  readonly counts: CallCounts
  readonly signal: AbortSignal
}

let runtime: Runtime | undefined

/**
 * The runtime of this worker.
 *
 * @throws HoldfastError when the plugin is missing from the Vitest configuration.
 */
export function currentRuntime(): Runtime {
  runtime ??= createRuntime(currentConfig())
  return runtime
}

/**
 * The configuration of the run, as the plugin resolved it.
 *
 * @throws HoldfastError when the plugin is missing from the Vitest configuration.
 */
export function currentConfig(): ResolvedConfig {
  const config = inject('holdfast')
  if (!config)
    throw new HoldfastError(
      'CONFIG',
      'Failed to run a benchmark: the plugin is missing. Add holdfast() to the plugins in your Vitest configuration.',
    )
  return config
}

function createRuntime(config: ResolvedConfig): Runtime {
  registerSecrets(config)
  const folder = runFolder(config.out)
  const shared = {
    limiter: new Limiter(config.concurrency),
    journal: new Journal(folder),
    budget: new Budget(config.budget),
    cache: config.cache === undefined ? undefined : new ResponseCache(config.cache),
    recorded: config.resume ? readRecordedCalls(folder) : undefined,
  }
  const opened = new Map<Role, OpenModel>()
  const gates = new Map<string, EndpointGate>()
  const open = (role: Role): OpenModel => {
    const known = opened.get(role)
    if (known) return known
    const entry = config.roles[role]
    if (!entry) throw new HoldfastError('CONFIG', `Failed to call the ${role}: no model. Set HOLDFAST_${role.toUpperCase()}.`)
    const transport = createTransport(entry, config.root)
    // Roles on one endpoint share its limits.
    const gate = gates.get(transport.label) ?? new EndpointGate(entry)
    gates.set(transport.label, gate)
    const model = { entry, transport, gate }
    opened.set(role, model)
    return model
  }
  const probes = new Map<EndpointGate, Promise<void>>()
  return {
    config,
    async prepare(role) {
      const { transport, gate } = open(role)
      if (!transport.probe) return
      const probing = probes.get(gate) ?? transport.probe(AbortSignal.timeout(PROBE_MS)).then(() => undefined)
      probes.set(gate, probing)
      await probing
    },
    model: (role, { suite, item, trial, hints, counts, signal }) => {
      const { entry, transport, gate } = open(role)
      // Embedded models and recordings take any pace, and cost nothing.
      const outside = transport.probe || transport.cacheBody || entry.uri.startsWith('module:') ? { gate, budget: shared.budget } : {}
      const { limiter, journal, cache, recorded } = shared
      return bindModel({
        entry,
        transport,
        limiter,
        journal,
        cache,
        recorded,
        ...outside,
        key: { suite, item, role, trial },
        hints,
        counts,
        signal,
      })
    },
  }
}

/** Longest time a probe may take, tries and waits together. */
const PROBE_MS = 200_000

/** A role's model with what stands before it. */
interface OpenModel {
  readonly entry: ModelEntry
  readonly transport: Transport
  readonly gate: EndpointGate
}
