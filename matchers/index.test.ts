import { beforeAll, describe, expect, test } from 'vitest'
import { HoldfastError } from '../src/core/base/errors.ts'
import { Dialogue } from '../src/judging/dialogue/dialogue.ts'
import { criterion, rubric } from '../src/judging/rubric/rubric.ts'
import { newScope, runInScope, type TestScope } from '../src/running/worker/itemScope.ts'
import { registerMatchers } from './index.ts'

beforeAll(registerMatchers)

const capital = rubric([criterion('names it', { check: /Paris/ })])
const FAILED = 'Failed to pass the rubric: total 0.000, threshold 1.000.\n  received  "Lyon"\n  lost      '

/** What a body throws or rejects with. */
async function thrownBy(body: () => unknown): Promise<Error> {
  try {
    await body()
  } catch (error) {
    return error as Error
  }
  return expect.unreachable('nothing was thrown')
}

describe('an option that there is not is refused, and does not count for nothing', () => {
  const dialogue = () => new Dialogue().given('Capital of France?', 'Paris.')
  // In JavaScript no type says so.
  const mistyped = { treshold: 0.5 } as never
  test.each<[string, () => unknown]>([
    ['toPassRubric', () => expect('Paris').toPassRubric(capital, mistyped)],
    ['toMaintainStance', () => expect(dialogue()).toMaintainStance({ stance: 'Paris', treshold: 0.5 } as never)],
    ['toSatisfyRefutation', () => expect(dialogue()).toSatisfyRefutation(mistyped)],
    ['toRetainAfterTurns', () => expect(dialogue()).toRetainAfterTurns(1, mistyped)],
    ['toHoldUnderPressure', () => expect(dialogue()).toHoldUnderPressure(1, mistyped)],
    ['toSustainInterview', () => expect(dialogue()).toSustainInterview(mistyped)],
    ['toBePreferredOver', () => expect('Paris').toBePreferredOver('Lyon', { instruction: 'Capital?', treshold: 0.5 } as never)],
    ['toKeepUpWith', () => expect(dialogue()).toKeepUpWith('Paris', capital, mistyped)],
  ])('%s', async (name, apply) => {
    const { message } = await thrownBy(apply)
    expect(message).toContain(`Failed to apply ${name}: there is no option "treshold".`)
  })

  test.each<[string, () => unknown]>([
    ['make the criterion "c"', () => criterion('c', mistyped)],
    ['make a rubric', () => rubric([criterion('c')], mistyped)],
    ['ask', () => dialogue().ask('And of Spain?', mistyped)],
    ['instruct', () => dialogue().instruct('Be brief.', mistyped)],
    ['refute', () => dialogue().refute('No.', mistyped)],
    ['press', () => dialogue().press('Lyon', mistyped)],
    ['distract', () => dialogue().distract(1, mistyped)],
  ])('%s', async (doing, make) => {
    const { message } = await thrownBy(make)
    expect(message).toContain(`Failed to ${doing}: there is no option "treshold".`)
  })

  test('is named with the one that is meant', async () => {
    const { message } = await thrownBy(() => expect('Paris').toPassRubric(capital, mistyped))
    expect(message).toBe(
      'Failed to apply toPassRubric: there is no option "treshold". Did you mean threshold? The options are threshold, reference.',
    )
  })
})

describe('in a plain test a matcher is an ordinary assertion', () => {
  test('that passes', async () => {
    await expect('Paris').toPassRubric(capital)
    await expect({ content: 'Paris' }).toPassRubric(capital)
  })

  test('that fails with the whole message', async () => {
    const error = await thrownBy(() => expect('Lyon').toPassRubric(capital))
    expect(error.message).toContain(FAILED)
  })

  test('that takes options', () => expect('Lyon').toPassRubric(capital, { threshold: 0 }))

  test('that .not turns round', async () => {
    await expect('Lyon').not.toPassRubric(capital)
    const error = await thrownBy(() => expect('Paris').not.toPassRubric(capital))
    expect(error.message).toMatch(/^Expected .*total 1\.000/)
  })

  test('that works on a promise of an answer', () => expect(Promise.resolve({ content: 'Paris' })).resolves.toPassRubric(capital))

  test('that tells a wrong subject', async () => {
    const error = await thrownBy(() => expect(7).toPassRubric(capital))
    expect(error.message).toContain('Failed to apply toPassRubric: expected a text')
  })
})

