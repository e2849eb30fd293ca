import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { dataEndpoint } from '../../../test/dataEndpoint.ts'
import { temporaryFolder } from '../../../test/temporaryFolder.ts'
import { resolveConfig } from '../../core/config/resolve.ts'
import { type PaidCommand, runPaidCommand } from './paidCommand.ts'

function optionsFor(url: string, folder: string, environment: Record<string, string> = {}) {
  const models = { HOLDFAST_AUTHOR: `openai:m@${url}`, HOLDFAST_EMBEDDER: `openai:v@${url}` }
  const config = resolveConfig({ cache: 'off' }, { ...models, ...environment }, folder, [])
  return { name: 'data test', config, folder: join(folder, 'calls'), roles: { author: { temperature: 1 }, embedder: {} } } as const
}

const question = (prompt: string, vote = 0) => ({ role: 'author', item: 'one', prompt, vote, temperature: 1 }) as const

const asking =
  (...prompts: readonly string[]) =>
  async (command: PaidCommand) => {
    const answers: string[] = []
    for (const prompt of prompts) answers.push((await command.ask(question(prompt))).content)
    return { answers, paid: command.paid() }
  }

test('what was answered is not asked again, and what it cost is told again', async () => {
  const { asked, url } = await dataEndpoint()
  const options = optionsFor(url, temporaryFolder())
  const work = asking('first', 'second')
  const once = await runPaidCommand(options, work)
  const twice = await runPaidCommand(options, work)
  expect(asked).toEqual(['first', 'second'])
  expect(once?.answers).toEqual(['to first', 'to second'])
  expect(twice).toEqual(once)
  expect(once?.paid).toMatchObject([{ role: 'author', calls: 2, promptTokens: 200, completionTokens: 10, simulated: false }])
})

test('a command that broke down goes on where it was, behind a line that was cut', async () => {
  const { asked, url } = await dataEndpoint()
  const options = optionsFor(url, temporaryFolder())
  await expect(
    runPaidCommand(options, async (command) => {
      await command.ask(question('first'))
      throw new Error('killed')
    }),
  ).rejects.toThrow('killed')
  const path = join(options.folder, 'calls.jsonl')
  writeFileSync(path, `${readFileSync(path, 'utf8')}{"suite":"data te`)
  await runPaidCommand(options, asking('first', 'second'))
  expect(asked).toEqual(['first', 'second'])
})

test('another question, vote or model never gets an answer that was given before', async () => {
  const { asked, url } = await dataEndpoint()
  const folder = temporaryFolder()
  const work = (prompt: string, vote: number) => async (command: PaidCommand) => (await command.ask(question(prompt, vote))).content
  await runPaidCommand(optionsFor(url, folder), work('first', 0))
  await runPaidCommand(optionsFor(url, folder), work('other', 0))
  await runPaidCommand(optionsFor(url, folder), work('first', 1))
  await runPaidCommand(optionsFor(url, folder, { HOLDFAST_AUTHOR: `openai:n@${url}` }), work('first', 0))
  expect(asked).toEqual(['first', 'other', 'first', 'first'])
})

test('vectors come in the order of their texts, in requests of 32, and are paid for once', async () => {
  const { asked, url } = await dataEndpoint()
  const options = optionsFor(url, temporaryFolder())
  const texts = Array.from({ length: 40 }, (_, index) => 'x'.repeat(index + 1))
  const work = async (command: PaidCommand) => ({ vectors: await command.embed('one', texts), paid: command.paid() })
  const made = await runPaidCommand(options, work)
  expect(made?.vectors).toEqual(texts.map((text) => [text.length, 1]))
  expect(made?.paid).toMatchObject([{ role: 'embedder', calls: 2, promptTokens: 400 }])
  expect(await runPaidCommand(options, work)).toEqual(made)
  expect(asked).toHaveLength(40)
})

test('a budget ends the command before the call it does not cover, and a larger one goes on', async () => {
  const { asked, url } = await dataEndpoint()
  const folder = temporaryFolder()
  const work = asking('first', 'second')
  // A call without a cap of its own sets aside 1,024 tokens for its answer.
  const small = runPaidCommand(optionsFor(url, folder, { HOLDFAST_MAX_TOKENS: '1250' }), work)
  await expect(small).rejects.toThrow(
    'Failed to finish holdfast data test: the budget of 1,250 tokens does not cover another call. Run holdfast data test again with a larger budget: what is paid for is kept.',
  )
  await runPaidCommand(optionsFor(url, folder, { HOLDFAST_MAX_TOKENS: '3000' }), work)
  expect(asked).toEqual(['first', 'second'])
})

