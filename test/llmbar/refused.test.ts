import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { llmbarSuite } from '../../suites/llmbar/suite.ts'
import { scoresOf, values } from '../outcome.ts'
import { runSuite, type SuiteOutcome } from '../runSuite.ts'

/** An endpoint whose provider refuses some prompts for their content, and what it was asked. */
async function refusingEndpoint(refuses: (prompt: string) => boolean) {
  const prompts: string[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += String(chunk)
    })
    request.on('end', () => {
      const messages = body === '' ? [] : (JSON.parse(body) as { messages: { content: string }[] }).messages
      const prompt = messages.at(-1)?.content ?? ''
      prompts.push(prompt)
      response.setHeader('content-type', 'application/json')
      if (refuses(prompt)) {
        const message = "The response was filtered due to the prompt triggering the provider's content management policy."
        response.writeHead(400).end(JSON.stringify({ error: { message, code: 'content_filter', type: null, param: 'prompt' } }))
        return
      }
      const message = { role: 'assistant', content: 'Output (a)' }
      response.end(JSON.stringify({ choices: [{ index: 0, finish_reason: 'stop', message }] }))
    })
  })
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, prompts }
}

function run(url: string, strategy: string): Promise<SuiteOutcome> {
  return runSuite(llmbarSuite, { judge: `openai:judge@${url}`, limit: 1, suites: { llmbar: { strategy } } })
}

// Such a request has the completion "" and is not repeated; any text is read alike, so the verdict is null (docs/suites/llmbar.md, R1, R6).
test('a comparison that the provider refuses is a null verdict: wrong, counted, no error and not asked again', async () => {
  const { url, prompts } = await refusingEndpoint((prompt) => prompt.includes('<output-b-'))
  const outcome = await run(url, 'Vanilla')
  expect(outcome.concluded).toMatchObject({ document: { exitCode: 0 }, reasons: [] })
  expect(scoresOf(outcome)).toMatchObject({ items: 5, failed: 5, error: 0, unscored: 0 })
  for (const { scores } of outcome.records) expect(scores).toMatchObject({ total: 0, agreement: 1 })
  expect(values(outcome, 'accuracy.average', 'agreement.average', 'null_rate')).toEqual([undefined, undefined, 100])
  expect(prompts.filter((prompt) => prompt.includes('<output-b-'))).toHaveLength(10)
  expect(outcome.calls.every(({ content, refused }) => content === '' && refused === true)).toBe(true)
})

// The comparison then has an empty section (docs/suites/llmbar.md, Q1).
test('questions that the provider refuses to write leave an empty section, and the pair is judged', async () => {
  const { url, prompts } = await refusingEndpoint((prompt) => prompt.includes('at most three short questions'))
  const outcome = await run(url, 'Metrics')
  expect(outcome.concluded).toMatchObject({ document: { exitCode: 0 }, reasons: [] })
  expect(scoresOf(outcome)).toMatchObject({ items: 5, error: 0, unscored: 0 })
  expect(values(outcome, 'accuracy.average', 'null_rate', 'first_bias')).toEqual([50, 0, 100])
  const compared = prompts.filter((prompt) => prompt.includes('<output-b-'))
  expect(compared).toHaveLength(10)
  for (const prompt of compared) expect(prompt).toMatch(/<questions-(\w+)>\n\n<\/questions-\1>/)
})
