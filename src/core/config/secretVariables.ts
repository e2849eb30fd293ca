import type { ModelEntry } from '../format/modelEntry.ts'
import { variableIn } from '../format/requestExtras.ts'

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
