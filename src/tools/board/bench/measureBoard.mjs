// Opens the page of a board of 10 models and 3,000 items in a headless browser: its size, time to the list, time of a filter.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright-core'

import { boardSuite } from '../../../../bench/build/src/tools/board/board.js'
import { writeBoardPage } from '../../../../bench/build/src/tools/board/boardCommand.js'
import { madeBoard } from './madeBoard.mjs'

const ITEMS = 3000
const MODELS = 10
const TIMES = 7
const FILTERS = ['slice=length%3D8k', 'one=A&other=J', 'text=item-99', 'text=task-3&one=B&sort=spread', 'sort=against', 'suite=second']

const median = (values) => [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)]

/** Lines with what was measured. */
export async function measureBoard() {
  const lines = []
  const temporary = mkdtempSync(join(tmpdir(), 'holdfast-board-'))
  const path = join(temporary, 'board.html')
  const labels = Array.from({ length: MODELS }, (_, at) => `openai:example-model-${at}-instruct`)
  const started = performance.now()
  const suites = madeBoard({ boardSuite }, labels, ITEMS)
  const separated = performance.now()
  writeBoardPage(
    path,
    suites,
    labels.map((_, at) => ({ name: `run-${at}`, page: join(temporary, `run-${at}`, 'index.html') })),
  )
  lines.push(
    `  two suites of ${MODELS} models and ${ITEMS} items: made and separated in ${Math.round(separated - started)} ms, written in ${Math.round(performance.now() - separated)} ms, ${(statSync(path).size / 1e6).toFixed(2)} MB`,
  )
  const executablePath =
    process.env.CHROMIUM ?? execFileSync('sh', ['-c', 'command -v chromium || command -v google-chrome'], { encoding: 'utf8' }).trim()
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
  const opened = []
  const filtered = new Map(FILTERS.map((filter) => [filter, []]))
  for (let time = 0; time < TIMES; time += 1) {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
    const before = performance.now()
    await page.goto(`file://${path}`)
    await page.locator('table.separating tbody tr').first().waitFor()
    opened.push(performance.now() - before)
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
        `#separating?${filter}`,
      )
      filtered.get(filter).push(took)
    }
    await page.close()
  }
  await browser.close()
  lines.push(`  open to the list: median ${Math.round(median(opened))} ms of ${TIMES} (${opened.map(Math.round).join(', ')})`)
  for (const [filter, times] of filtered) lines.push(`  filter ${filter}: median ${median(times).toFixed(1)} ms`)
  rmSync(temporary, { recursive: true, force: true })
  return lines
}
