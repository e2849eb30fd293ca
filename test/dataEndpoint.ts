import { createServer } from 'node:http'
import { listen } from './listen.ts'

/** What a local endpoint was asked, in order; probes are left out. */
export interface DataEndpoint {
  readonly url: string
  /** Last messages of chat requests, and texts of embedding requests. */
  readonly asked: string[]
}

/**
 * A local endpoint for commands that make data, over a real socket, until the end of the test: it answers questions, and makes vectors
 * of texts, which it sends in reverse order.
 *
 * @param answer what it says to a last message, at once or later; undefined ends the connection.
 * @param vector the vector of a text.
 */
export async function dataEndpoint(
  answer: (question: string) => string | undefined | Promise<string | undefined> = (question) => `to ${question}`,
  vector: (text: string) => readonly number[] = (text) => [text.length, 1],
): Promise<DataEndpoint> {
  const asked: string[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', async () => {
      response.setHeader('content-type', 'application/json')
      if (body === '') return response.writeHead(404).end('{}')
      const { input, messages } = JSON.parse(body) as { input?: string[]; messages?: { content: string }[] }
      if (input) {
        if (input[0] !== 'one') asked.push(...input)
        const data = input.map((text, index) => ({ index, embedding: vector(text) })).reverse()
        return response.end(JSON.stringify({ data, model: 'vectors', usage: { prompt_tokens: 10 * input.length, total_tokens: 0 } }))
      }
      const question = messages?.at(-1)?.content ?? ''
      const isProbe = question.includes('9.11')
      if (!isProbe) asked.push(question)
      const content = isProbe ? '9.9' : await answer(question)
      if (content === undefined) return request.socket.destroy()
      const usage = { prompt_tokens: 100, completion_tokens: 5 }
      response.end(JSON.stringify({ choices: [{ finish_reason: 'stop', message: { content } }], usage }))
    })
  })
  return { asked, url: `${await listen(server)}/v1` }
}
