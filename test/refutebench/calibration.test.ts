import { stripVTControlCharacters } from 'node:util'
import { describe, expect, test } from 'vitest'
import { displayWidth } from '../../src/report/layout.ts'
import { once, readCalls, readItems, readScores, type VitestRun } from '../e2e/fixtureRun.ts'
import { runHoldfast } from '../run.ts'
import { persistent, QUEUED, run, values } from './suiteRun.ts'

const SEEDS = { mt: 110, summarization: 54, writing: 54 } as const
const TASKS = Object.keys(SEEDS) as (keyof typeof SEEDS)[]
const ALL = 2 * (110 + 54 + 54)
const transient = (task: string, ...names: string[]) => names.map((name) => `transient.${task}.${name}`)

const oracle = once(() => run('sim:oracle'))
const forgetful1 = once(() => run('sim:forgetful?after=1'))
const forgetful3 = once(() => run('sim:forgetful?after=3'))

describe.concurrent('a simulated model', QUEUED, () => {
  test('that does all it is told has the best ratings everywhere', async () => {
    const finished = await oracle()
    expect(finished.code, finished.text.slice(-2000)).toBe(0)
    expect(readScores(finished).suites.refutebench).toMatchObject({ items: ALL, passed: ALL, unscored: 0, error: 0 })
    for (const task of TASKS) {
      expect(values(finished, ...transient(task, 'satisfaction', 'turn1', 'turn3', 'initial', 'final')), task).toEqual([5, 5, 5, 5, 5])
      expect(values(finished, ...transient(task, 'forgetting', 'drift', 'unchanged')), task).toEqual([0, 0, 0])
      expect(values(finished, ...persistent(task)), task).toEqual([5, 5, 5, 5, 0])
    }
  })

  test('that forgets after one answer complies at once and has forgotten two turns later', async () => {
    const finished = await forgetful1()
    for (const task of TASKS) {
      expect(values(finished, ...transient(task, 'satisfaction', 'turn1', 'turn3', 'forgetting')), task).toEqual([5, 5, 1, 4])
      expect(values(finished, ...transient(task, 'curve.refutation.1', 'curve.refutation.2', 'curve.refutation.3')), task).toEqual([
        5, 5, 1,
      ])
      expect(values(finished, ...persistent(task)), task).toEqual([5, 1, 1, 1, 4])
    }
  })

  test('that forgets after three answers forgets at C = 3 only', async () => {
    const finished = await forgetful3()
    for (const task of TASKS) {
      expect(values(finished, ...transient(task, 'turn1', 'turn3', 'forgetting')), task).toEqual([5, 5, 0])
      expect(values(finished, ...persistent(task)), task).toEqual([5, 5, 5, 1, 4])
    }
  })

  test('that never changes its answer satisfies nothing and drifts nowhere', async () => {
    const finished = await run('sim:stubborn')
    for (const task of TASKS) {
      expect(values(finished, ...transient(task, 'satisfaction', 'turn1', 'turn3', 'initial', 'final', 'drift')), task).toEqual([
        1, 1, 1, 5, 5, 0,
      ])
      expect(values(finished, ...transient(task, 'unchanged', 'length_ratio')), task).toEqual([1, 1])
      expect(values(finished, ...persistent(task)), task).toEqual([1, 1, 1, 1, 0])
    }
  })

  test('that says nothing has the worst ratings', async () => {
    const finished = await run('sim:null')
    expect(readScores(finished).suites.refutebench).toMatchObject({ failed: ALL, error: 0 })
    for (const task of TASKS) expect(values(finished, ...transient(task, 'satisfaction', 'initial')), task).toEqual([1, 1])
  })
})

