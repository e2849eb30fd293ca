import { inject } from 'vitest'
import { registerSecrets } from '../config/registerSecrets.ts'
import type { ResolvedConfig } from '../config/resolve.ts'
import { HoldfastError } from '../errors.ts'
import { createTransport } from '../models/createTransport.ts'
import { Limiter } from '../models/limiter.ts'
import { bindModel, type CallCounts, type Model } from '../models/model.ts'
import type { PrivateChannel, Transport } from '../models/types.ts'
import { Journal } from '../run/journal.ts'
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
  /** Opens the model of a role, so that a missing key or file is one error before the first item and not one for each. */
  prepare(role: Role): void
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
  const limiter = new Limiter(config.concurrency)
  const journal = new Journal(runFolder(config.out))
  const transports = new Map<Role, Transport>()
  const open = (role: Role) => {
    const entry = config.roles[role]
    if (!entry) throw new HoldfastError('CONFIG', `Failed to call the ${role}: no model. Set HOLDFAST_${role.toUpperCase()}.`)
    const transport = transports.get(role) ?? createTransport(entry, config.root)
    transports.set(role, transport)
    return { entry, transport }
  }
  return {
    config,
    prepare: open,
    model: (role, { suite, item, trial, hints, counts, signal }) =>
      bindModel({ ...open(role), limiter, journal, key: { suite, item, role, trial }, hints, counts, signal }),
  }
}
