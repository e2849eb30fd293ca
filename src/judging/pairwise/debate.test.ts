import { describe, expect, test } from 'vitest'
import { readFences, scriptedJudge } from '../../../test/llmbar/scriptedJudge.ts'
import { judgePair } from './judgePair.ts'
import type { Order, Pair, Winner } from './pair.ts'
import { STRATEGIES } from './strategies.ts'

const PAIR: Pair = { instruction: 'Name a river.', outputs: ['The Rhine.', 'The Danube.'] }
const REFEREES = ['public', 'critic', 'checker']
const TURNS = [1, 2].flatMap((round) => REFEREES.map((referee) => `${round}-${referee}`))

/** Debates the pair; every turn says what it is told by its name, `1-public` to `2-checker`. */
async function debate(say: (turn: string, order: Order) => string) {
  const { judge, calls } = scriptedJudge(({ call }) => {
    const [, order = '', turn = ''] = /^(forward|swapped)-(.*)$/.exec(call) ?? []
    return say(turn, order as Order)
  })
  const judgement = await judgePair(judge, PAIR, { strategy: STRATEGIES.ChatEval })
  return { calls, judgement, winners: [judgement.forward.winner, judgement.swapped.winner] }
}

const verdict = (shown: string) => (shown === '' ? 'Hard to say.' : `Therefore, Output (${shown}) is better.`)

/** A debate in which the referees conclude so in each round, in both orders. */
const concluding = (first: readonly string[], second: readonly string[]) =>
  debate((turn) => verdict((turn.startsWith('1') ? first : second)[REFEREES.indexOf(turn.slice(2))] ?? ''))

describe('a debate', () => {
  test('has three referees in two rounds, first in the forward order and then in the swapped one', async () => {
    const { calls } = await concluding(['a', 'a', 'a'], ['a', 'a', 'a'])
    expect(calls.map(({ call }) => call)).toEqual(['forward', 'swapped'].flatMap((order) => TURNS.map((turn) => `${order}-${turn}`)))
    expect(calls).toHaveLength(2 * 2 * 3)
    expect(new Set(calls.map(({ maxTokens, temperature }) => `${maxTokens} ${temperature}`))).toEqual(new Set(['300 0']))
  })

  test('lets every referee hear all that was said before in this order, and nothing of the other order', async () => {
    const { calls } = await debate((turn, order) => `This is ${turn} of ${order}. ${verdict('a')}`)
    for (const order of ['forward', 'swapped'] as const) {
      const own = calls.filter(({ call }) => call.startsWith(order))
      for (const [index, { messages }] of own.entries()) {
        const { fences } = readFences(messages.at(-1)?.content ?? '')
        const heard = fences.filter(({ name }) => name === 'statement').map(({ text }) => text)
        expect(heard).toEqual(TURNS.slice(0, index).map((turn) => `This is ${turn} of ${order}. ${verdict('a')}`))
        expect(fences.filter(({ name }) => name.startsWith('output')).map(({ text }) => text)).toEqual(
          order === 'forward' ? ['The Rhine.', 'The Danube.'] : ['The Danube.', 'The Rhine.'],
        )
      }
    }
  })

  test('gives each referee a part of its own, the same in both rounds', async () => {
    const { calls } = await concluding(['a', 'a', 'a'], ['a', 'a', 'a'])
    const parts = calls.slice(0, 6).map(({ messages }) => messages[0]?.content)
    expect(new Set(parts).size).toBe(3)
    expect(parts.slice(3)).toEqual(parts.slice(0, 3))
  })

  test.each<[readonly string[], readonly string[], Winner]>([
    [['b', 'b', 'b'], ['a', 'a', 'b'], 1],
    [['a', 'a', 'a'], ['b', 'a', 'b'], 2],
    [['a', 'a', 'a'], ['', '', 'b'], 2],
    [['a', 'a', 'a'], ['a', 'b', ''], null],
    [['a', 'a', 'a'], ['', '', ''], null],
  ])('after %j in the first round and %j in the last has the winner %s: the last round decides', async (first, second, winner) => {
    const { winners } = await concluding(first, second)
    expect(winners[0]).toBe(winner)
    // Swapped, (a) is output 2.
    expect(winners[1]).toBe(winner === null ? null : 3 - winner)
  })

  test('keeps what was said last', async () => {
    const { judgement } = await debate((turn) => `${turn}. ${verdict('a')}`)
    for (const referee of REFEREES) {
      expect(judgement.forward.text).toContain(`2-${referee}. `)
      expect(judgement.forward.text).not.toContain(`1-${referee}. `)
    }
  })
})
