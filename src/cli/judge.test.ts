import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
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
