/** A value of others' making, its texts and names of fields cleaned. Errors are changed in place, arrays and plain objects copied. */
export function withCleanTexts(value: unknown, clean: (text: string) => string): unknown {
  const seen = new Map<object, unknown>()
  const visit = (entry: unknown): unknown => {
    if (typeof entry === 'string') return clean(entry)
    if (typeof entry !== 'object' || entry === null) return entry
    // What refers to itself would never end.
    if (seen.has(entry)) return seen.get(entry)
    if (entry instanceof Error) {
      seen.set(entry, entry)
      cleanError(entry)
      return entry
    }
    if (Array.isArray(entry)) {
      const copy: unknown[] = []
      seen.set(entry, copy)
      for (const each of entry) copy.push(visit(each))
      return copy
    }
    if (!isPlain(entry)) return entry
    const copy: Record<string, unknown> = Object.create(Object.getPrototypeOf(entry))
    seen.set(entry, copy)
    for (const [name, each] of Object.entries(entry)) define(copy, clean(name), visit(each), true)
    return copy
  }
  const cleanError = (error: Error) => {
    for (const name of new Set(['message', 'stack', ...Object.getOwnPropertyNames(error)])) {
      const { enumerable = false } = Object.getOwnPropertyDescriptor(error, name) ?? {}
      const before: unknown = Reflect.get(error, name)
      const [cleanName, after] = [clean(name), visit(before)]
      if (cleanName !== name) Reflect.deleteProperty(error, name)
      if (cleanName !== name || after !== before) define(error, cleanName, after, enumerable)
    }
  }
  return visit(value)
}

/** Gives an object, which others hold, the fields of another in place of its own. */
export function replaceFields(target: object, fields: object): void {
  for (const name of Object.keys(target)) if (!Object.hasOwn(fields, name)) Reflect.deleteProperty(target, name)
  Object.assign(target, fields)
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || prototype === Object.prototype
}

/** Defined, since a name may be `__proto__` and a field of an error may be read-only. */
function define(target: object, name: string, value: unknown, enumerable: boolean): void {
  Reflect.defineProperty(target, name, { value, enumerable, writable: true, configurable: true })
}
