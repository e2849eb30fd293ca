import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { jsonHash } from '../../src/core/base/jsonHash.ts'
import { packageRoot } from '../../src/core/base/packageRoot.ts'
import { FORMS, KINDS, shardedOptions } from '../../suites/sharded/names.ts'
import { isAttempt, messagesOf, openItems, shardedFloor, shardedRubric } from '../../suites/sharded/openSuite.ts'
import { shardedSuite } from '../../suites/sharded/suite.ts'
import { wrongAnswer } from '../../suites/sharded/wrong.ts'

const { tasks, items } = openItems('bundled', shardedOptions.parse({}))
const totalOf = (task: (typeof tasks)[number], answer: string) => shardedRubric(task).grade(answer).total

test('there are sixty or more, ten or more of each kind', () => {
  expect(tasks.length).toBeGreaterThanOrEqual(60)
  for (const kind of KINDS) expect(tasks.filter((task) => task.kind === kind).length, kind).toBeGreaterThanOrEqual(10)
})

/** The demands that a scoring version holds tasks against. Who changes them raises `scoring` (CONTRIBUTING.md, Changes) and this hash. */
const SCORED = { scoring: 4, sha256: 'a463a5d0cf7e513377186e3b41838f3bca5471ccbe48f33babf9fa158929d0a4' }

test('the demands are those of the scoring version: the hash of the data leaves them out', () => {
  const demands = tasks.map(({ id, demands }) => [id, demands])
  expect({ scoring: shardedSuite.scoring, sha256: jsonHash(demands) }).toEqual(SCORED)
})

test('the page names every form that there is', () => {
  const page = readFileSync(join(packageRoot, 'docs', 'suites', 'sharded.md'), 'utf8')
  const [, forms] = /`HOLDFAST_SHARDED_FORMS=([a-z,]+)`/.exec(page) ?? []
  expect(shardedOptions.parse({ forms }).forms).toEqual([...FORMS])
})

/** Numbers and quoted texts of a text. */
const factsOf = (text: string) => [...new Set(text.match(/\d[\d.,:]*\d|\d|"[^"]+"/g) ?? [])].sort()

describe.each(tasks.map((task) => [task.id, task] as const))('%s', (_id, task) => {
  test('gives its reference full marks, also with talk around it', () => {
    expect(totalOf(task, task.reference)).toBe(1)
    expect(totalOf(task, `Here it is:\n\n\`\`\`\n${task.reference}\n\`\`\`\n\nLet me know if you want changes.`)).toBe(1)
    expect(totalOf(task, `Here it is:\n\n${task.reference}\n\nLet me know if you want changes.`)).toBe(1)
  })

  test('gives a wrong answer the floor, below full marks, and silence or a question nothing', () => {
    expect(totalOf(task, wrongAnswer(task))).toBe(shardedFloor(task).total)
    expect(shardedFloor(task).total).toBeLessThan(1)
    for (const nothing of ['', 'Noted.', 'What else do you need?']) expect(totalOf(task, nothing), nothing).toBe(0)
  })

  test('says the same numbers and quotations whole and in pieces', () => {
    expect(factsOf(task.shards.join('\n'))).toEqual(factsOf(task.full))
    const [concat] = items.filter((item) => item.task === task && item.form === 'concat').map(messagesOf)
    for (const shard of task.shards) expect(concat?.[0]).toContain(`- ${shard}`)
  })

  test('tells all pieces once more at the end, or in each turn those before it', () => {
    const said = (form: 'recap' | 'snowball') => messagesOf({ id: '', form, task })
    const [recap, snowball] = [said('recap'), said('snowball')]
    expect(recap.slice(0, -1)).toEqual(task.shards)
    expect(snowball).toHaveLength(task.shards.length)
    const points = (message: string | undefined) =>
      (message ?? '').split('\n').flatMap((line) => (line.startsWith('- ') ? [line.slice(2)] : []))
    expect(points(recap.at(-1))).toEqual(task.shards)
    for (const [index, message] of snowball.entries()) {
      expect(points(message)).toEqual(task.shards.slice(0, index))
      expect(message.endsWith(task.shards[index] ?? '?')).toBe(true)
    }
  })

  test('takes reference and wrong answer for attempts, and a question back for none', () => {
    expect([task.reference, wrongAnswer(task)].map((answer) => isAttempt(task, answer))).toEqual([true, true])
    // Where the answer itself must end in a question, the form cannot tell.
    const endsInQuestion = task.reference.endsWith('?')
    expect(isAttempt(task, 'Happy to help with that. What should it look like, and when do you need it?')).toBe(endsInQuestion)
    expect(isAttempt(task, '')).toBe(false)
  })
})
