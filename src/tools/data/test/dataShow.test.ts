import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { holdfastHere } from '../../../../test/command.ts'
import { temporaryFolder } from '../../../../test/temporaryFolder.ts'

test('data show writes all that it prints as markdown and as tables too', async () => {
  const folder = temporaryFolder()
  for (const [args, says] of [
    [['llmbar'], '| Natural | 50 |'],
    [[], '| llmbar | 13 |'],
  ] as const) {
    expect(await holdfastHere(['data', 'show', ...args, '--out', 'shown.md'], folder)).toMatchObject({ code: 0 })
    expect(readFileSync(join(folder, 'shown.md'), 'utf8')).toContain(says)
    expect(await holdfastHere(['data', 'show', ...args, '--out', 'shown.csv'], folder)).toMatchObject({ code: 0 })
    expect(readFileSync(join(folder, 'shown.csv'), 'utf8')).toMatch(/^(?:Natural,50|llmbar,13,)/m)
  }
})
