import type { ModelEntry } from '../format/modelEntry.ts'
import { variableIn } from '../format/requestExtras.ts'

/** What of a model's entry leads to variables. */
type Entry = { readonly [Field in 'apiKeyEnv' | 'headers' | 'query']?: ModelEntry[Field] | undefined }

/** The variables that hold keys of models: those that entries name as `apiKeyEnv`, and as `$NAME` in headers and URL parameters. */
export function secretVariables(models: Readonly<Record<string, Entry>>): string[] {
  const names = Object.values(models).flatMap(({ apiKeyEnv = [], headers = {}, query = {} }) => [
    apiKeyEnv,
    ...[...Object.values(headers), ...Object.values(query)].map((text) => variableIn(text) ?? []),
  ])
  return [...new Set(names.flat())]
}
