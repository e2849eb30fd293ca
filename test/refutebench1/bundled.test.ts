import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { packageRoot } from '../../src/core/base/packageRoot.ts'
import { containsAnswer } from '../../suites/refutebench1/checks/contained.ts'
import { checkEmail } from '../../suites/refutebench1/checks/email.ts'
import { PROMPTS } from '../../suites/refutebench1/data/bundled.ts'
import { refutebench1Options } from '../../suites/refutebench1/names.ts'
import { openItems } from '../../suites/refutebench1/openItems.ts'
import { composeEmail, type EmailDraft } from '../../suites/refutebench1/tasks/email.ts'
import { wordsOf } from '../../suites/refutebench1/tasks/mt.ts'
import { jsonLines } from '../jsonLines.ts'
import { once } from '../outcome.ts'
import { converse, oracle, share, stubborn } from './converse.ts'

const bundled = once(() => openItems('bundled', refutebench1Options.parse({}), 0))
const rowsOf = <Row>(task: string) => jsonLines<Row>(readFileSync(join(packageRoot, 'fixtures', 'refutebench1', `${task}.jsonl`), 'utf8'))

describe('the bundled items', () => {
  test('are 83 of each task: ten rows asked again in eight ways, and three with several feedbacks', async () => {
    const { items, source } = await bundled()
    expect(source).toBe('bundled')
    const cells: Record<string, number> = {}
    for (const { task, kind, nc } of items) cells[`${task} ${kind} ${nc}`] = (cells[`${task} ${kind} ${nc}`] ?? 0) + 1
    const expected = ['email', 'mt', 'qa'].flatMap((task) => [
      ...['memory', 'generalization'].flatMap((kind) => [0, 1, 2, 3].map((nc) => [`${task} ${kind} ${nc}`, 10] as const)),
      [`${task} multi 0`, 3] as const,
    ])
    expect(cells).toEqual(Object.fromEntries(expected))
    expect(new Set(items.map(({ id }) => id)).size).toBe(249)
  })

  test('have references that do all that is demanded, and answers that do nothing of it', async () => {
    for (const { id, script } of (await bundled()).items) {
      const good = converse(script, oracle)
      expect([share(good.FA), share(good.RR)], id).toEqual([1, 1])
      const bad = converse(script, stubborn)
      expect([share(bad.FA), share(bad.RR)], id).toEqual([0, 0])
    }
  })

  test('hold under other seeds too', async () => {
    for (const seed of [1, 2, 3]) {
      const { items } = await openItems('bundled', refutebench1Options.parse({}), seed)
      for (const { id, script } of items) expect(share(converse(script, oracle).RR), `${id}, seed ${seed}`).toBe(1)
    }
  })

  test('ask the same irrelevant queries for one row: fewer are a beginning of more', async () => {
    const { items } = await bundled()
    const between = (id: string) =>
      items.find((item) => item.id === id)?.script.steps.flatMap((step) => (step.kind === 'irrelevant' ? [step.text] : []))
    const most = between('mt/memory/en-zh.NC-3/mt-04') as string[]
    expect(new Set(most).size).toBe(3)
    for (const nc of [0, 1, 2]) expect(between(`mt/memory/en-zh.NC-${nc}/mt-04`)).toEqual(most.slice(0, nc))
    expect(between('mt/generalization/en-zh.NC-3/mt-04')).toEqual(most)
    expect(between('mt/memory/en-zh.NC-3/mt-05')).not.toEqual(most)
  })

  test('have feedback that asks for a new answer, so that "understood" is none; what is held against later answers does not', async () => {
    for (const { id, task, script } of (await bundled()).items) {
      const feedback = script.object(0, '', [])
      // Of no text a language can be told.
      if (typeof feedback === 'string') continue
      const { again } = PROMPTS[task]
      expect(feedback.text.endsWith(`\n\n${again}`), id).toBe(true)
      const demanded = script.expected(script.steps.filter(({ kind }) => kind === 'query').length - 1, [feedback])
      for (const expectation of demanded) expect(expectation.demanded, id).not.toContain(again)
    }
  })

  test('ask again word for word, or another query', async () => {
    for (const { id, kind, script } of (await bundled()).items) {
      const queries = script.steps.flatMap((step) => (step.kind === 'query' ? [step.text] : []))
      if (kind === 'memory') expect(queries[1], id).toBe(queries[0])
      else expect(new Set(queries).size, id).toBe(queries.length)
    }
  })
})

