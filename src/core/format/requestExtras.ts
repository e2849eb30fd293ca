import { configError } from '../base/errors.ts'
import { secretsIn } from '../base/secrets/secretsIn.ts'
import { registerSecret } from '../base/secrets.ts'
import type { ModelEntry } from './modelEntry.ts'

/** A header or a parameter of a URL that carries a credential, by its name. */
const CREDENTIAL = /auth|key|token|secret|signature|password|cookie/i

/** Headers or URL parameters of a model's entry: names and values, of which `$NAME` is the environment variable of that name. */
export type RequestExtras = Readonly<Record<string, string>>

/** The values as sent; those of the environment become secrets. Throws HoldfastError, by `what` they are, for an unset variable. */
export function requestExtras(extras: RequestExtras | undefined, what: string): Record<string, string> {
  registerExtras(extras)
  return Object.fromEntries(
    Object.entries(extras ?? {}).map(([name, text]) => {
      const value = sentValue(text)
      if (!value) throw configError(`Failed to set up ${what} ${name}: ${text.slice(1)} is not set. Set it.`)
      return [name, value]
    }),
  )
}

/** Makes secrets of the values that stand in the environment, and of those whose names sound like one. */
export function registerExtras(extras: RequestExtras | undefined): void {
  for (const [name, text] of Object.entries(extras ?? {})) {
    const value = sentValue(text)
    if (!value || (value === text && !CREDENTIAL.test(name))) continue
    for (const secret of [value, ...secretsIn(name, value)]) registerSecret(secret)
  }
}

/** Those whose names do not sound like a credential. */
export function withoutSecretExtras(extras: RequestExtras): RequestExtras {
  return Object.fromEntries(Object.entries(extras).filter(([name]) => !CREDENTIAL.test(name)))
}

function sentValue(text: string): string | undefined {
  const variable = variableIn(text)
  return variable === undefined ? text : process.env[variable]
}

/** The variable that a value is taken from; undefined for one that stands for itself. */
export function variableIn(text: string): string | undefined {
  return /^\$(\w+)$/.exec(text)?.[1]
}

/** What of a model's entry leads to variables. */
type Entry = { readonly [Field in 'uri' | 'apiKeyEnv' | 'headers' | 'query']?: ModelEntry[Field] | undefined }

/** The variables that hold keys of models: those that entries name as `apiKeyEnv` or in their URI, and as `$NAME` in headers and URL parameters. */
export function secretVariables(models: Readonly<Record<string, Entry>>): string[] {
  const names = Object.values(models).flatMap(({ uri = '', apiKeyEnv = [], headers = {}, query = {} }) => [
    apiKeyEnv,
    ...(/#key=(\w+)$/.exec(uri)?.slice(1) ?? []),
    ...[...Object.values(headers), ...Object.values(query)].map((text) => variableIn(text) ?? []),
  ])
  return [...new Set(names.flat())]
}
