import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectOf } from './ownProject.ts'

const FILES: Readonly<Record<string, string>> = {
  'vitest.config.ts': `import { holdfast } from 'holdfast/plugin'
const concurrency = Number(process.env.AT_ONCE ?? 1)
export default { plugins: [holdfast({ model: process.env.MODEL ?? 'module:./agent.ts#ask', cache: 'off', concurrency })], test: { include: ['*.eval.ts'] } }`,
  'agent.ts': `import { appendFileSync, existsSync } from 'node:fs'
export const ask = async (messages, { item }) => {
  appendFileSync('asked.log', item.id + '\\n')
  while (process.env.HOLD && !existsSync('go')) await new Promise((resolve) => setTimeout(resolve, 20))
  await new Promise((resolve) => setTimeout(resolve, Number(process.env.WAIT ?? 0)))
  return 'yes' + '!'.repeat(Number(process.env.LENGTH ?? 0))
}`,
  'yes.eval.ts': `import { benchmark, criterion, rubric } from 'holdfast'
const items = Array.from({ length: Number(process.env.ITEMS ?? 8) }, (_, index) => ({ id: 'item-' + (index + 1) }))
benchmark('yes', { items }, async ({ id }, { candidate, expect }) => {
  await expect(await candidate.ask(id)).toPassRubric(rubric([criterion('says yes', { check: /yes/ })]))
})`,
}

/**
 * A project whose items ask an application that answers yes, and which notes what it was asked. `ITEMS` says how many there
 * are, `AT_ONCE` how many are asked at once, `WAIT` how many milliseconds an answer takes, `HOLD` that it waits until the test lets it go, `LENGTH` how long
 * it is, and `MODEL` names another model.
 */
export function slowYes() {
  const root = projectOf(FILES)
  const log = join(root, 'asked.log')
  return {
    root,
    /** Lets go the answers that are held back. */
    letGo: () => writeFileSync(join(root, 'go'), ''),
    /** Items that the application was asked, in order. */
    asked: () => (existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : []),
    /** Counts of the suite in a run of the project. */
    scores: (run: string) => JSON.parse(readFileSync(join(root, run, 'scores.json'), 'utf8')).suites.yes,
  }
}

/** Ids of so many items, as they sort. */
export function itemIds(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `item-${index + 1}`).sort()
}
