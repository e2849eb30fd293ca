import { inject } from 'vitest'
import type { ResolvedConfig } from '../../core/config/resolve.ts'
import { runFolder } from '../../core/format/runFolder.ts'
import { createRuntime, type Runtime } from '../../models/createRuntime.ts'
import { Journal } from '../../models/journal.ts'
import { pluginMissing } from './itemScope.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Configuration of the run, provided by the plugin. */
    holdfast: ResolvedConfig
  }
}

let runtime: Runtime | undefined

/** The runtime of this worker. @throws HoldfastError when the plugin is missing from the Vitest configuration. */
export function currentRuntime(): Runtime {
  const config = currentConfig()
  runtime = runtimeOfRun() ?? createRuntime(config, new Journal(runFolder(config.out)))
  return runtime
}

/** The runtime there is, unless it is that of an earlier run: in watch mode a worker may live on. */
function runtimeOfRun(): Runtime | undefined {
  return runtime?.config.out === inject('holdfast')?.out ? runtime : undefined
}

/** The configuration of the run, as the plugin resolved it. @throws HoldfastError when the plugin is missing from the Vitest configuration. */
export function currentConfig(): ResolvedConfig {
  const config = runtimeOfRun()?.config ?? inject('holdfast')
  if (!config) throw pluginMissing()
  return config
}
