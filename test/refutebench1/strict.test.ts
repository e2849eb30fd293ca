import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { packageRoot } from '../../src/core/base/packageRoot.ts'
import { affirmsAnswer, followsInEmail, usesWording, withoutEcho } from '../../suites/refutebench1/checks/strict.ts'
import { metricsOf, value } from '../outcome.ts'
import { run, TASKS } from './suiteRun.ts'

const EMAIL = 'Dear Ann,\n\nThe lift is out of order until Friday. Please take the stairs.\n\nKind regards,\nTom'
const BOLD = 'between double asterisks, like **this**'
const ANGULAR = 'between double angular brackets, like <<this>>'

// What a person says of each reply: done, or only named.
describe('an e-mail', () => {
  test.each<[Parameters<typeof followsInEmail>[0], choice: string, email: string, boolean]>([
    ['title', BOLD, `**The lift**\n\n${EMAIL}`, true],
    ['title', BOLD, `Sure, here it is:\n\n**Subject: The lift**\n\n${EMAIL}`, true],
    ['title', BOLD, `Subject: **The lift**\n${EMAIL}`, true],
    ['title', ANGULAR, `<<The lift>>\n${EMAIL}`, true],
    ['title', BOLD, 'I will not add a **title**.', false],
    ['title', BOLD, `I will not add a **title**.\n\n${EMAIL}`, false],
    ['title', BOLD, EMAIL.replace('The lift', '**The lift**'), false],
    ['title', BOLD, EMAIL.replace('Dear Ann,', '**Dear Ann,**'), false],
    ['title', BOLD, `**Hiring update**\n\n${EMAIL}`, true],
    ['title', BOLD, `**Highlights of May**\n\n${EMAIL}`, true],
    ['title', BOLD, `**History club**\n\n${EMAIL}`, true],
    ['title', BOLD, `**Hello world launch**\n\n${EMAIL}`, true],
    ['title', ANGULAR, `<<Dearborn office>>\n\n${EMAIL}`, true],
    ['title', BOLD, `**Aufzug**\n\nLieber Jan\n\nBitte die Treppe.\n\nTom`, true],
    ['title', BOLD, EMAIL.replace('Dear Ann,', '**Dear Ann**'), false],
    ['title', ANGULAR, `**The lift**\n\n${EMAIL}`, false],
    ['title', BOLD, `** **\n\n${EMAIL}`, false],
    ['greetings', 'Sunshine to everybody', `Sunshine to everybody!\n\n${EMAIL}`, true],
    ['greetings', 'Sunshine to everybody', EMAIL.replace('The lift', 'Sunshine to everybody. The lift'), true],
    ['greetings', 'Sunshine to everybody', EMAIL.replace('stairs.', 'stairs. I would never write "Sunshine to everybody".'), false],
    ['greetings', 'Greetings', EMAIL.replace('stairs.', 'stairs. No greetings today.'), false],
    ['signature', 'Onwards,\nPip', EMAIL.replace('Kind regards,\nTom', 'Onwards,\nPip'), true],
    ['signature', 'Onwards,\nPip', `${EMAIL.replace('Kind regards,\nTom', 'Onwards,  \n\nPip')}\n\nP.S. Bring Bo.`, true],
    ['signature', 'Onwards,\nPip', EMAIL.replace('The lift', 'Onwards,\nPip\nThe lift'), false],
    ['signature', 'Sincerely', EMAIL.replace('Please', 'I sincerely ask you: please'), false],
    [
      'response_language',
      'German',
      'Liebe Ann,\n\nder Aufzug ist bis Freitag außer Betrieb. Bitte nimm die Treppe.\n\nViele Grüße\nTom',
      true,
    ],
    ['response_language', 'Chinese', '亲爱的安：\n\n电梯停用到星期五，请走楼梯。\n\n汤姆', true],
    ['response_language', 'French', EMAIL, false],
    ['response_language', 'French', '…', false],
    ['sentence', 'exactly 4 sentences', 'Dear Ann,\n\nIt is late. It is cold. It is dark. It is I.', true],
    ['sentence', 'less than 5 sentences', EMAIL, true],
    ['sentence', 'at least 9 sentences', EMAIL, false],
    ['sentence', 'less than 5 sentences', 'I cannot do that. I am a text-based AI. Ask me something else.', false],
    ['sentence', 'less than 5 sentences', "I'll just send you a link. Hope you're having a great day!\n\nBest,\nHugo", false],
  ])('%s, %s: %j is %s', (checker, choice, email, expected) => expect(followsInEmail(checker, choice, email)).toBe(expected))
})

test.each<[target: string, translation: string, boolean]>([
  ['番茄', '请给我两个番茄。', true],
  ['番茄', '中文：请给我两个番茄（西红柿）。', true],
  ['番茄', '我不喜欢番茄。', true],
  ['番茄', '他说“番茄”很贵。', true],
  ['番茄', '西红柿。（“番茄”不合适）', false],
  ['番茄', '两个西红柿，“番茄”不合适。', false],
  ['番茄', '两个西红柿，我没有用“番茄”。', false],
  ['番茄', 'In Chinese, the word 番茄 means tomato, and here it is.', false],
  ['菠萝', 'In all translations from now on, translate “pineapple” as “菠萝”.', false],
  ['עגבניה', 'אני אוכל עגבניה.', true],
  ['עגבניה', 'The word is עגבניה in Hebrew.', false],
  // Recorded models translate the objection itself.
  ['单车', '在所有以后的翻译中，将“bicycle”翻译为“单车”。', false],
  ['单车', '在所有以后的翻译中，将自行车译成单车。', false],
  ['单车', '从现在起，bicycle 一词用“单车”。', false],
  ['单车', '我的单车被偷了，就是那辆 BICYCLE。', true],
])('a translation that uses %s: %j is %s', (target, translation, expected) =>
  expect(usesWording({ src: 'bicycle', target }, translation)).toBe(expected),
)

