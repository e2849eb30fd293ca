import { createServer } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'

/**
 * Starts an OpenAI-compatible endpoint that gives each prompt to `answer`, which says with which status and text to reply.
 * Probes are answered and not shown to it.
 */
export async function startEndpoint(answer) {
  const server = createServer(async (request, response) => {
    const chunks = []
    for await (const chunk of request) chunks.push(chunk)
    if (request.method === 'GET') return response.writeHead(404).end()
    const body = Buffer.concat(chunks).toString('utf8')
    const prompt = JSON.parse(body)
      .messages.map(({ content }) => content)
      .join('\n')
    const { status = 200, text = '', headers = {} } = prompt.startsWith('Which number is larger') ? {} : await answer(prompt, body)
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    const completion = {
      choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: text } }],
      usage: { prompt_tokens: Math.ceil(prompt.length / 4), completion_tokens: 5 },
    }
    response.end(JSON.stringify(status === 200 ? completion : { error: { message: 'too many requests' } }))
  })
  server.keepAliveTimeout = 60_000
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${server.address().port}/v1`, close: () => server.close() }
}

/** An endpoint that takes so many requests a minute, a second's worth at once, and rejects the others; with what it saw, by second. */
export async function limitedEndpoint(perMinute, latency, headers = {}) {
  const perSecond = perMinute / 60
  const seen = []
  let level = perSecond
  let at = performance.now()
  let began
  const endpoint = await startEndpoint(async (prompt) => {
    const now = performance.now()
    began ??= now
    level = Math.min(perSecond, level + ((now - at) / 1000) * perSecond)
    at = now
    const second = Math.floor((now - began) / 1000)
    seen[second] ??= { taken: 0, rejected: 0 }
    if (level < 1) {
      seen[second].rejected += 1
      return { status: 429, headers }
    }
    level -= 1
    seen[second].taken += 1
    await delay(latency)
    return { text: prompt }
  })
  return { ...endpoint, seen }
}
