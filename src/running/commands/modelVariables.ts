import { configuredSuites } from '../catalogue.ts'
import { resolveConfig } from '../../core/config/resolve.ts'
import type { RunSettings } from '../../core/config/runSettings.ts'
import { withoutCredentials } from '../../core/format/modelUri.ts'
import type { Role } from '../../core/format/role.ts'
import { loadOptions } from '../vitest/loadOptions.ts'
import type { ChildEnvironment } from './settingVariables.ts'

/** Variables that name the model of a role. */
const ROLE_VARIABLES = {
  candidate: 'HOLDFAST_MODEL',
  judge: 'HOLDFAST_JUDGE',
  refuter: 'HOLDFAST_REFUTER',
  interactor: 'HOLDFAST_INTERACTOR',
  user: 'HOLDFAST_USER',
} as const

/** The models of a run where the configuration has others: by their names in it where it has them, as an entry says more than a URI. */
export async function modelVariables({ roles }: RunSettings, root: string): Promise<ChildEnvironment> {
  const options = await loadOptions(root)
  const { models = {} } = options
  const now = resolveConfig(options, process.env, root, await configuredSuites(options, process.env)).roles
  return Object.fromEntries(
    Object.entries(ROLE_VARIABLES).flatMap(([role, variable]) => {
      const uri = roles[role]
      if (uri === undefined || withoutCredentials(now[role as Role]?.uri ?? '') === uri) return []
      return [[variable, Object.keys(models).find((name) => withoutCredentials(models[name]?.uri ?? '') === uri) ?? uri]]
    }),
  )
}
