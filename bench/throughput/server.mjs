// An OpenAI-compatible endpoint that answers "Item <n>" with its code after a fixed wait. Prints its port.
import { createServer } from 'node:http'
import { codeOf } from './workload.mjs'

const latency = Number(process.argv[2] ?? 50)
let served = 0

const server = createServer((request, response) => {
  if (request.method === 'GET') return response.end(JSON.stringify({ served }))
  const chunks = []
  request.on('data', (chunk) => chunks.push(chunk))
  request.on('end', () => {
    setTimeout(() => {
      served += 1
      const { messages } = JSON.parse(Buffer.concat(chunks).toString('utf8'))
      const content = codeOf(Number(/Item (\d+)/.exec(messages.at(-1).content)?.[1]))
      response.setHeader('content-type', 'application/json')
      response.end(
        JSON.stringify({
          id: 'bench',
          object: 'chat.completion',
          created: 0,
          model: 'bench',
          choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content } }],
          usage: { prompt_tokens: 20, completion_tokens: 5, total_tokens: 25 },
        }),
      )
    }, latency)
  })
})
server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1', () => process.stdout.write(`${server.address().port}\n`))