test('simulated models answer by the reference and say that they are simulated', async () => {
  const folder = temporaryFolder()
  const config = resolveConfig({ cache: 'off' }, {}, folder, [])
  const made = await runPaidCommand(
    { name: 'data test', config, folder: join(folder, 'calls'), roles: { author: {} } },
    async (command) => {
      const { content } = await command.ask({ ...question('first'), reference: 'made up' })
      const [vector = []] = await command.embed('one', ['some words'])
      return { content, length: Math.hypot(...vector), simulated: command.simulated, paid: command.paid() }
    },
  )
  expect(made).toMatchObject({
    content: 'made up',
    simulated: true,
    paid: [
      { simulated: true, usd: 0 },
      { model: 'sim:embedder', usd: 0 },
    ],
  })
  expect(made?.length).toBeCloseTo(1, 5)
})

test('a real author has no simulated embedder unless one is named', async () => {
  const { url } = await dataEndpoint()
  const { HOLDFAST_EMBEDDER: _, ...environment } = { HOLDFAST_EMBEDDER: '', HOLDFAST_AUTHOR: `openai:m@${url}` }
  const folder = temporaryFolder()
  const config = resolveConfig({ cache: 'off' }, environment, folder, [])
  const embedding = runPaidCommand({ name: 'data test', config, folder: join(folder, 'calls'), roles: { embedder: {} } }, async () => 1)
  await expect(embedding).rejects.toThrow('Failed to call the embedder: no model. Set HOLDFAST_EMBEDDER.')
})

test('an embedder that makes no vectors is refused', async () => {
  const folder = temporaryFolder()
  const config = resolveConfig({ cache: 'off' }, { HOLDFAST_EMBEDDER: 'sim:oracle' }, folder, [])
  const embedding = runPaidCommand({ name: 'data test', config, folder: join(folder, 'calls'), roles: { embedder: {} } }, async () => 1)
  await expect(embedding).rejects.toThrow('Failed to open the embedder sim:oracle: it makes no vectors.')
})

test('an interrupted command ends with exit code 75, begins no further call, and goes on when it is run again', async () => {
  let interrupt = true
  const { asked, url } = await dataEndpoint((text) => {
    // What Ctrl-C calls; the signal itself would end the test run.
    if (interrupt && text === 'second') process.listeners('SIGINT').at(-1)?.('SIGINT')
    return `to ${text}`
  })
  const options = optionsFor(url, temporaryFolder())
  const before = process.exitCode
  onTestFinished(() => {
    process.exitCode = before
  })
  expect(await runPaidCommand(options, asking('first', 'second', 'third'))).toBeUndefined()
  expect(process.exitCode).toBe(75)
  expect(asked).toEqual(['first', 'second'])
  interrupt = false
  const made = await runPaidCommand(options, asking('first', 'second', 'third'))
  expect(made?.answers).toEqual(['to first', 'to second', 'to third'])
  // What was under way was waited for, and is not paid for twice.
  expect(asked).toEqual(['first', 'second', 'third'])
})

test('where one of several calls fails, the others are written down before the command ends, and none begins', async () => {
  // The other call is under way until the failure is told.
  let told = () => {}
  const failure = new Promise<void>((resolve) => {
    told = resolve
  })
  const { asked, url } = await dataEndpoint(async (text) => {
    if (text === 'broken') return undefined
    await failure
    return `to ${text}`
  })
  const folder = temporaryFolder()
  const models = { writer: { uri: `openai:m@${url}`, maxAttempts: 1 } }
  const config = resolveConfig({ cache: 'off', models }, { HOLDFAST_AUTHOR: 'writer', HOLDFAST_CONCURRENCY: '1' }, folder, [])
  const options = { ...optionsFor(url, folder), config }
  const ended = runPaidCommand({ ...options, roles: { author: {} } }, async (command) => {
    const one = command.ask(question('broken')).finally(told)
    const other = command.ask(question('first')).then(() => command.ask(question('later')))
    return Promise.all([one, other])
  })
  await expect(ended).rejects.toThrow('Failed to call openai:m@')
  const written = readFileSync(join(options.folder, 'calls.jsonl'), 'utf8')
  expect(written).toContain('to first')
  expect(asked).toEqual(['broken', 'first'])
})

test('on a terminal the answers are counted, and the line is gone once the work has failed', async () => {
  const { url } = await dataEndpoint(async (text) => {
    // Later than a line is drawn again.
    if (text === 'late') await setTimeout(150)
    return `to ${text}`
  })
  const live = process.stderr.isTTY
  const written: string[] = []
  const write = vi.spyOn(process.stderr, 'write').mockImplementation((text) => written.push(String(text)) > 0)
  vi.stubEnv('CI', '')
  process.stderr.isTTY = true
  onTestFinished(() => {
    process.stderr.isTTY = live
    write.mockRestore()
    vi.unstubAllEnvs()
  })
  const ended = runPaidCommand(optionsFor(url, temporaryFolder()), async (command) => {
    await command.ask(question('first'))
    void command.ask(question('late'))
    throw new Error('killed')
  })
  await expect(ended).rejects.toThrow('killed')
  expect(written).toEqual([' 1 answer', '\r\u001b[2K'])
})