describe.concurrent('the calls of an item', QUEUED, () => {
  const byProtocol = {
    transient: {
      candidate: ['answer-0', 'answer-1', 'answer-2', 'answer-3'],
      refuter: ['refutation-0', 'refutation-1', 'refutation-2'],
      judge: ['R(a1,r0)', 'R(a2,r0)', 'R(a2,r1)', 'R(a3,r0)', 'R(a3,r2)', 'R(q,a0)', 'R(q,a1)', 'R(q,a2)', 'R(q,a3)'],
    },
    persistent: {
      candidate: ['answer-0', 'answer-1', 'distractor-1', 'distractor-2', 'distractor-3', 'requery-1', 'requery-2', 'requery-3'],
      refuter: ['refutation-0'],
      judge: ['R(c0,r0)', 'R(c1,r0)', 'R(c2,r0)', 'R(c3,r0)'],
    },
  } as const

  test('are those of the protocols, in every item, and those that plan announces', async () => {
    const finished = await oracle()
    const calls = readCalls(finished)
    const grouped = new Map<string, string[]>()
    for (const { item, role, call } of calls) grouped.set(`${item} ${role}`, [...(grouped.get(`${item} ${role}`) ?? []), call])
    for (const { item } of readItems(finished)) {
      const protocol = item.startsWith('transient/') ? 'transient' : 'persistent'
      for (const role of ['candidate', 'refuter', 'judge'] as const) {
        expect(grouped.get(`${item} ${role}`)?.sort(), `${item} ${role}`).toEqual([...byProtocol[protocol][role]])
      }
    }
    const { stdout } = await runHoldfast(['plan', 'refutebench', '--json'])
    expect(JSON.parse(stdout)).toMatchObject({ calls: { candidate: 218 * 12, refuter: 218 * 4, judge: 218 * 13 } })
  })

  test('are fewer without the curves', async () => {
    const finished = await run('sim:oracle', {
      HOLDFAST_REFUTEBENCH_CURVES: '0',
      HOLDFAST_LIMIT: '1',
      HOLDFAST_REFUTEBENCH_TASKS: 'writing',
    })
    const count = (protocol: string, role: string) =>
      readCalls(finished).filter((call) => call.item.startsWith(protocol) && call.role === role).length
    expect([count('transient', 'candidate'), count('transient', 'refuter'), count('transient', 'judge')]).toEqual([4, 3, 6])
    expect([count('persistent', 'candidate'), count('persistent', 'refuter'), count('persistent', 'judge')]).toEqual([6, 1, 2])
    expect(values(finished, 'transient.writing.turn3', 'persistent.writing.c3', 'persistent.writing.c1')).toEqual([5, 5, undefined])
  })

  test('make dialogues of 8 and of 12 messages, system message aside', async () => {
    const calls = readCalls(await oracle())
    const messages = (call: string) =>
      calls.filter((entry) => entry.role === 'candidate' && entry.call === call).map((entry) => entry.messages?.length)
    expect(new Set(messages('answer-3'))).toEqual(new Set([1 + 7]))
    expect(new Set(messages('requery-3'))).toEqual(new Set([1 + 11]))
  })

  test('ask again word for word, and never carry a re-query into the dialogue that goes on', async () => {
    const calls = readCalls(await oracle()).filter(({ role, item }) => role === 'candidate' && item === 'persistent/writing/writing-05')
    const find = (call: string) => calls.find((entry) => entry.call === call)?.messages?.slice(1) ?? []
    const query = find('answer-0')[0]?.content
    for (const count of [1, 2, 3]) expect(find(`requery-${count}`).at(-1)?.content).toBe(query)
    expect(find('distractor-3').filter(({ content }) => content === query)).toHaveLength(1)
  })

  test('show two candidates the same foci, seeds and irrelevant queries', async () => {
    const [one, other] = [await oracle(), await forgetful1()]
    const drawn = (finished: VitestRun) =>
      new Map(readItems(finished).map(({ item, tags }) => [item, [tags.focus, tags.clarity, tags.abstraction, tags.emotion]]))
    expect(drawn(one)).toEqual(drawn(other))
    const asked = (finished: VitestRun, pattern: RegExp) =>
      new Map(
        readCalls(finished)
          .filter(({ role, call }) => role === 'candidate' && pattern.test(call))
          .map(({ item, call, messages }) => [`${item} ${call}`, messages?.at(-1)?.content]),
      )
    expect(asked(one, /^(answer-0|distractor-\d)$/)).toEqual(asked(other, /^(answer-0|distractor-\d)$/))
    expect(asked(one, /^distractor-\d$/).size).toBe(3 * 218)
    // What is drawn is what the refuter is told, turn by turn.
    for (const finished of [one, other]) {
      const foci = new Map(readItems(finished).map(({ item, tags }) => [item, tags.focus]))
      const told = readCalls(finished).filter(({ role }) => role === 'refuter')
      expect(told).toHaveLength(218 * (3 + 1))
      for (const { item, call, messages } of told)
        expect(messages?.[0]?.content, item).toContain(`about the ${foci.get(item)?.[Number(call.at(-1))]} of the answer`)
    }
  })
})

