import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'
import { type RunFolder, runFolder } from '../../src/core/format/runFolder.ts'
import { HANGS_AFTER } from '../hangsAfter.ts'

/** A browser's binary: one in the PATH, or one that Playwright installed. Undefined where there is none. */
export function findBrowser(): string | undefined {
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'chrome']
  const inPath = (process.env.PATH ?? '').split(':').flatMap((folder) => names.map((name) => join(folder, name)))
  const installed = join(homedir(), '.cache', 'ms-playwright')
  const ofPlaywright = existsSync(installed) ? readdirSync(installed).map((name) => join(installed, name, 'chrome-linux', 'chrome')) : []
  return [...inPath, ...ofPlaywright].find((path) => existsSync(path))
}

/** Starts the browser. What a page waits for may take longer than the 30 s that Playwright gives it. */
export async function launch(executablePath: string): Promise<Browser> {
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'], timeout: HANGS_AFTER })
  browser.on('context', (context) => context.setDefaultTimeout(HANGS_AFTER))
  return browser
}

/** A page opened in a browser, with everything that went wrong and every request that left the folder. */
export interface Opened {
  readonly page: Page
  readonly problems: string[]
  readonly strays: string[]
}

/** Opens a page from disk. */
export async function openPage(
  browser: Browser,
  path: string,
  hash = '',
  options: { width?: number; dark?: boolean } = {},
): Promise<Opened> {
  const { width = 1280, dark = false } = options
  const page = await browser.newPage({ viewport: { width, height: 800 }, colorScheme: dark ? 'dark' : 'light' })
  const [problems, strays]: [string[], string[]] = [[], []]
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') problems.push(message.text())
  })
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('dialog', (dialog) => {
    problems.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  const folder = `file://${join(path, '..')}/`
  page.on('request', (request) => {
    if (!request.url().startsWith(folder)) strays.push(request.url())
  })
  await page.goto(`file://${path}${hash}`)
  return { page, problems, strays }
}

/** The texts of pictures on a page that reach out of their picture. */
export function cutLabels(page: Page, pictures = '.picture'): Promise<string[]> {
  return page.evaluate(`[...document.querySelectorAll('${pictures} svg')].flatMap((svg) => {
    const box = svg.getBoundingClientRect()
    const inside = (own) => own.left >= box.left - 1 && own.right <= box.right + 1 && own.top >= box.top - 3 && own.bottom <= box.bottom + 3
    return [...svg.querySelectorAll('text')].filter((text) => !inside(text.getBoundingClientRect())).map((text) => text.textContent)
  })`)
}

/** An item of a made-up run. */
export interface MadeItem {
  readonly item: string
  readonly task?: string
  readonly status?: string
  readonly total?: number
  readonly tags?: Readonly<Record<string, string>>
  readonly reason?: string
  readonly question?: string
  readonly answer?: string
}

/** Writes a run folder of a user's benchmark by hand, as a run would have. */
export function writeRun(path: string, items: readonly MadeItem[], model = 'sim:oracle'): RunFolder {
  const folder = runFolder(path)
  mkdirSync(path, { recursive: true })
  const lines = (values: readonly object[]) => values.map((value) => `${JSON.stringify(value)}\n`).join('')
  const count = (state: string) => items.filter(({ status = 'passed' }) => status === state).length
  const mean = items.reduce((sum, { total = 1 }) => sum + total, 0) / items.length
  writeFileSync(
    folder.items,
    lines(
      items.map(({ item, task = 'support', status = 'passed', total = 1, tags = {}, reason }) => ({
        suite: 'support',
        item,
        task,
        trial: 0,
        status,
        tags,
        scores: { total },
        threshold: 1,
        reason,
      })),
    ),
  )
  writeFileSync(
    folder.calls,
    lines(
      items.map(({ item, question = 'How?', answer = 'So.' }) => ({
        suite: 'support',
        item,
        role: 'candidate',
        call: 'answer-1',
        trial: 0,
        content: answer,
        model,
        ms: 5,
        attempts: 1,
        messages: [{ role: 'user', content: question }],
      })),
    ),
  )
  const states = {
    passed: count('passed'),
    failed: count('failed'),
    unscored: count('unscored'),
    error: count('error'),
    skipped: count('skipped'),
  }
  writeFileSync(
    folder.scores,
    JSON.stringify({
      schema: 'holdfast.scores/1',
      run: {
        id: 'wren-0001',
        startedAt: '2026-11-22T09:05:00.000Z',
        finishedAt: '2026-11-22T09:06:00.000Z',
        version: '0.1.0',
        seed: 0,
        partial: false,
        roles: { candidate: { model, simulated: model.startsWith('sim:') } },
        data: { support: { source: 'items.jsonl', sha256: 'ab'.repeat(32), items: items.length } },
      },
      suites: {
        support: {
          items: items.length,
          ...states,
          metrics: {
            score: { value: mean, n: items.length, ci95: [mean - 0.05, mean + 0.05] },
            pass_rate: { value: states.passed / items.length, n: items.length, ci95: null },
          },
        },
      },
      usage: { candidate: { calls: items.length, cached: 0, promptTokens: 0, completionTokens: 0, usd: null } },
      gates: [],
      exitCode: 0,
    }),
  )
  return folder
}