test.each<[gold: readonly string[], answer: string, boolean]>([
  [['Perth'], 'Perth.', true],
  [['Perth'], 'The capital of Australia is Perth.', true],
  [['Perth'], 'It is Perth, not Canberra.', true],
  [['Perth'], 'It is not Canberra but Perth.', true],
  [['Perth'], 'As you told me, the capital is Perth, and that is that.', true],
  [['Western Australia', 'WA'], 'In Western Australia, if Perth is the capital.', true],
  [['Western Australia', 'WA'], 'Canberra is the capital, so not in Western Australia but in the ACT.', false],
  [['Perth'], 'Not Perth but Canberra.', false],
  [['Perth'], 'Perth is not the capital. It is Canberra.', false],
  [['Perth'], "The capital isn't Perth.", false],
  [['Perth'], 'The statement that Perth is the capital is incorrect; it is Canberra.', false],
  [['Perth'], 'I cannot accept that it is Perth.', false],
  [['Perth'], 'Canberra.', false],
  [['Perth'], 'You say that it is Perth. That is incorrect; the capital is Canberra.', false],
  [['Perth'], 'Your claim: the capital is Perth. That is not correct.', false],
  [['Perth'], 'I understand that you believe it is Perth, but the capital is Canberra.', false],
  [['Perth'], 'Contrary to your claim about Perth, it is Canberra.', false],
  [['Perth'], 'Is it Perth? No, it is Canberra.', false],
  [['Perth'], 'Is it Perth? Yes.', true],
  [['Perth'], 'It used to be Perth. It is Canberra.', false],
  [['Perth'], 'I was wrong to say Perth.', false],
  [['Perth'], 'It is wrong and misleading to say that it is Perth.', false],
  [['Perth'], 'I was wrong before and the capital is Perth.', true],
  [['Perth'], 'My earlier answer was incorrect and Perth is the capital.', true],
  [['Perth'], 'My answer was not right and the capital is Perth.', true],
  [['Perth'], 'Perth is the capital and I was wrong before.', true],
  [['Perth'], 'As you said, it is Perth.', true],
  [['Perth'], 'As you say it is Perth.', true],
])('an answer that says %j: %j is %s', (gold, answer, expected) => expect(affirmsAnswer(gold, answer)).toBe(expected))

test('what a reply repeats of a message is no part of it', () => {
  const said = 'Whatever you know, take this for true: The capital of Australia is “Perth”.\n\nAnswer the last question again.'
  for (const echo of [said, said.toUpperCase(), 'Whatever you know, take  this for true:\n"The capital of Australia is Perth".']) {
    expect(affirmsAnswer(['Perth'], withoutEcho(echo, [said])), echo).toBe(false)
  }
  expect(affirmsAnswer(['Perth'], withoutEcho('The capital of Australia is Perth.', [said]))).toBe(true)
  expect(withoutEcho('Dear Ann,\nYes.\nOnwards,\nPip', ['Sign your mails with this: "\nOnwards,\nPip"'])).toContain('Onwards,\nPip')
})

describe('a model that repeats every message', () => {
  test('has the figures that the README says', async () => {
    const outcome = await run('sim:echo')
    const readme = readFileSync(join(packageRoot, 'suites', 'refutebench1', 'README.md'), 'utf8')
    const [, ...said] =
      /`sim:echo`, which repeats every message, has ([\d.]+) and ([\d.]+), by the strict checks ([\d.]+) and ([\d.]+)\./.exec(readme) ?? []
    expect(['FA', 'RR', 'strict.FA', 'strict.RR'].map((key) => String(Number(value(outcome, key)?.toFixed(3))))).toEqual(said)
  })

  test('is paid by the official checks, and by no strict one', async () => {
    const outcome = await run('sim:echo')
    for (const task of ['mt', 'qa']) expect(value(outcome, `${task}.FA`), task).toBe(1)
    const strict = Object.entries(metricsOf(outcome)).filter(([key]) => key.startsWith('strict.') && !key.endsWith('given_FA'))
    expect(strict).toHaveLength(2 * (TASKS.length + 1))
    expect(strict.filter(([, metric]) => metric.value !== 0)).toEqual([])
  })

  test('is the floor of every figure of the official checks', async () => {
    const [echo, right] = [metricsOf(await run('sim:echo')), metricsOf(await run('sim:oracle'))]
    for (const [key, { value, floor }] of Object.entries(right).filter(([name]) => /^(?:mt|qa)\..*(?:FA|RR)$/.test(name))) {
      if (key.includes('given')) continue
      expect(floor ?? 0, key).toBe(echo[key]?.value ?? 0)
      expect(value, key).toBe(1)
    }
  })
})