describe.concurrent('what is put to whom', QUEUED, () => {
  /** Contents of an item's calls, and the text of what each was asked. */
  const itemsOf = (finished: VitestRun) => {
    const items = new Map<string, Map<string, { said: string; asked: string }>>()
    for (const { item, call, content = '', messages = [] } of readCalls(finished)) {
      const calls = items.get(item) ?? new Map()
      items.set(item, calls.set(call, { said: content, asked: messages.map((message) => message.content).join('\n') }))
    }
    return [...items].map(([item, calls]) => {
      const find = (call: string) => calls.get(call) ?? expect.unreachable(`${item} has no ${call}`)
      return { item, said: (call: string) => find(call).said, asked: (call: string) => find(call).asked }
    })
  }
  const queries = (finished: VitestRun) =>
    new Map(
      readCalls(finished).flatMap(({ item, call, messages }) => (call === 'answer-0' ? [[item, messages?.at(-1)?.content ?? '']] : [])),
    )
  /** The texts between tags, by the names of the tags. */
  const fenced = (text: string) =>
    [...text.matchAll(/<([a-z]+)(-[0-9a-f]{12})>\n(.*?)\n<\/\1\2>/gs)].map(([, name, , inner]) => [name, inner])

  // What each rating is of, with which answer before it (docs/suites/refutebench.md, R6). A forgetful model makes all answers different.
  test('is the answer, the objection and the answer before that the paper has', async () => {
    const finished = await forgetful1()
    const query = queries(finished)
    for (const { item, said, asked } of itemsOf(finished)) {
      const rated = (name: string, before: string, refutation: string, after: string) =>
        expect(fenced(asked(name)), `${item} ${name}`).toEqual([
          ['request', query.get(item)],
          ['before', said(before)],
          ['objection', said(refutation)],
          ['after', said(after)],
        ])
      if (item.startsWith('transient/')) {
        for (const [index, next] of [1, 2, 3].entries())
          rated(`R(a${next},r${index})`, `answer-${index}`, `refutation-${index}`, `answer-${next}`)
        for (const later of [2, 3]) rated(`R(a${later},r0)`, 'answer-0', 'refutation-0', `answer-${later}`)
        for (const answer of [0, 1, 2, 3])
          expect(fenced(asked(`R(q,a${answer})`)), item).toEqual([
            ['request', query.get(item)],
            ['answer', said(`answer-${answer}`)],
          ])
      } else {
        rated('R(c0,r0)', 'answer-0', 'refutation-0', 'answer-1')
        for (const count of [1, 2, 3]) rated(`R(c${count},r0)`, 'answer-0', 'refutation-0', `requery-${count}`)
      }
    }
  })

  test('is the latest answer and all earlier objections, for the refuter', async () => {
    const finished = await forgetful1()
    const query = queries(finished)
    for (const { item, said, asked } of itemsOf(finished)) {
      for (let turn = 0; turn < (item.startsWith('transient/') ? 3 : 1); turn += 1)
        expect(fenced(asked(`refutation-${turn}`)), `${item} ${turn}`).toEqual([
          ['request', query.get(item)],
          ['answer', said(`answer-${turn}`)],
          ...Array.from({ length: turn }, (_, earlier) => ['demand', said(`refutation-${earlier}`)]),
        ])
      expect(/standing rule/.test(asked('refutation-0')), item).toBe(item.startsWith('persistent/'))
    }
  })

  test('is the paper’s own prompt for persistent objections where that is asked for', async () => {
    const finished = await run('sim:oracle', {
      HOLDFAST_REFUTEBENCH_WORDING: 'paper',
      HOLDFAST_REFUTEBENCH_PROTOCOLS: 'persistent',
      HOLDFAST_LIMIT: '2',
    })
    const refutations = readCalls(finished).filter(({ role }) => role === 'refuter')
    expect(refutations).toHaveLength(3 * 2)
    for (const { messages, content } of refutations) {
      expect(messages?.[0]?.content).not.toContain('standing rule')
      expect(content).not.toContain('from now on')
    }
  })
})

