import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { modelEntry } from '../core/format/modelEntry.ts'
import { openaiTransport } from './openaiTransport.ts'

const ANSWER = JSON.stringify({ choices: [{ message: { content: 'yes' }, finish_reason: 'stop' }] })

/** What an endpoint got. */
interface Got {
  readonly url: string
  readonly method: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

async function listen(server: Server): Promise<string> {
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** An endpoint that answers, or leads elsewhere; gives its host and what it got. */
async function endpoint(reply: (got: Got, response: ServerResponse) => void = (_, response) => response.end(ANSWER)) {
  const got: Got[] = []
  const server = createServer((incoming, response) => {
    let body = ''
    incoming.on('data', (chunk) => {
      body += chunk
    })
    incoming.on('end', () => {
      const { url = '', method = '', headers } = incoming
      got.push({ url, method, headers, body })
      response.setHeader('content-type', 'application/json')
      reply(got.at(-1) as Got, response)
    })
  })
  return { host: await listen(server), got }
}

const leadsTo = (location: string, status = 307) => endpoint((_, response) => response.writeHead(status, { location }).end())

function ask(baseURL: string, entry: object = {}) {
  vi.stubEnv('OPENAI_API_KEY', 'sk-secret-of-the-test')
  const transport = openaiTransport({ model: 'm', baseURL }, modelEntry.parse({ uri: 'openai:m', ...entry }))
  const key = { suite: 's', item: 'i', role: 'candidate', call: 'answer', trial: 0, ask: 0, vote: 0 } as const
  const hints = { item: 'i', seed: 0, call: 'answer', reference: () => '', simulation: {} }
  return transport.send({ key, messages: [{ role: 'user', content: 'the prompt' }], options: {}, hints }, AbortSignal.timeout(20_000))
}

afterEach(() => vi.unstubAllEnvs())

describe('an endpoint that leads elsewhere', () => {
  test.each([301, 302, 307, 308])('on its own host is followed with the same request, status %i', async (status) => {
    const { host, got } = await endpoint(({ url }, response) =>
      url.startsWith('/v2') ? response.end(ANSWER) : response.writeHead(status, { location: '/v2/chat' }).end(),
    )
    expect(await ask(`http://${host}/v1`)).toMatchObject({ content: 'yes' })
    const [first, second] = got
    expect(second).toMatchObject({ url: '/v2/chat', method: 'POST', body: first?.body })
    expect(second?.headers.authorization).toBe('Bearer sk-secret-of-the-test')
  })

  test.each([307, 302])('to another host is refused, and no prompt goes there, status %i', async (status) => {
    const other = await endpoint()
    const { host } = await leadsTo(`http://${other.host}/v1/chat/completions`, status)
    await expect(ask(`http://${host}/v1`)).rejects.toThrow(
      `Failed to call ${host}: it leads to http://${other.host}, where the prompts would go. Name that address as base URL, or allow it in the model's entry: redirectHosts: ["${other.host}"].`,
    )
    expect(other.got).toEqual([])
  })

  test('to a host that the entry names is followed without any key, and told', async () => {
    const other = await endpoint()
    const { host } = await leadsTo(`http://${other.host}/v1/chat/completions`)
    const entry = { redirectHosts: [other.host], headers: { 'x-gateway-key': 'another secret' } }
    expect(await ask(`http://${host}/v1`, entry)).toMatchObject({ content: 'yes', adapted: [`sent on to ${other.host}`] })
    expect(other.got).toHaveLength(1)
    expect(other.got[0]?.body).toContain('the prompt')
    expect(JSON.stringify(other.got[0]?.headers)).not.toMatch(/secret/)
  })

  test('in a circle, nowhere, or to what is no web address is one error', async () => {
    const circle = await leadsTo('/v1/chat/completions')
    await expect(ask(`http://${circle.host}/v1`)).rejects.toThrow(`Failed to call ${circle.host}: it leads from one address to the next.`)
    for (const location of ['http://', 'file:///etc/passwd', 'javascript:alert(1)']) {
      const { host } = await leadsTo(location)
      await expect(ask(`http://${host}/v1`)).rejects.toThrow(/it leads (?:nowhere|to no web address)\. Check the base URL\./)
    }
  })
})

test('parameters of the base URL stand behind the path of each request, with those of the entry', async () => {
  const { host, got } = await endpoint()
  await ask(`http://${host}/openai/v1/?api-version=2024-10-21&api-key=k-123456`, { query: { tier: 'flex' } })
  expect(got[0]?.url).toBe('/openai/v1/chat/completions?api-version=2024-10-21&api-key=k-123456&tier=flex')
})

describe('a proxy that the environment names', () => {
  /** A proxy that tunnels, as CONNECT asks, and notes where to. */
  async function proxy() {
    const asked: { to: string; as: string | undefined }[] = []
    const server = createServer((incoming, response) => {
      asked.push({ to: new URL(incoming.url ?? '').host, as: incoming.headers['proxy-authorization'] })
      incoming.pipe(request(incoming.url ?? '', { method: incoming.method, headers: incoming.headers }, (reply) => reply.pipe(response)))
    })
    server.on('connect', (incoming, socket) => {
      asked.push({ to: incoming.url ?? '', as: incoming.headers['proxy-authorization'] })
      // Whatever a name stands for, it is here.
      const [, port = ''] = (incoming.url ?? '').split(':')
      const through = connect(Number(port), '127.0.0.1', () => {
        socket.write('HTTP/1.1 200 Connection Established\r\n\r\n')
        through.pipe(socket).pipe(through)
      })
      through.on('error', () => socket.destroy())
      socket.on('error', () => through.destroy())
    })
    return { host: await listen(server), asked }
  }

  test.each(['http_proxy', 'HTTP_PROXY'])('in %s is used, with its user and password, but not for this machine', async (variable) => {
    vi.resetModules()
    const through = await proxy()
    const { host, got } = await endpoint()
    for (const name of ['http_proxy', 'HTTP_PROXY', 'https_proxy', 'HTTPS_PROXY', 'no_proxy', 'NO_PROXY']) vi.stubEnv(name, undefined)
    vi.stubEnv(variable, `http://user:pass@${through.host}`)
    const { openaiTransport: fresh } = await import('./openaiTransport.ts')
    const port = host.split(':')[1]
    const send = (name: string) => {
      const entry = modelEntry.parse({ uri: 'openai:m', allowHttp: true })
      const transport = fresh({ model: 'm', baseURL: `http://${name}:${port}/v1` }, entry)
      const key = { suite: 's', item: 'i', role: 'candidate', call: 'answer', trial: 0, ask: 0, vote: 0 } as const
      const hints = { item: 'i', seed: 0, call: 'answer', reference: () => '', simulation: {} }
      return transport.send({ key, messages: [{ role: 'user', content: 'q' }], options: {}, hints }, AbortSignal.timeout(20_000))
    }
    expect(await send('model.test')).toMatchObject({ content: 'yes' })
    expect(through.asked).toEqual([{ to: `model.test:${port}`, as: `Basic ${Buffer.from('user:pass').toString('base64')}` }])
    expect(got).toHaveLength(1)
    // Who reads along at the proxy would have the key of a server on this machine.
    expect(await send('127.0.0.1')).toMatchObject({ content: 'yes' })
    expect(through.asked).toHaveLength(1)
  })
})
