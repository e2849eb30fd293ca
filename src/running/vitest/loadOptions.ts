import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { registerVariables } from '../../core/config/registerSecrets.ts'
import type { HoldfastOptions } from '../../core/config/schema.ts'
import { secretVariables } from '../../core/format/requestExtras.ts'

const NAMES = ['vitest.config', 'vite.config'].flatMap((name) => ['ts', 'mts', 'js', 'mjs'].map((extension) => `${name}.${extension}`))

/** The options given to `holdfast()` in the Vitest configuration of a folder, whose keys become secrets; none where there is no such plugin. */
export async function loadOptions(root: string): Promise<HoldfastOptions> {
  const path = NAMES.map((name) => join(root, name)).find((candidate) => existsSync(candidate))
  if (!path) return {}
  // Vite comes with Vitest; only this command needs it.
  const { loadConfigFromFile } = await import('vite')
  const loaded = await loadConfigFromFile({ command: 'serve', mode: 'test' }, path, root, 'silent')
  const options = findOptions(loaded?.config) ?? {}
  registerVariables(secretVariables(options.models ?? {}))
  return options
}

/** Looks through plugins, nested ones and those of projects too. */
function findOptions(config: unknown): HoldfastOptions | undefined {
  if (typeof config !== 'object' || config === null) return undefined
  if (Array.isArray(config)) return config.map(findOptions).find((options) => options !== undefined)
  const { name, api, plugins, test } = config as {
    name?: unknown
    api?: { options?: HoldfastOptions }
    plugins?: unknown
    test?: { projects?: unknown }
  }
  if (name === 'holdfast') return api?.options
  return findOptions(plugins) ?? findOptions(test?.projects)
}