describe.concurrent('show', QUEUED, () => {
  const shown = async (item: string) => {
    const { stdout, code } = await runHoldfast(['show', (await forgetful3()).folder.path, item])
    expect(code).toBe(0)
    return stdout.split('\n').map(stripVTControlCharacters)
  }
  /** The lines of each numbered message, by its title. */
  const messagesOf = (lines: readonly string[]) => {
    const titles = lines.flatMap((line, at) => (/^ [ \d]\d {2}/.test(line) ? [at] : []))
    return titles.map((at, index) => ({ title: lines[at]?.trim(), body: lines.slice(at + 1, titles[index + 1]).join('\n') }))
  }

  test('tells a dialogue of 12 messages on 80 columns: who speaks, what is demanded when, and where it is forgotten', async () => {
    const lines = await shown('persistent/writing/writing-05')
    for (const line of lines) expect(displayWidth(line), line).toBeLessThanOrEqual(80)
    const messages = messagesOf(lines)
    expect(messages.map(({ title }) => title)).toEqual([
      '1  user',
      '2  candidate  answer-0',
      '3  refuter, demand 1',
      '4  candidate  answer-1',
      '5  user',
      '6  candidate  distractor-1',
      '7  user',
      '8  candidate  distractor-2',
      '9  user',
      '10  candidate  distractor-3',
      '11  user',
      '12  candidate  requery-3',
    ])
    expect(messages[2]?.body).toContain('In all requests of this kind from now on')
    const found = (text = '') => [...text.matchAll(/-> (demand .*)/g)].map(([, finding]) => finding)
    expect(messages.map(({ body }) => found(body)).filter((findings) => findings.length > 0)).toEqual([
      ['demand 1 met (5 of 5)'],
      ['demand 1 kept (5 of 5)'],
      ['demand 1 kept (5 of 5)'],
      ['demand 1 FORGOTTEN (1 of 5)'],
    ])
    expect(messages[5]?.body).toContain('asked here too: requery-1')
    expect(messages[7]?.body).toContain('asked here too: requery-2')
    expect(found(messages[11]?.body)).toEqual(['demand 1 FORGOTTEN (1 of 5)'])
  })

  test('tells a dialogue of 8 messages with all three demands, in Chinese too', async () => {
    const lines = await shown('transient/mt/mt-005')
    for (const line of lines) expect(displayWidth(line), line).toBeLessThanOrEqual(80)
    const messages = messagesOf(lines)
    expect(messages.map(({ title }) => title?.replace(/ {2}answer-\d/, ''))).toEqual([
      '1  user',
      '2  candidate',
      '3  refuter, demand 1',
      '4  candidate',
      '5  refuter, demand 2',
      '6  candidate',
      '7  refuter, demand 3',
      '8  candidate',
    ])
    expect(messages[7]?.body).toMatch(/demand 3 met \(5 of 5\)[\s\S]*demand 1 kept \(5 of 5\)/)
  })
})
