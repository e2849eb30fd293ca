import { createServer } from 'node:http'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { packageRoot } from '../../src/core/base/packageRoot.ts'
import { listen } from '../listen.ts'
import { run } from '../run.ts'
import { isLong } from '../shared.ts'

const BLOCK = Buffer.alloc(2 ** 18, ' ')
/** Unpacks to a thousand times as much. */
const ZIPPED = gzipSync(Buffer.alloc(2 ** 22, ' '))
const ANSWER = JSON.stringify({ choices: [{ message: { content: 'yes' }, finish_reason: 'stop' }] })

/** An endpoint that never stops sending, zipped or not, with a reply that begins well or with an error; a model `good` it answers. */
async function endlessEndpoint(): Promise<string> {
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      const { model } = JSON.parse(body) as { model: string }
      if (model === 'good') return void response.setHeader('content-type', 'application/json').end(ANSWER)
      const isZipped = model.includes('zip')
      response.writeHead(model.includes('500') ? 500 : 200, {
        'content-type': 'application/json',
        ...(isZipped && { 'content-encoding': 'gzip' }),
      })
      const block = isZipped ? ZIPPED : BLOCK
      const send = () => {
        while (!response.destroyed && response.write(block));
      }
      response.on('drain', send)
      send()
    })
  })
  return `${await listen(server)}/v1`
}

/** Calls all at once in a process of its own. Prints the messages, and by how many megabytes its memory grew at most. */
const CALLS = `
const [url, count, dist] = process.argv.slice(1)
const { createTransport } = await import(dist + '/src/kit.js')
const entry = { api: 'chat', timeoutSeconds: 300, maxTokensParameter: 'max_tokens', cache: 'off', maxReplyMegabytes: 16 }
const send = (model) => createTransport({ ...entry, uri: 'openai:' + model + '@' + url }, '/')
  .send({ key: {}, messages: [{ role: 'user', content: 'x' }], options: {} }, AbortSignal.timeout(300_000))
await send('good')
const start = process.memoryUsage().rss
let most = start
const look = setInterval(() => { most = Math.max(most, process.memoryUsage().rss) }, 5)
const models = ['plain', 'zip', 'plain500', 'zip500']
const ended = await Promise.allSettled([...Array.from({ length: Number(count) }, (_, at) => send(models[at % 4])), send('good')])
clearInterval(look)
const told = [...new Set(ended.map(({ reason, value }) => reason?.message ?? value.content))]
console.log(JSON.stringify({ told, grown: (most - start) / 1e6 }))
`

test('endpoints that never stop sending end their own calls, and memory stays', async () => {
  const url = await endlessEndpoint()
  const { stdout, stderr } = await run(process.execPath, [
    '--input-type=module',
    '-e',
    CALLS,
    url,
    isLong ? '64' : '12',
    `file://${join(packageRoot, 'dist')}`,
  ])
  expect(stderr).toBe('')
  const { told, grown } = JSON.parse(stdout)
  const { host } = new URL(url)
  expect(told).toEqual([expect.stringContaining(`Failed to call ${host}: its reply is longer than 16 MB.`), 'yes'])
  expect(grown).toBeLessThan(300)
})
