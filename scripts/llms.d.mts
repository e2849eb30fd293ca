// Types of llms.mjs.
import type { Section } from './siteSections.mjs'

export declare function llmsIndex(site: {
  readonly title: string
  readonly description: string
  readonly groups: readonly Section[]
  readonly pathOf: (page: string) => string
  readonly textOf: (page: string) => string
}): string
export declare function llmsFull(site: { readonly pages: readonly string[]; readonly textOf: (page: string) => string }): string
