import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { holdfastHere } from '../../../../test/command.ts'
import { temporaryFolder } from '../../../../test/temporaryFolder.ts'
import { type ForeignLogs, foreignLogs } from '../../../running/tool.ts'
import { readChats } from '../chat/readChats.ts'

const CHAT = [
  { role: 'user', content: 'My name is Jane Miller, jane@lampmail.org. Prices in euros, please.\nRegards,\nKim Oda' },
  { role: 'assistant', content: 'Gladly, Jane.' },
  { role: 'user', content: 'And the brass lamp?' },
  { role: 'assistant', content: 'It costs 40 $.' },
  { role: 'user', content: 'My phone is +44 20 7946 0958.' },
]
const EUROS = ['--turn', '2', '--criterion', 'gives the price in euros']

/** The command on a file of this text. */
function importing(content: unknown, name = 'support.json') {
  const root = temporaryFolder()
  writeFileSync(join(root, name), typeof content === 'string' ? content : JSON.stringify(content))
  const written = join(root, 'support.eval.ts')
  return {
    written,
    run: (...args: readonly string[]) => holdfastHere(['data', 'import-chat', name, ...args], root),
    text: () => readFileSync(written, 'utf8'),
  }
}

describe('holdfast data import-chat', () => {
  test.each([
    ['a list of messages', CHAT],
    ['an object with messages', { model: 'm', messages: CHAT }],
  ])('lists the turns of %s with their numbers, without personal data, and says what is next', async (_, content) => {
    const { code, stdout } = await importing(content).run()
    expect(code).toBe(0)
    expect(stdout).toMatch(/^ +1 {2}My name is Person1, person1@exampl….*Gladly, Person1\.$/m)
    expect(stdout).toMatch(/^ +2 {2}And the brass lamp\? +It costs 40 \$\.$/m)
    expect(stdout).toMatch(/^ +3 .*\(no answer\)$/m)
    expect(stdout).toContain("npx holdfast data import-chat support.json --turn '<number>' --criterion")
    expect(stdout).not.toMatch(/Jane|7946/)
  })

  test('writes the test of a turn, and names personal data with its turns', async () => {
    const { run, text } = importing(CHAT)
    const { code, stdout } = await run(...EUROS)
    expect([code, stdout]).toEqual([0, expect.stringContaining('made  support.eval.ts')])
    expect(stdout).toMatch(/^ 1 +name +Ja… +Person1$/m)
    expect(stdout).toMatch(/^ 1 +e-mail address +ja… +person1@example\.com$/m)
    expect(stdout).toContain('npx holdfast shrink latest turn-2')
    expect(text()).toContain('user: "My name is Person1, person1@example.com. Prices in euros, please.\\nRegards,\\nPerson2"')
    expect(text()).toContain('wrong: "It costs 40 $."')
    // What comes after the turn that went wrong is not part of it.
    expect(text()).not.toMatch(/Jane|jane|7946|phone/)
  })

  test('a name that is said after the turn is replaced in it too, and in the name of the file', async () => {
    const later = [...CHAT.slice(2), { role: 'user', content: 'My name is Brass Lampe.' }]
    const { run, written } = importing(later, 'lampe-brass@lampmail.org.json')
    expect((await run('--turn', '1', '--criterion', 'x', '--out', 'a.eval.ts')).code).toBe(0)
    const { stdout } = await run('--turn', '1', '--criterion', 'x')
    expect(readFileSync(written.replace('support', 'a'), 'utf8')).not.toMatch(/lamp(?:e|mail)/i)
    expect(stdout).toContain('made  person1-example.com.eval.ts')
  })

  test('--keep-personal writes it as it is, and still names it', async () => {
    const { run, text } = importing(CHAT)
    const { stdout } = await run(...EUROS, '--keep-personal')
    expect(stdout).toMatch(/^ 1 +name +Ja… +as it is$/m)
    expect(text()).toContain('My name is Jane Miller, jane@lampmail.org.')
  })

  test('nothing that a file says becomes code, a command or a colour', async () => {
    const hostile = '"}] }); process.exit(9) // `$` \u2028x()\u001b[31m</script>'
    const { run, text } = importing([
      { role: 'system', content: hostile },
      { role: 'user', content: hostile },
      { role: 'assistant', content: hostile },
    ])
    expect((await run()).stdout).not.toContain('\u001b')
    expect((await run('--turn', '1', '--criterion', hostile)).code).toBe(0)
    for (const unsafe of ['\u001b', '\u2028']) expect(text()).not.toContain(unsafe)
    const lines = text()
      .split('\n')
      .filter((line) => line.includes('process.exit'))
    expect(lines).toHaveLength(4)
    for (const line of lines) expect(JSON.parse(/"(?:[^"\\]|\\.)*"/.exec(line)?.[0] ?? '')).toBe(hostile)
  })

  test.each([
    [
      'a turn that is not there',
      ['--turn', '9', '--criterion', 'x'],
      'has 3 turns and no turn 9. List them with npx holdfast data import-chat support.json.',
    ],
    ['a turn without an answer', ['--turn', '3', '--criterion', 'x'], 'turn 3 has no answer'],
    ['no criterion', ['--turn', '2'], 'nothing says what a right answer to turn 2 does. Add it: --criterion'],
    ['a conversation that is not there', ['second', '--turn', '2'], 'Failed to choose "second": the file has no such conversation.'],
  ])('%s is exit 2, and nothing is written', async (_, args, message) => {
    const { run, written } = importing(CHAT)
    const { code, stderr } = await run(...args)
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)])
    expect(existsSync(written)).toBe(false)
  })

  test('a file that exists is not written over', async () => {
    const { run, written } = importing(CHAT)
    writeFileSync(written, 'mine')
    const { code, stderr } = await run(...EUROS)
    expect([code, stderr]).toEqual([2, expect.stringContaining('support.eval.ts exists. Name another file with --out.')])
    expect(readFileSync(written, 'utf8')).toBe('mine')
  })

  test('of several conversations it lists the names, and takes a name or a number', async () => {
    const lines = [CHAT, CHAT.slice(2)].map((messages) => JSON.stringify({ messages })).join('\n')
    const { run } = importing(lines, 'support.jsonl')
    const { stdout } = await run()
    expect(stdout).toMatch(/^ +1 {2}1 +5$/m)
    expect((await run('2')).stdout).toMatch(/^ +1 {2}And the brass lamp\?/m)
  })

  test('a number is that of the list, also where names are numbers; a number out of the list may be a name', async () => {
    const conversations = async () => ['7', '1'].map((name, at) => ({ name, messages: CHAT.slice(at === 0 ? 0 : 2) }))
    vi.spyOn(foreignLogs, 'open').mockResolvedValue({ isLog: () => true, conversations } as unknown as ForeignLogs)
    onTestFinished(() => void vi.restoreAllMocks())
    const { run } = importing(CHAT)
    expect((await run('1')).stdout).toMatch(/^ +1 {2}My name is/m)
    expect((await run('7')).stdout).toMatch(/^ +1 {2}My name is/m)
    expect((await run('2')).stdout).toMatch(/^ +1 {2}And the brass/m)
  })

  test.each([
    ['no JSON', '{"messages": [', /^Failed to read support\.json: /],
    ['deep nesting', `${'['.repeat(3000)}${']'.repeat(3000)}`, /^Failed to read support\.json: it is nested over 200 deep/],
    ['something else', { hello: 1 }, /^Failed to read support\.json: it is no conversation\. Give a list of messages/],
    ['null', null, /^Failed to read support\.json: it is no conversation/],
    ['messages that are none', { messages: [1] }, /^Failed to read support\.json, messages, field 0: /],
    [
      'a trace of another form',
      { resourceSpans: [{ scopeSpans: [{ spans: [7] }] }] },
      /^Failed to read support\.json, field resourceSpans\.0\.scopeSpans\.0\.spans\.0: /,
    ],
    ['a trace without messages', { resourceSpans: [] }, /^Failed to read support\.json: no call in it has messages/],
  ])('a file of %s is exit 1 with its place', async (_, content, message) => {
    const { code, stderr } = await importing(content).run()
    expect([code, stderr]).toEqual([1, expect.stringMatching(message)])
  })

  test('a log of another program is read by who knows it', async () => {
    const conversations = async () => [{ name: 'q1', messages: CHAT }]
    vi.spyOn(foreignLogs, 'open').mockResolvedValue({ isLog: () => true, conversations } as unknown as ForeignLogs)
    expect(await readChats('log.eval')).toEqual([{ name: 'q1', messages: CHAT, where: 'log.eval, sample q1' }])
  })
})
