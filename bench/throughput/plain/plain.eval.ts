import { describe, it } from 'vitest'
import { items } from '../workload.mjs'

describe('bench', () => {
  it.concurrent.for(items())('$id', async ({ prompt, expected }, { expect }) => {
    const response = await fetch(`${process.env.OPENAI_BASE_URL}/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'bench', messages: [{ role: 'user', content: prompt }] }),
    })
    const body = (await response.json()) as { choices: { message: { content: string } }[] }
    expect(body.choices[0]?.message.content).toContain(expected)
  })
})
