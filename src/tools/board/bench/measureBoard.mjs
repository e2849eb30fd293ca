// Makes and writes the page of a board of 10 models and 3,000 items: how long it takes, and its size.
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { boardPage } from '../../../../bench/build/src/tools/board/page/boardPage.js'
import { madeBoard } from '../../../../bench/build/src/tools/board/test/madeBoard.js'

const ITEMS = 3000
const MODELS = 10

/** Lines with what was measured. */
export function measureBoard() {
  const temporary = mkdtempSync(join(tmpdir(), 'holdfast-board-'))
  const path = join(temporary, 'board.html')
  const labels = Array.from({ length: MODELS }, (_, at) => `openai:example-model-${at}-instruct`)
  const started = performance.now()
  const suites = madeBoard(labels, ITEMS)
  const separated = performance.now()
  const runs = labels.map((_, at) => ({ name: `run-${at}`, page: join(temporary, `run-${at}`, 'index.html') }))
  writeFileSync(path, boardPage(path, suites, runs))
  const written = performance.now()
  const size = statSync(path).size / 1e6
  rmSync(temporary, { recursive: true, force: true })
  return [
    `  two suites of ${MODELS} models and ${ITEMS} items: made and separated in ${Math.round(separated - started)} ms, written in ${Math.round(written - separated)} ms, ${size.toFixed(2)} MB`,
  ]
}
