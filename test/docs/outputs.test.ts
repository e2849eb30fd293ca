import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { packageRoot } from '../../src/core/base/packageRoot.ts'
import { isLong } from '../shared.ts'
import { pages } from './codeBlocks.ts'
import { pageSteps, partOf } from './outputBlock.ts'
import { withRealOutput } from './pageSession.ts'
import { shellCommands } from './shellCommand.ts'
import { steadyOutput } from './steadyOutput.ts'

/** `npm run docs` writes the blocks anew instead. */
const isWriting = process.env.WRITE_DOCS === '1'

const told = pages()
  .map((file) => ({ file, text: readFileSync(join(packageRoot, file), 'utf8') }))
  .filter(({ file, text }) => pageSteps(file, text).some(({ kind }) => kind === 'command'))

describe('what a page says a command prints', () => {
  test('is on several pages', () => expect(told.map(({ file }) => file)).toEqual(expect.arrayContaining(['README.md', 'docs/start.md'])))

  // The first pages that somebody reads; all of them in the long run, and where they are written anew.
  const tried = told.filter(({ file }) => isLong || isWriting || /^(?:README|docs\/start|skills\/)/.test(file))

  test.each(tried)('$file: what its commands print is what it shows', async ({ file, text }) => {
    const real = await withRealOutput(file, text)
    if (isWriting) writeFileSync(join(packageRoot, file), real)
    else expect(text, 'npm run docs writes it anew').toBe(real)
  })

  test.each(told)('$file: a command of which the output is shown can be read on the page', ({ file, text }) => {
    const readable = [...text.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].flatMap(([, code = '']) => shellCommands(code).map((one) => one.text))
    const shown = pageSteps(file, text).flatMap((step) => (step.kind === 'command' && step.shown ? [step.text] : []))
    expect(shown.filter((command) => !readable.includes(command))).toEqual([])
  })
})

const PAGE = `
\`\`\`ts
// a.test.ts
test('a')
\`\`\`

<!-- run: npx holdfast compare latest --keep main -->

<!-- output, exit 1, lines "Error: x" to "lost"; "open": HOLDFAST_MODEL=sim:null npx vitest run a -->

\`\`\`
old
\`\`\`

\`\`\`sh
npx vitest run a
\`\`\`
`

describe('a page is read as', () => {
  test('files and commands in its order', () => {
    const [file, run, output] = pageSteps('page.md', PAGE)
    expect(file).toEqual({ kind: 'file', name: 'a.test.ts', code: "// a.test.ts\ntest('a')\n" })
    expect(run).toEqual({ kind: 'command', text: 'npx holdfast compare latest --keep main', exitCode: 0 })
    expect(output).toMatchObject({
      text: 'HOLDFAST_MODEL=sim:null npx vitest run a',
      exitCode: 1,
      shown: {
        code: 'old\n',
        line: 9,
        part: {
          pieces: [
            { from: 'Error: x', to: 'lost' },
            { from: 'open', to: 'open' },
          ],
        },
      },
    })
    const { start, end } = (output as { shown: { start: number; end: number } }).shown
    expect(PAGE.slice(start, end)).toBe('old\n')
  })

  test('an error where no block follows', () =>
    expect(() => pageSteps('page.md', '\n<!-- output: npx vitest run -->\n')).toThrow('page.md:2'))
})

describe('the part of an output', () => {
  const output = 'one\ntwo\nthree\nfour\nfive\n'
  const pieces = (...all: readonly (readonly [string, string])[]) => ({ pieces: all.map(([from, to]) => ({ from, to })) })

  test('is all of it, its end, or the lines that are named, with a mark where some are left out', () => {
    expect(partOf(output, pieces())).toBe(output)
    expect(partOf(output, { last: 2, pieces: [] })).toBe('four\nfive\n')
    expect(partOf(output, pieces(['two', 'three'], ['five', 'five']))).toBe('two\nthree\n …\nfive\n')
    expect(partOf(output, pieces(['two', 'two'], ['three', 'three']))).toBe('two\nthree\n')
  })

  test('of lines that were not printed is an error', () => {
    expect(() => partOf(output, pieces(['six', 'six']))).toThrow('six')
    expect(() => partOf(output, pieces(['three', 'two']))).toThrow('"three" to "two"')
  })
})

test('names of runs, times, folders and progress are steady', () => {
  const printed = `
 \u001b[1mholdfast\u001b[22m 0.1.0 · lifbench     run heron-0412

 out         reports/runs/2026-12-31T2359-heron-0412
  10 %  94/934 items  0:03 gone, about 0:36 left
  20 %  187/934 items  0:04 gone
 100 %  934/934 items  0:10 gone
   Start at  16:21:34
   Duration  37.09s (transform 1s)
 ✓ a.test.ts (1 test) 170ms
 made 2026-12-31 in /tmp/x/reports

`
  expect(steadyOutput(printed, '/tmp/x')).toBe(` holdfast 0.1.0 · lifbench      run wren-1234

 out         reports/runs/2026-11-02T0900-wren-1234
 100 %  934/934 items  0:01 gone
   Start at  09:00:00
   Duration  1.00s
 ✓ a.test.ts (1 test) 100ms
 made 2026-11-02 in /home/you/shop/reports
`)
})
