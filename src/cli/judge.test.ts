import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { holdfastHere } from '../../test/command.ts'
import { temporaryFolder } from '../../test/temporaryFolder.ts'

test('judge counts the files of labels, and names one that is no JSON with its line', async () => {
  const root = temporaryFolder()
  const folder = join(root, 'reports', 'labels')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'good.jsonl'), '{"id":"a","judge":1}\n')
  const good = await holdfastHere(['judge'], root)
  expect(good).toMatchObject({ code: 0, stdout: expect.stringContaining('1 file of labels') })
  expect(good.stdout).not.toContain('!')
  writeFileSync(join(folder, 'torn.jsonl'), '{"id":"a","judge":1}\n\n{"id":"b","jud\n')
  const { stdout } = await holdfastHere(['judge'], root)
  expect(stdout).toContain('2 files of labels')
  expect(stdout.replace(/\s+/g, ' ')).toMatch(/! Failed to read \S+torn\.jsonl, line 3: not JSON \(.*\)\. Mend or remove the line\./)
})

describe('judge, of labels', () => {
  const KEY = '{"suite":"s","item":"a","question":"q","kind":"k","probability":1}\n'
  const LABEL = '{"suite":"s","item":"a","question":"q","rater":"ann","value":1}\n'
  const after = async (files: Readonly<Record<string, string>>) => {
    const root = temporaryFolder()
    const folder = join(root, 'reports', 'labels')
    mkdirSync(folder, { recursive: true })
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
    return (await holdfastHere(['judge'], root)).stdout.replace(/\s+/g, ' ')
  }

  test('says to rate the page where nobody has saved a label', async () => {
    const stdout = await after({ 's-1.key.jsonl': KEY, 's-1-ann.html': '' })
    expect(stdout).toContain('no rater has saved a label yet.')
    expect(stdout).toContain('Next: open reports/labels/s-1-ann.html in a browser, rate, and put the saved file into reports/labels.')
    expect(stdout).not.toContain('judge measure')
    expect(await after({ 's-1.key.jsonl': KEY, 's-1-ann.html': '', 's-1-ben.html': '' })).toContain('open the pages of the raters')
  })

  test('names the step after the measure too, for nothing tells that it was made', async () => {
    const stdout = await after({ 's-1.key.jsonl': KEY, 's-1-ann.jsonl': LABEL, 's-1-ann.html': '' })
    expect(stdout).toContain('Next: npx holdfast judge measure reports/labels/*.jsonl --run <run>')
    expect(stdout).toContain('Then: npx holdfast merge <run> --out reports/runs/corrected')
  })
})
