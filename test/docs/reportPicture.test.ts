import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { packageRoot } from '../../src/core/base/packageRoot.ts'
import { findBrowser } from '../e2e/pageRun.ts'
import { run } from '../run.ts'
import { isLong } from '../shared.ts'

const FOLDER = join(packageRoot, 'docs', 'pictures')

describe.each(['report.png', 'report-dark.png'])('docs/pictures/%s', (name) => {
  const picture = readFileSync(join(FOLDER, name))

  test('is the first screen of 1280 by 720, in less than 150 kB', () => {
    // The header of a PNG begins at its byte 16.
    expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([1280, 720])
    expect(picture.length).toBeLessThan(150_000)
  })
})

test('what the pictures show is said to be simulated, and says that a gate is broken', () => {
  const text = readFileSync(join(FOLDER, 'report.txt'), 'utf8')
  expect(text).toMatch(/simulated/i)
  expect(text).toMatch(/broken|do not release/i)
})

const path = findBrowser()

// A run and a browser: the page of today shows what the pictures do.
test.runIf(isLong && path !== undefined)(
  'the page still shows the text of the pictures (npm run docs:picture takes them again)',
  async () => {
    const { code, stderr } = await run(process.execPath, ['scripts/reportPicture.mjs', '--check'], { env: { CHROMIUM: path } })
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  },
)
