import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { packageRoot } from '../../src/core/base/packageRoot.ts'
import { formatTemplate } from '../../src/core/base/python/formatTemplate.ts'
import { containsAnswer, containsTarget } from '../../suites/refutebench1/checks/contained.ts'
import { checkEmail } from '../../suites/refutebench1/checks/email.ts'
import type { Checker } from '../../suites/refutebench1/names.ts'
import { jsonLines } from '../jsonLines.ts'
import independentAnswers from './independentAnswers.json' with { type: 'json' }

type ByRow<T> = Readonly<Record<string, T>>

/**
 * Answers to the bundled rows by somebody who knew their queries and feedback alone, not the references, gold answers or drafts
 * (but for chess and the colour of Mars, which were mended afterwards): to the questions that the facts contradict, then to those
 * that hang on them, by who takes the fact for true and by who ignores it; translations, with `{word}` where the wording of a
 * demanded word goes; e-mails for each choice.
 */
const ANSWERS: {
  readonly qa: ByRow<readonly { readonly right: readonly string[]; readonly wrong: readonly string[] }[]>
  readonly translations: ByRow<readonly string[]>
  readonly emails: ByRow<ByRow<readonly string[]>>
} = independentAnswers

const rowsOf = <Row>(task: string) =>
  jsonLines<Row & { id: string }>(readFileSync(join(packageRoot, 'fixtures', 'refutebench1', `${task}.jsonl`), 'utf8'))

test('right answers to all questions pass, and those that ignore the fact do not', () => {
  for (const { id, facts, tests } of rowsOf<{ facts: { gold: string[] }[]; tests: { gold: string[] }[] }>('qa')) {
    const answers = ANSWERS.qa[id] ?? []
    expect(answers, id).toHaveLength(facts.length + tests.length)
    for (const [index, { gold }] of [...facts, ...tests].entries()) {
      for (const right of answers[index]?.right ?? []) expect(containsAnswer(gold, right), `${id}: ${right}`).toBe(true)
      for (const wrong of answers[index]?.wrong ?? []) expect(containsAnswer(gold, wrong), `${id}: ${wrong}`).toBe(false)
    }
  }
})

test('translations pass with the wording demanded and with no other', () => {
  for (const { id, words } of rowsOf<{ words: { src: string; translation: string[]; random: string }[] }>('mt')) {
    const usual = Object.fromEntries(words.map(({ src, translation }) => [src, translation[0] as string]))
    for (const { src, translation, random } of words) {
      const worded = (sentence: string, wording: string) => formatTemplate(sentence, { ...usual, [src]: wording })
      const sentences = (ANSWERS.translations[id] ?? []).filter((sentence) => sentence.includes(`{${src}}`))
      expect(sentences.length, `${id} ${src}`).toBeGreaterThan(1)
      for (const sentence of sentences) {
        for (const target of [...translation, random]) {
          const passed = [...translation, random].filter((wording) => containsTarget(target, worded(sentence, wording)))
          expect(passed, `${id}, ${target} demanded`).toEqual([target])
        }
      }
    }
  }
})

test('e-mails pass in the language and at the length demanded, and in no other', () => {
  const rows = rowsOf<{ slots: { checker: Checker; choices: string[] }[] }>('email')
  for (const [id, emails] of Object.entries(ANSWERS.emails)) {
    const [slot] = rows.find((row) => row.id === id)?.slots ?? []
    if (!slot) throw new Error(`no row ${id}`)
    expect(Object.keys(emails).sort(), id).toEqual([...slot.choices].sort())
    for (const [choice, written] of Object.entries(emails)) {
      for (const email of written) {
        const passed = slot.choices.filter((other) => checkEmail(slot.checker, other, email))
        expect(passed, `${id}: ${email}`).toEqual([choice])
      }
    }
  }
})
