import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { orUndefined } from '../base/errors.ts'
import { secretStrength } from '../base/secrets/secretStrength.ts'
import { secretsIn } from '../base/secrets/secretsIn.ts'
import { credentialsIn } from '../base/secrets/urlCredentials.ts'
import { registerSecret } from '../base/secrets.ts'
import type { ModelEntry } from '../format/modelEntry.ts'
import { registerExtras } from '../format/requestExtras.ts'
import type { Environment } from './environment.ts'
import type { ResolvedConfig } from './resolve.ts'

/** Values of variables that were looked at, by name. */
const known = new Map<string, string>()
/** Variables whose values are too weak to be redacted. */
const weak = new Set<string>()

/** Variables that the environment of the process had when it was looked at last. */
let count = 0

/** Remembers what of an environment is secret, by the names of its variables and by what they hold. */
export function registerEnvironment(environment: Environment = process.env): void {
  for (const [name, value = ''] of Object.entries(environment)) {
    if (known.get(name) === value) continue
    known.set(name, value)
    for (const secret of secretsIn(name, value)) register(name, secret)
  }
  if (environment === process.env) count = Reflect.ownKeys(environment).length
}

/** Looks at the environment again where it has further variables: an application under test may read its keys when first called. */
export function registerLateVariables(): void {
  if (Reflect.ownKeys(process.env).length !== count) registerEnvironment()
}

type Roles = { readonly roles: Readonly<Record<string, ModelEntry>> }

/**
 * Remembers every key and password that the environment and the configuration lead to. To be called in each process that writes or prints.
 */
export function registerSecrets(config: Pick<ResolvedConfig, 'secretVariables' | 'root'> & Roles): void {
  const { roles, secretVariables, root } = config
  registerEnvironment()
  registerVariables(secretVariables)
  registerEnvFiles(root)
  for (const { uri, baseURL = '', headers, query } of Object.values(roles).flatMap((entry) => [entry, ...(entry.members ?? [])])) {
    for (const extras of [headers, query]) registerExtras(extras)
    for (const secret of [uri, baseURL].flatMap(credentialsIn)) registerSecret(secret)
  }
}

/** Remembers what is secret in the files `.env`, `.env.local` and so on of a folder: applications under test read them. */
function registerEnvFiles(folder: string): void {
  const names = existsSync(folder) ? readdirSync(folder) : []
  for (const file of names.filter((name) => /^\.env(?:\.(?!example|sample|template)[\w.-]+)?$/.test(name))) {
    // What cannot be read here is not read by an application either.
    const text = orUndefined(() => readFileSync(join(folder, file), 'utf8')) ?? ''
    for (const [name, value = ''] of Object.entries(parseEnv(text))) for (const secret of secretsIn(name, value)) registerSecret(secret)
  }
}

/** Remembers the values of variables that are secret whatever their names say. */
export function registerVariables(names: readonly string[]): void {
  for (const name of names) register(name, process.env[name] ?? '')
}

/** Variables that hold something secret which is too short or too common to be redacted. Their values are shown as they are. */
export function weakSecrets(): string[] {
  return [...weak].sort()
}

function register(name: string, secret: string): void {
  if (!registerSecret(secret) && secretStrength(secret) === 'weak') weak.add(name)
}
