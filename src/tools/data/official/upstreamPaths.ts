import type { UpstreamFile } from '../../../kit.ts'

/** Where a published file is under a host or folder laid out like raw.githubusercontent.com, the likeliest place first. */
export function upstreamPaths({ repository, path }: UpstreamFile): string[] {
  return [repository.name, ...(repository.also ?? [])].map((name) => `${name}/${repository.commit}/${path}`)
}
