import type { HoldfastOptions } from '../../src/core/config/schema.ts'
import { CONCURRENCY, ENTRY, SAMPLE } from './sample.ts'

/** The endpoints of REAL_MODELS, `name=http://127.0.0.1:8081/v1,…`, by name. Throws an error for anything else. */
export function endpointsOf(given: string | undefined): Readonly<Record<string, string>> {
  const pairs = (given ?? '').split(',').filter(Boolean)
  return Object.fromEntries(
    pairs.map((pair) => {
      const [, name, url] = /^([\w.-]+)=(https?:\/\/.+)$/.exec(pair.trim()) ?? []
      if (name && url && URL.canParse(url)) return [name, url]
      throw new Error(`Failed to read REAL_MODELS: ${JSON.stringify(pair)} is no name=URL. Write name=http://127.0.0.1:8081/v1.`)
    }),
  )
}

/** What the plugin takes: a model entry for each endpoint, by its name. Of a suite that runs an application, this is the entry. */
export function optionsOf(given: string | undefined, suite = ''): HoldfastOptions {
  const { application } = SAMPLE[suite] ?? {}
  const models = Object.entries(endpointsOf(given)).map(([name, url]) => [name, { uri: application ?? `openai:${name}@${url}`, ...ENTRY }])
  return { models: Object.fromEntries(models), concurrency: CONCURRENCY }
}
