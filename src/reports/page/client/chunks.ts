declare global {
  var holdfastChunks: Record<string, unknown> | undefined
}

/** Chunks kept after they were used. */
const KEPT = 24

const loading = new Map<string, Promise<unknown>>()

/** The data of a chunk, loaded as a script from beside the page: a page opened from disk cannot fetch. */
export function loadChunk(name: string): Promise<unknown> {
  const known = loading.get(name)
  if (known) return known
  const promise = new Promise<unknown>((resolve, reject) => {
    const script = document.createElement('script')
    script.src = `data/${encodeURIComponent(name)}.js`
    script.onload = () => {
      script.remove()
      resolve(globalThis.holdfastChunks?.[name])
      delete globalThis.holdfastChunks?.[name]
    }
    script.onerror = () => {
      script.remove()
      loading.delete(name)
      reject(new Error(`Failed to load data/${name}.js: it is missing. Keep the data folder beside index.html.`))
    }
    document.head.append(script)
  })
  loading.set(name, promise)
  const [oldest] = loading.keys()
  if (loading.size > KEPT && oldest !== undefined) loading.delete(oldest)
  return promise
}

/** A row's value in a chunk that has it by row. */
export async function loadRow<Value>(name: string, row: number): Promise<Value | undefined> {
  const chunk = (await loadChunk(name)) as Readonly<Record<number, Value>> | undefined
  return chunk?.[row]
}
