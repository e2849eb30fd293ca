import { expect, test } from 'vitest'
import { readItems, runIn } from '../../../../test/e2e/fixtureRun.ts'
import { projectOf } from '../../../../test/e2e/ownProject.ts'
import { runHoldfast } from '../../../../test/run.ts'

/** A shop's chat: euros are asked for in turn 2, and shades are talked of in turn 3. */
const CHAT = [
  ['Hello.', 'Hello, what can I do?'],
  ['Prices in euros, please.', 'Gladly.'],
  ['Do you sell shades?', 'Yes, in linen.'],
  ['And stools?', 'No.'],
  ['What does the brass lamp cost?', 'It costs 40 $.'],
].flatMap(([user, assistant]) => [
  { role: 'user', content: user },
  { role: 'assistant', content: assistant },
])

/** Forgets euros once linen was talked of. It says what the conversation says, so that the simulated judge finds it wrong. */
const APP = `export const ask = (messages) => {
  const said = messages.map(({ content }) => content).join()
  return /euros/.test(said) && !/linen/.test(said) ? 'It costs 36 €.' : 'It costs 40 $.'
}`

test('a conversation becomes a test that fails, and its smallest case has the turn that makes it fail', async () => {
  const root = projectOf({
    'chat.json': JSON.stringify(CHAT),
    'app.ts': APP,
    'vitest.config.ts': `import { holdfast } from 'holdfast/plugin'
export default { plugins: [holdfast({ cache: 'off' })], test: { include: ['*.eval.ts'] } }`,
  })
  const env = { HOLDFAST_MODEL: 'module:./app.ts#ask', HOLDFAST_JUDGE: 'sim:judge' }
  const imported = await runHoldfast(['data', 'import-chat', 'chat.json', '--turn', '5', '--criterion', 'gives the price in euros'], {
    cwd: root,
  })
  expect(imported.code, imported.stderr).toBe(0)
  const wrong = await runIn(root, { args: ['chat.eval'], env: { ...env, HOLDFAST_MODEL: 'sim:wrong' } })
  const failed = await runIn(root, { args: ['chat.eval'], env })
  expect([wrong, failed].map((run) => readItems(run).map(({ item, status }) => [item, status]))).toEqual([
    [['turn-5', 'failed']],
    [['turn-5', 'failed']],
  ])
  const { code, stdout, stderr } = await runHoldfast(['shrink', failed.folder.path, 'turn-5', '--keep', 'turn-2'], { cwd: root, env })
  expect(code, stderr).toBe(0)
  expect(stdout.match(/^ (?:needed|kept|left out) +turn-\d/gm)).toEqual([
    ' left out  turn-1',
    ' kept      turn-2',
    ' needed    turn-3',
    ' left out  turn-4',
    ' kept      turn-5',
  ])
})
