import { createServer, type ServerResponse } from 'node:http'
import { listen } from './listen.ts'

/** What goes wrong with one request; later ones are answered as they should be. */
export type Fault =
  | { readonly kind: 'cut'; readonly after: number }
  | { readonly kind: 'stall'; readonly after: number }
  | { readonly kind: 'slow'; readonly pieces: number; readonly waitMs: number }
  | { readonly kind: 'wrong' }
  | { readonly kind: 'no range' }
  | { readonly kind: 'status'; readonly status: number; readonly headers?: Readonly<Record<string, string>> }

/** A running server. */
export interface FaultyServer {
  /** Base URL without a slash at the end. */
  readonly url: string
  /** Path and Range header of every request. */
  readonly requests: { readonly path: string; readonly range: string | undefined }[]
}

/** Serves files over HTTP on this machine, each with its faults in order of the requests, until the test is over. */
export async function serveFaulty(
  files: Readonly<Record<string, Buffer>>,
  faults: Readonly<Record<string, readonly Fault[]>> = {},
): Promise<FaultyServer> {
  const requests: { path: string; range: string | undefined }[] = []
  const left = Object.fromEntries(Object.entries(faults).map(([path, list]) => [path, [...list]]))
  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? '').slice(1)
    const { range } = request.headers
    requests.push({ path, range })
    const file = files[path]
    const fault = left[path]?.shift()
    if (fault?.kind === 'status') response.writeHead(fault.status, fault.headers).end()
    else if (!file) response.writeHead(404).end()
    else answer(response, fault?.kind === 'wrong' ? Buffer.alloc(file.length, 'x') : file, range, fault).catch(() => undefined)
  })
  return { url: await listen(server), requests }
}

async function answer(response: ServerResponse, file: Buffer, range: string | undefined, fault: Fault | undefined): Promise<void> {
  const from = fault?.kind === 'no range' ? 0 : Number(/^bytes=(\d+)-$/.exec(range ?? '')?.[1] ?? 0)
  if (from > 0 && from >= file.length) {
    response.writeHead(416, { 'content-range': `bytes */${file.length}` }).end()
    return
  }
  const body = file.subarray(from)
  const contentRange = { 'content-range': `bytes ${from}-${file.length - 1}/${file.length}` }
  response.writeHead(from > 0 ? 206 : 200, { 'content-length': body.length, ...(from > 0 ? contentRange : {}) })
  if (fault?.kind === 'cut' || fault?.kind === 'stall') {
    response.write(body.subarray(0, fault.after))
    // A socket destroyed at once may take along what was just written.
    if (fault.kind === 'cut') setTimeout(() => response.destroy(), 50)
    return
  }
  if (fault?.kind === 'slow') {
    const size = Math.ceil(body.length / fault.pieces)
    for (let at = 0; at < body.length; at += size) {
      response.write(body.subarray(at, at + size))
      await new Promise((resolve) => setTimeout(resolve, fault.waitMs))
    }
    response.end()
    return
  }
  response.end(body)
}