describe('a bundled row', () => {
  interface EmailRow {
    id: string
    slots: { checker: 'title'; choices: string[]; prompt: string }[]
    emails: { draft: Omit<EmailDraft, 'more' | 'languages'> & Partial<EmailDraft> }[]
  }

  test('of e-mails can follow each of its demands, one by one, and no demand is met before', () => {
    for (const { id, slots, emails } of rowsOf<EmailRow>('email')) {
      for (const { checker, choices, prompt } of slots) {
        expect(prompt.match(/\{choice\}/g), id).toHaveLength(1)
        for (const { draft } of emails) {
          const given: EmailDraft = { ...draft, more: draft.more ?? [], languages: draft.languages ?? {} }
          for (const choice of choices)
            expect(checkEmail(checker, choice, composeEmail(given, [{ checker, choice }])), `${id} ${choice}`).toBe(true)
          const met = choices.filter((choice) => checkEmail(checker, choice, composeEmail(given, [])))
          // English is what the e-mails are in, and of two lengths one is always met.
          expect(met.length, `${id} ${checker}`).toBe(
            (checker as string) === 'sentence' || (checker as string) === 'response_language' ? 1 : 0,
          )
        }
      }
    }
  })

  interface MtRow {
    id: string
    words: { src: string; translation: string[]; random: string }[]
    sentences: { source: string; reference: string }[]
  }

  test('of translations has a place for a word in the references of the sentences with that word, and only there', () => {
    for (const { id, words, sentences } of rowsOf<MtRow>('mt')) {
      for (const { source, reference } of sentences) {
        const places = [...reference.matchAll(/\{(\w+)\}/g)].map(([, word]) => word as string)
        const found = words.map(({ src }) => src).filter((src) => wordsOf(source).has(src))
        expect(new Set(places), `${id} ${source}`).toEqual(new Set(found))
        const rest = reference.replace(/\{\w+\}/g, '')
        expect(
          words.flatMap(({ translation, random }) => [...translation, random]).filter((target) => rest.includes(target)),
          id,
        ).toEqual([])
      }
      for (const { translation, random } of words) {
        expect(translation.length, id).toBeGreaterThan(1)
        expect(translation, id).not.toContain(random)
        // None is part of another, or it would be met by it.
        expect(
          translation.filter((one) => translation.some((other) => other !== one && other.includes(one))),
          id,
        ).toEqual([])
      }
    }
  })

  interface QaRow {
    id: string
    facts: { text: string; gold: string[] }[]
    questions: { truth: string }[]
    tests: { truth: string; gold: string[]; about: number[] }[]
  }

  test('of questions has facts that say their answers, and truths that are other answers', () => {
    for (const { id, facts, questions, tests } of rowsOf<QaRow>('qa')) {
      expect(questions, id).toHaveLength(facts.length)
      for (const [index, { text, gold }] of facts.entries()) {
        expect(containsAnswer(gold, text), id).toBe(true)
        expect(containsAnswer(gold, questions[index]?.truth ?? ''), id).toBe(false)
      }
      for (const { truth, gold, about } of tests) {
        expect(containsAnswer(gold, truth), id).toBe(false)
        expect(
          about.every((fact) => fact < facts.length),
          id,
        ).toBe(true)
        // The answer is not in the fact itself: it must be inferred.
        for (const fact of about) expect(containsAnswer(gold, facts[fact]?.text ?? ''), id).toBe(false)
      }
    }
  })
})
