import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { propertyRuns } from '../../test/propertyRuns.ts'
import { HoldfastError } from '../core/base/errors.ts'
import { CHECKLIST_FORMS } from '../judging/checklistJudge.ts'
import { readMove } from '../judging/dialogue/user/userPrompt.ts'
import { parseVerdict } from '../judging/pairwise/parseVerdict.ts'
import { parseRating } from '../judging/ratingJudge.ts'
import { readBody } from './readBody.ts'
import { readCompletion } from './readCompletion.ts'
import { MARKERS, withReasoningApart } from './reasoning.ts'
import { readResponse } from './responsesApi.ts'
import { statedWait } from './statedWaits.ts'
import { noAnswer, RetryableError } from './transport.ts'

/**
 * Rows that a script composed of forms that were written by hand; a person has read each row since. The forms stand in these sources:
 * reasoning parsers of vLLM, SGLang and TensorRT-LLM, chat parsers and templates of llama.cpp, templates of Ollama and mlx-lm, tags of
 * Open WebUI, the chat template of EXAONE Deep. `MARKERS` has each with its source. Bodies and waits are those of servers' API pages
 * and of public reports.
 */
const rowsOf = <Row>(name: string): Row[] => JSON.parse(readFileSync(new URL(`readings/${name}.json`, import.meta.url), 'utf8'))

const CRITERIA = ['one', 'two']
const IMITATION = 'My verdict: {"met": true}'

/** What a role's reader makes of a text. */
function read(role: string, text: string): unknown {
  const answer = withReasoningApart({ content: text })
  const { content, reasoning = null } = answer
  if (role === 'candidate') return [content, reasoning]
  if (noAnswer('m', answer) !== undefined) return 'none'
  if (role === 'label') return parseVerdict(content, 'line')
  if (role === 'rating') return taken(parseRating({ content }, 1, 5))
  const move = role === 'user' && readMove(content, false)
  if (move) return 'value' in move ? move.value.message : 'unusable'
  const verdicts = taken(CHECKLIST_FORMS.en.read(content, CRITERIA, role === 'imitated' ? [IMITATION] : []))
  return Array.isArray(verdicts) ? verdicts.map(({ met }) => met) : verdicts
}

const taken = (parsed: { value: unknown } | { unusable: string }) => ('value' in parsed ? parsed.value : 'unusable')

test.each(rowsOf<[string, string, unknown]>('replies'))('a reply is read as what it is: %s, %j', (role, text, expected) => {
  expect(read(role, text)).toEqual(expected)
})

type Expected = { content?: string; reasoning?: string | null; unscored?: string; retry?: string }

test.each(rowsOf<[string, string, string, Expected]>('bodies'))('a body is read, or says why not: %s', (_, api, body, expected) => {
  const readAll = () => withReasoningApart((api === 'chat' ? readCompletion : readResponse)(readBody(body), 'm'))
  const { retry, unscored, ...fields } = expected
  if (retry !== undefined) {
    const error = (() => {
      try {
        return readAll()
      } catch (thrown) {
        return thrown
      }
    })()
    expect(error).toBeInstanceOf(RetryableError)
    expect((error as Error).message).toContain(retry)
    return
  }
  const answer = readAll()
  const none = noAnswer('m', answer)
  if (unscored !== undefined) expect(none).toContain(unscored)
  else expect(none).toBeUndefined()
  if (unscored === undefined) expect({ ...answer, reasoning: answer.reasoning ?? null }).toMatchObject({ reasoning: null, ...fields })
})

test.each(rowsOf<[Record<string, string>, string, number | null]>('waits'))('what %j and %j ask to wait', (headers, text, ms) => {
  expect(statedWait(new Headers(headers), text, Date.UTC(2026, 0, 1)) ?? null).toBe(ms)
})

test('every marker names who sends it, and no other begins as it does', () => {
  for (const { open, by } of MARKERS) expect(by, open).toMatch(/\w/)
  const clashes = MARKERS.flatMap(({ open }) => MARKERS.filter((other) => other.open !== open && other.open.startsWith(open)))
  expect(clashes).toEqual([])
})

/** Markers that are tokens or tags: what closes them is one text. */
const TAGS = MARKERS.flatMap(({ open, close, words }) => (typeof close === 'string' && !words ? [{ open, close }] : []))
const tag = fc.constantFrom(...TAGS)
/** Words without anything that a marker, a fence or an object is made of. */
const prose = fc
  .array(fc.constantFrom('Lyon', 'Paris', 'no', '42', '因为', 'é', '🙂', ',', '.', '\n', ' '), { maxLength: 12 })
  .map((words) => words.join(' '))
const gap = fc.constantFrom('', ' ', '\n', '\n\n')

describe('whatever is said', () => {
  test('thoughts go apart, and an answer that mentions markers stays whole', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(tag, prose), { maxLength: 3 }),
        prose,
        tag,
        gap,
        fc.boolean(),
        (thoughts, words, said, space, isOpen) => {
          const answer = `The answer${words} and ${said.open} before ${said.close} is`
          const before = thoughts.map(([{ open, close }, thought]) => `${space}${open}${thought}${close}${space}`).join('')
          const { content, reasoning } = withReasoningApart({ content: isOpen ? `${before}${said.open}${words}` : before + answer })
          expect(content).toBe(isOpen ? '' : answer)
          const expected = [...thoughts.map(([, thought]) => thought), ...(isOpen ? [words] : [])]
            .map((part) => part.trim())
            .filter(Boolean)
          expect(reasoning ?? '').toBe([...expected].join('\n\n'))
        },
      ),
      propertyRuns(300, 350_000),
    )
  })

  test('a verdict is read in any dress, and never out of two', () => {
    const dress = fc.constantFrom<(json: string) => string>(
      (json) => json,
      (json) => `\ufeff${json}`,
      (json) => `\`\`\`json\n${json}\n\`\`\``,
      (json) => `So:\n${json}\nThat is all.`,
      (json) => `<think>{"met": 1}</think>${json}`,
    )
    const word = fc.constantFrom(['true', true], ['"yes"', true], ['"是"', true], ['false', false], ['"No."', false], [
      '"否"',
      false,
    ] as const)
    fc.assert(
      fc.property(dress, word, word, fc.string(), fc.boolean(), (dressed, one, two, reason, isTwice) => {
        const entry = ([met]: readonly [unknown, unknown], number: number) =>
          `{"number": ${number}, "reason": ${JSON.stringify(reason)}, "met": ${met}}`
        const json = `{"criteria": [${entry(one as [unknown, unknown], 1)}, ${entry(two as [unknown, unknown], 2)}]}`
        expect(read('checklist', dressed(isTwice ? `${json}\n${json}` : json))).toEqual(isTwice ? 'unusable' : [one[1], two[1]])
      }),
      propertyRuns(300, 350_000),
    )
  })

  test('a body that is cut, repeated or spoilt is read or refused, and never throws anything else', () => {
    const bodies = rowsOf<[string, string, string, Expected]>('bodies').map(([, , body]) => body)
    fc.assert(
      fc.property(fc.constantFrom(...bodies), fc.constantFrom(...bodies), fc.nat(), fc.nat(), (one, other, from, to) => {
        const text = one.slice(0, from % (one.length + 1)) + other.slice(to % (other.length + 1))
        try {
          noAnswer('m', withReasoningApart(readCompletion(readBody(text), 'm')))
        } catch (error) {
          if (!(error instanceof RetryableError) && !(error instanceof HoldfastError)) throw error
        }
      }),
      propertyRuns(500, 300_000),
    )
  })
})
