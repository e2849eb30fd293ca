import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { packageRoot } from '../../src/core/base/packageRoot.ts'
import { runVitest } from '../run.ts'
import { projectOf } from './ownProject.ts'

const guide = readFileSync(join(packageRoot, 'docs', 'guides', 'test-an-application.md'), 'utf8')

/** Files that the section on simulated users shows, by the name in their first line. */
const section = guide.split('\n## A simulated user\n')[1]?.split('\n## ')[0] ?? ''
const files = Object.fromEntries(
  [...section.matchAll(/```ts\n\/\/ (\S+)\n([\s\S]*?)```/g)].map(([, name = '', code = '']) => [name, code] as const),
)

describe("the guide's test of a bot with planted faults", () => {
  let root = ''
  beforeAll(() => {
    root = projectOf(files)
  })
  const runWith = async (fault: string | undefined) => {
    const { code, stdout, stderr } = await runVitest([], { cwd: root, env: { ...(fault && { BOT_FAULT: fault }), CI: '1', NO_COLOR: '1' } })
    return { code, text: stdout + stderr }
  }

  test('passes without a fault', async () => {
    const { code, text } = await runWith(undefined)
    expect(code, text).toBe(0)
  })

  // Turns by the rules of the bot: order number, day and address are asked for in turns 1 to 3.
  test.each([
    ['forgets', 'asks for nothing that it was told', 4, 'What is your order number?'],
    ['promises', 'promises no money before it knows the order', 1, 'You will get your money back.'],
    ['misdirects', 'writes to no other address', 4, 'lind@example.org'],
  ])('finds %s, and names rule and turn', async (fault, rule, turn, said) => {
    const { code, text } = await runWith(fault)
    expect(code).toBe(1)
    expect(text).toContain('Failed to hold in every turn: total 0.667')
    expect(text).toContain(`lost      ${rule}`)
    const line = text.split('\n').find((entry) => entry.includes(`turn ${turn}: `))
    expect(line).toContain(said)
  })
})
