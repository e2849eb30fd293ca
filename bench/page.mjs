// Opens the page of a run of 10,000 items from disk in a headless browser: time to the list, time of a filter, sizes.
// HOLDFAST_BENCH_RUN names a run folder to open instead.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { runFolder } from './build/src/core/format/runFolder.js'
import { writePage } from './build/src/reports/page/writePage.js'

const ITEMS = 10_000
const TIMES = 7
const FILTERS = ['state=failed', 'slice=length%3D8k', 'lost=order&state=failed', 'text=seventeen', 'text=item-99&sort=score']

const median = (values) => [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)]
const megabytes = (bytes) => `${(bytes / 1e6).toFixed(1)} MB`

/** A run with reasons and conversations of the usual length. */
function madeRun(path) {
  const folder = runFolder(path)
  mkdirSync(path, { recursive: true })
  const words = ['river', 'seventeen', 'format', 'lamp', 'because', 'the', 'of', 'order', 'planet', 'answer']
  const text = (seed, count) =>
    Array.from({ length: count }, (_, at) => words[(seed * 7 + at * 3 + ((seed * at) % 11)) % words.length]).join(' ')
  const items = []
  const calls = []
  for (let at = 0; at < ITEMS; at += 1) {
    const failed = at % 3 === 0
    const item = `made/item-${at}`
    const tags = { length: ['4k', '8k', '16k'][at % 3], expression: String(at % 5), lang: at % 2 ? 'en' : 'de' }
    const reason = failed
      ? `Failed to pass the rubric: total 0.500, threshold 1.000.\n  asked     ${text(at, 20)}\n  expected  "${text(at + 1, 20)}"\n  received  "${text(at + 2, 30)}"\n  lost      ${['format', 'order', 'right element'][(at % 7) % 3]} 2 of 4 points: ${text(at, 6)}`
      : undefined
    items.push({
      suite: 'made',
      item,
      task: `task-${at % 8}`,
      trial: 0,
      status: failed ? 'failed' : 'passed',
      tags,
      scores: { total: failed ? 0.5 : 1, format: 1 },
      threshold: 1,
      reason,
    })
    const question = { role: 'user', content: text(at, 150) }
    const answer = text(at + 5, 80)
    calls.push({
      suite: 'made',
      item,
      role: 'candidate',
      call: 'answer-0',
      trial: 0,
      content: answer,
      model: 'm',
      ms: 9,
      attempts: 1,
      messages: [question],
    })
    calls.push({
      suite: 'made',
      item,
      role: 'candidate',
      call: 'answer-1',
      trial: 0,
      content: text(at + 9, 80),
      model: 'm',
      ms: 9,
      attempts: 1,
      messages: [question, { role: 'assistant', content: answer }, { role: 'user', content: text(at + 6, 40) }],
    })
  }
  const lines = (values) => values.map((value) => `${JSON.stringify(value)}\n`).join('')
  writeFileSync(folder.items, lines(items))
  writeFileSync(folder.calls, lines(calls))
  const failed = items.filter(({ status }) => status === 'failed').length
  writeFileSync(
    folder.scores,
    JSON.stringify({
      schema: 'holdfast.scores/1',
      run: {
        id: 'wren-0001',
        startedAt: '2026-11-22T09:05:00.000Z',
        finishedAt: '2026-11-22T09:06:00.000Z',
        version: '0',
        seed: 0,
        partial: false,
        roles: { candidate: { model: 'm', simulated: false } },
        data: { made: { source: 'made', sha256: '00', items: ITEMS } },
      },
      suites: {
        made: {
          items: ITEMS,
          passed: ITEMS - failed,
          failed,
          unscored: 0,
          error: 0,
          skipped: 0,
          metrics: { score: { value: 0.8, n: ITEMS, ci95: [0.79, 0.81] } },
        },
      },
      usage: {},
      gates: [],
      exitCode: 0,
    }),
  )
  return folder
}

/** Lines with what was measured. */
export async function measurePage() {
  const lines = []
  const temporary = mkdtempSync(join(tmpdir(), 'holdfast-page-'))
  const folder = process.env.HOLDFAST_BENCH_RUN ? runFolder(process.env.HOLDFAST_BENCH_RUN) : madeRun(temporary)
  const started = performance.now()
  await writePage(folder, { root: folder.path, views: () => ({}) })
  const data = join(folder.path, 'data')
  const files = existsSync(data) ? readdirSync(data).map((name) => statSync(join(data, name)).size) : []
  lines.push(
    `  written in ${Math.round(performance.now() - started)} ms, index.html ${megabytes(statSync(folder.page).size)}, data ${megabytes(files.reduce((sum, size) => sum + size, 0))} in ${files.length} files, largest ${megabytes(Math.max(0, ...files))}`,
  )

  const executablePath =
    process.env.CHROMIUM ?? execFileSync('sh', ['-c', 'command -v chromium || command -v google-chrome'], { encoding: 'utf8' }).trim()
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
  const opened = []
  const filtered = new Map(FILTERS.map((filter) => [filter, []]))
  const items = []
  for (let time = 0; time < TIMES; time += 1) {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
    const before = performance.now()
    await page.goto(`file://${folder.page}#items`)
    await page.locator('.row').first().waitFor()
    opened.push(performance.now() - before)
    await page.waitForTimeout(1500)
    for (const filter of FILTERS) {
      // Until the next frame is on the screen.
      const took = await page.evaluate(
        (hash) =>
          new Promise((resolve) => {
            const from = performance.now()
            window.addEventListener('hashchange', () => requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - from))), {
              once: true,
            })
            location.hash = hash
          }),
        `#items?${filter}`,
      )
      filtered.get(filter).push(took)
    }
    const from = performance.now()
    await page.evaluate(() => {
      location.hash = '#items'
    })
    await page.locator('.row').nth(3).click()
    await page.locator('.timeline .step').first().waitFor()
    items.push(performance.now() - from)
    await page.close()
  }
  await browser.close()
  lines.push(`  open to the list: median ${Math.round(median(opened))} ms of ${TIMES} (${opened.map(Math.round).join(', ')})`)
  for (const [filter, times] of filtered) lines.push(`  filter ${filter}: median ${median(times).toFixed(1)} ms`)
  lines.push(`  open an item: median ${Math.round(median(items))} ms`)
  rmSync(temporary, { recursive: true, force: true })
  return lines
}
