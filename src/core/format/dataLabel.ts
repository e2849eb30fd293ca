/** Names data for people: where the items come from, and the version of those that are bundled. */
export function dataLabel({ source, version }: { readonly source: string; readonly version?: number | undefined }): string {
  return version === undefined ? source : `${source}, version ${version}`
}
