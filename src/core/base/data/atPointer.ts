/** What stands at a JSON pointer (RFC 6901) in parsed JSON; undefined where that is nothing. */
export function atPointer(document: unknown, pointer: string): unknown {
  const names = pointer.split('/').slice(1)
  return names.reduce<unknown>((found, name) => {
    const key = name.replace(/~1/g, '/').replace(/~0/g, '~')
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, key)) return undefined
    return Array.isArray(found) && !/^\d+$/.test(key) ? undefined : (found as Record<string, unknown>)[key]
  }, document)
}
