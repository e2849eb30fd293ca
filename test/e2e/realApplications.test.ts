import { spawn } from 'node:child_process'
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { fixture } from './fixtureRun.ts'
import { type InstalledProject, installProject } from './installed.ts'

// Applications written against the real packages, each with a fault of its memory behind a switch. The model behind them answers by rule from
// what it is sent (`model.js`), so that what it forgets is what the application left out.

const PACKAGES = ['ai@6', '@langchain/langgraph@1', '@langchain/core@1', 'zod@4']

let project: InstalledProject
beforeAll(async () => {
  project = await installProject('^4.1.0', undefined, PACKAGES)
  cpSync(fixture('applications'), project.root, { recursive: true })
})

let stop = () => {}
afterEach(() => stop())

/** Starts the service as a program of its own. Gives its address. */
async function startShop(fault: string): Promise<string> {
  const shop = spawn(process.execPath, [join(project.root, 'service.js'), 'start'], {
    env: { FAULT: fault },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  stop = () => void shop.kill('SIGKILL')
  const port = await new Promise((resolve) => shop.stdout.once('data', (said) => resolve(String(said).trim())))
  return `http://127.0.0.1:${port}`
}

/** Runs one of the tests with an application. */
async function runWith(application: string, about: string, fault: string) {
  const shop = application === 'service' ? { SHOP: await startShop(fault) } : {}
  const env = { HOLDFAST_MODEL: application, FAULT: fault, CI: '1', NO_COLOR: '1', ...shop }
  const { code, stdout, stderr } = await project.npx('vitest/vitest.mjs', ['run', '-t', about], env)
  return { code, text: stdout + stderr }
}

const APPLICATIONS = [
  {
    application: 'aiSdk',
    about: 'keeps to the profile',
    fault: 'pruned',
    // The wish is still among the messages; what a tool told of it is gone.
    found: { turn: 'turn 1', why: 'known and broken', received: 'It costs $44.' },
  },
  {
    application: 'langgraph',
    about: 'keeps to euros',
    fault: 'summary',
    found: { turn: 'turn 2', why: 'forgotten', received: 'It costs $44.' },
  },
  {
    application: 'service',
    about: 'keeps to the address',
    fault: 'stale',
    found: { turn: 'turn 2', why: 'forgotten', received: 'It goes to Lindenweg 5.' },
  },
] as const

describe.each(APPLICATIONS)('$application', ({ application, about, fault, found }) => {
  test('passes as it is repaired', async () => {
    const { code, text } = await runWith(application, about, '')
    expect(code, text).toBe(0)
    expect(text).toMatch(/Tests {2}1 passed/)
  })

  test('is found with its fault, and the message names the turn', async () => {
    const { code, text } = await runWith(application, about, fault)
    expect(code, text).toBe(1)
    for (const said of Object.values(found)) expect(text).toContain(said)
  })
})

test('langgraph, all of whose users are of one thread, is an error before the first turn', async () => {
  const { code, text } = await runWith('langgraph', 'keeps to euros', 'thread')
  expect(code, text).toBe(1)
  expect(text).toContain('a session repeats what only another one was told')
})