/** Runs a body in the scope of a test of ours. */
async function inScope(scored: boolean, body: (scope: TestScope) => Promise<void>): Promise<TestScope> {
  const scope = newScope(scored, { judge: () => expect.unreachable(), votes: 1 })
  await runInScope(scope, () => body(scope))
  return scope
}

describe('in a scored item a matcher records its verdict', () => {
  test('and does not throw, so that every matcher of the item reports', async () => {
    const { verdicts } = await inScope(true, async () => {
      await expect('Lyon').toPassRubric(capital)
      await expect('Paris').toPassRubric(capital)
    })
    expect(verdicts.map(({ passed }) => passed)).toEqual([false, true])
    expect(verdicts[0]?.message).toContain(FAILED)
  })

  test('turned round by .not', async () => {
    const { verdicts } = await inScope(true, async () => {
      await expect('Lyon').not.toPassRubric(capital)
      await expect('Paris').not.toPassRubric(capital)
    })
    expect(verdicts.map(({ passed }) => passed)).toEqual([true, false])
    expect(verdicts[1]?.message).toMatch(/^Expected .*total 1\.000/)
  })

  test('of its own item, among others that run at the same time', async () => {
    const scopes = await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        inScope(true, async () => {
          await new Promise((resolve) => setImmediate(resolve))
          await expect(`answer ${index}`).toPassRubric(rubric([criterion('is it', { check: new RegExp(`^answer ${index}$`) })]))
        }),
      ),
    )
    for (const { verdicts } of scopes) expect(verdicts.map(({ passed }) => passed)).toEqual([true])
  })
})

describe('a matcher is open until it is awaited', () => {
  test.each([true, false])('in a scored item or a plain test: scored %s', async (scored) => {
    await inScope(scored, async ({ open }) => {
      const asserted = expect('Paris').toPassRubric(capital)
      await new Promise((resolve) => setImmediate(resolve))
      expect([...open]).toEqual([{ matcher: 'toPassRubric' }])
      await asserted
      expect([...open]).toEqual([])
    })
  })

  test('also when it fails, without an unhandled rejection', async () => {
    const { open } = await inScope(false, async () => {
      void expect('Lyon').toPassRubric(capital)
      await new Promise((resolve) => setImmediate(resolve))
    })
    expect([...open]).toEqual([{ matcher: 'toPassRubric' }])
  })
})

describe('what would file a failure on the wrong test is refused', () => {
  test('expect.soft, which Vitest then files as a failure of the test', ({ task }) => {
    void expect.soft('Paris').toPassRubric(capital)
    const failures = task.result?.errors?.splice(0) ?? []
    // This failure is what was to be seen; it is not one of this test.
    if (task.result) task.result.state = 'run'
    expect(failures.map(({ message }) => message)).toEqual([
      'Failed to apply toPassRubric: expect.soft files failures on the wrong test. Use expect; all matchers of an item report anyway.',
    ])
  })

  test('use inside another matcher', async () => {
    const asymmetric = (expect as unknown as { toPassRubric(of: typeof capital): unknown }).toPassRubric(capital)
    const error = await thrownBy(() => expect({ answer: 'Paris' }).toEqual({ answer: asymmetric }))
    expect(error.message).toMatchInlineSnapshot(
      `"Failed to apply toPassRubric: it cannot be used inside another matcher. Write await expect(subject).toPassRubric(...)."`,
    )
  })
})

test.each(['toPassRubric', 'toMaintainStance', 'toHoldEveryTurn', 'toBePreferredOver', 'toKeepUpWith', 'toRetainAfterTurns'] as const)(
  '%s without arguments says what is missing',
  async (matcher) => {
    const dialogue = new Dialogue().given('Is 91 prime?', 'No.')
    const error = await thrownBy(() => (expect(dialogue)[matcher] as () => Promise<void>)())
    expect(error).toBeInstanceOf(HoldfastError)
    expect(error.message).toMatch(new RegExp(`^Failed to apply ${matcher}: `))
  },
)
