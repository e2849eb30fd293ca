import { createServer } from 'node:http'
import { expect, test } from 'vitest'
import { PROBE_QUESTION } from '../../src/models/probe.ts'
import { SCENARIOS, TASKS, TEMPERATURE } from '../../suites/fb-bench/names.ts'
import { readBundledItems } from '../../suites/fb-bench/openItems.ts'
import { fbBenchSuite } from '../../suites/fb-bench/suite.ts'
import { listen } from '../listen.ts'
import { runSuite } from '../runSuite.ts'

// One item of each scenario and task: the temperature depends on the task alone.
test('a model behind an endpoint gets the temperature of the task', async () => {
  const bodies: { temperature?: number; messages: { content: string }[] }[] = []
  const server = createServer((request, response) => {
    let text = ''
    request.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
    })
    request.on('end', () => {
      // Before the first item the endpoint is put a first question.
      if (text !== '' && !text.includes(PROBE_QUESTION)) bodies.push(JSON.parse(text))
      response.setHeader('content-type', 'application/json')
      response.end(
        JSON.stringify({ id: 'x', choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: 'No.' } }] }),
      )
    })
  })
  const model = `openai:acme@${await listen(server)}/v1`
  const { concluded } = await runSuite(fbBenchSuite, { model, judge: 'sim:judge', limit: 1 })
  expect(concluded).toMatchObject({ document: { exitCode: 0 }, reasons: [] })
  expect(bodies).toHaveLength(SCENARIOS.length * TASKS.length)
  const byTurns = new Map(readBundledItems().map((item) => [`${item.query}\n${item.feedback}`, item]))
  const asked = new Set<string>()
  for (const { temperature, messages } of bodies) {
    const item = byTurns.get(`${messages[0]?.content}\n${messages.at(-1)?.content}`)
    expect(messages).toHaveLength(3 + 2 * (item?.exchanges?.length ?? 0))
    expect(temperature, item?.id).toBe(item && TEMPERATURE[item.task])
    asked.add(`${item?.scenario}/${item?.task}`)
  }
  expect(asked.size).toBe(bodies.length)
})
