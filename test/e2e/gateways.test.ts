import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { modelEntry } from '../../src/core/format/modelEntry.ts'
import { openaiTransport } from '../../src/models/openaiTransport.ts'
import type { RequestOptions } from '../../src/models/transport.ts'
import { startZoo, type Zoo } from '../endpoints/zoo.ts'
import { run } from '../run.ts'
import { freePort } from './freePort.ts'

// Gateways and mock servers that people run in front of models, as npm has them. The zoo answers behind them.

const PACKAGES = ['@portkey-ai/gateway@1.15.2', '@dwmkerr/mock-llm@0.1.29']

let folder: string
let zoo: Zoo
const bases: Record<string, string> = {}
const stops: (() => void)[] = []

/** Starts a package's server, and waits until it answers. */
async function serve(
  name: string,
  script: string,
  args: (port: number) => readonly string[],
  env: (port: number) => Record<string, string>,
) {
  const port = await freePort()
  const child = spawn(process.execPath, [join(folder, 'node_modules', script), ...args(port)], {
    cwd: folder,
    env: { ...process.env, ...env(port) },
    stdio: 'ignore',
  })
  stops.push(() => child.kill())
  bases[name] = `http://127.0.0.1:${port}/v1`
  for (;;) {
    const answered = await fetch(`http://127.0.0.1:${port}/`).catch(() => undefined)
    if (answered) return
    if (child.exitCode !== null) throw new Error(`${name} ended with ${child.exitCode}.`)
    await wait(100)
  }
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'holdfast-gateways-'))
  writeFileSync(join(folder, 'package.json'), '{}')
  const { code, stderr } = await run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', ...PACKAGES], { cwd: folder })
  if (code !== 0) throw new Error(`npm could not install them:\n${stderr}`)
  zoo = await startZoo({ answer: () => 'well said', thinks: 30 })
  await serve(
    'portkey',
    '@portkey-ai/gateway/build/start-server.js',
    (port) => ['--headless', `--port=${port}`],
    () => ({}),
  )
  await serve(
    'mock-llm',
    '@dwmkerr/mock-llm/dist/main.js',
    () => [],
    (port) => ({ PORT: String(port) }),
  )
})
afterAll(() => {
  for (const stop of stops) stop()
  zoo?.close()
  if (folder && existsSync(folder)) rmSync(folder, { recursive: true, force: true })
})

function meet(base: string, model: string, headers?: Record<string, string>) {
  const entry = modelEntry.parse({ uri: `openai:${model}`, ...(headers && { headers }) })
  const transport = openaiTransport({ model, baseURL: base }, entry)
  const signal = new AbortController().signal
  const ask = (content: string, options: RequestOptions) =>
    transport.send(
      {
        key: { suite: 'demo', item: 'one', role: 'candidate', call: 'answer', trial: 0, ask: 0, vote: 0 },
        messages: [{ role: 'user', content }],
        options,
        hints: { item: 'one', call: 'answer', seed: 0, reference: () => '', simulation: {} },
      },
      signal,
    )
  return { transport, ask, probe: (options: RequestOptions = {}) => transport.probe?.(signal, options) }
}

describe("Portkey's gateway in front of the zoo", () => {
  /** Names the provider whose manners it is to speak, and where that is. */
  const to = (provider: string, name: string) => ({ 'x-portkey-provider': name, 'x-portkey-custom-host': zoo.url(provider) })

  test('answers, and is told who serves', async () => {
    const { ask } = meet(bases.portkey as string, 'gpt-4o', to('openai', 'openai'))
    expect(await ask('hello', { maxTokens: 10, temperature: 0 })).toMatchObject({
      content: 'well said',
      served: { model: 'gpt-4o-2024-08-06' },
    })
  })

  test('hands on what gpt-5 refuses, which is learned before the first item', async () => {
    const { transport, probe, ask } = meet(bases.portkey as string, 'gpt-5', to('openai', 'openai'))
    const found = await probe({ maxTokens: 10, temperature: 0 })
    expect(found?.adapted?.join()).toMatch(/max_completion_tokens for max_tokens.*temperature left out/)
    expect(transport.reasoningTokens).toBeGreaterThan(0)
    expect(await ask('hello', { maxTokens: 10, temperature: 0 })).toMatchObject({ content: 'well said' })
  })

  test("hands on a model that is not there as one error, with the endpoint's words", async () => {
    const { ask } = meet(bases.portkey as string, 'gpt-55', to('openai', 'openai'))
    await expect(ask('hello', {})).rejects.toThrow(/404 .*does not exist.*Check the model name/)
  })

  test("keeps a thinking model's thoughts apart", async () => {
    const { ask } = meet(bases.portkey as string, 'deepseek-reasoner', to('deepseek', 'deepseek'))
    expect(await ask('hello', { maxTokens: 500 })).toMatchObject({ content: 'well said' })
  })
})

test('mock-llm is asked as any endpoint, and gives no usage', async () => {
  const { ask, probe } = meet(bases['mock-llm'] as string, 'echo')
  expect(await probe({})).toMatchObject({ reasoningTokens: 0 })
  expect(await ask('hello', { maxTokens: 10 })).toMatchObject({ content: 'hello', finish: 'stop' })
})
