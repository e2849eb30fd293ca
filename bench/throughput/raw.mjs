// The same work by nothing but Node: a pool of workers that fetch.
import { items } from './workload.mjs'

const queue = items()[Symbol.iterator]()
let wrong = 0

async function work() {
  for (const { prompt, expected } of queue) {
    const response = await fetch(`${process.env.OPENAI_BASE_URL}/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'bench', messages: [{ role: 'user', content: prompt }] }),
    })
    const body = await response.json()
    if (!body.choices[0].message.content.includes(expected)) wrong += 1
  }
}

await Promise.all(Array.from({ length: 50 }, work))
process.exit(wrong === 0 ? 0 : 1)
