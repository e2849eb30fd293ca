import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { countSentences } from '../../src/core/base/text/sentences.ts'
import { containsAnswer, containsTarget, withoutStop } from '../../suites/refutebench1/checks/contained.ts'
import { checkEmail, detectLanguage } from '../../suites/refutebench1/checks/email.ts'

const ANGULAR = 'wrapped in double angular brackets, i.e. <<subject>>'
const ASTERISKS = 'wrapped in double asterisks, i.e. **subject**.'

describe('a title', () => {
  test.each([
    [ANGULAR, 'Hi <<Lunch>> there', true],
    [ANGULAR, '<<>>', false],
    [ANGULAR, '<< >>', false],
    [ANGULAR, '<<<<>>>>', false],
    [ANGULAR, '<<Lunch\n>>', false],
    [ANGULAR, '**Lunch**', false],
    // The match is greedy: what stands between two empty pairs counts.
    [ANGULAR, '<< >> and << >>', true],
    [ANGULAR, '<< >>\n<<Lunch>>', true],
    [ASTERISKS, '**Lunch**', true],
    [ASTERISKS, 'any **bold** text is one', true],
    [ASTERISKS, '*****', false],
    [ASTERISKS, '** **', false],
    [ASTERISKS, '*Lunch*', false],
    [ASTERISKS, '**Lunch\n**', false],
  ])('%s: %j is %s', (choice, email, expected) => expect(checkEmail('title', choice, email)).toBe(expected))

  test('of another kind cannot be checked', () => expect(checkEmail('title', 'in capitals', 'LUNCH')).toBeNull())

  test('that is only white space for Python is none', () => {
    expect(checkEmail('title', ANGULAR, '<<\u001c\u0085>>')).toBe(false)
    expect(checkEmail('title', ANGULAR, '<<\ufeff>>')).toBe(true)
  })
})

describe.each(['greetings', 'signature'] as const)('%s', (checker) => {
  test.each([
    ['Peace,\nBob', 'Peace,\nBob', true],
    ['Peace,\nBob', 'PEACE,\nBOBBY', true],
    ['Peace,\nBob', 'Peace, Bob', false],
    ['Peace,\nBob', 'Peace,\r\nBob', false],
    ['Sincerely,', 'I sincerely hope so', true],
    ['Greetings.', 'greetings!', true],
    // One mark only is taken off.
    ['Well...', 'Well..', true],
    ['Well...', 'Well.', false],
    ["It's me", 'It’s me', false],
    ['(a+b)', 'is (a+b) it', true],
    ['Hello', '', false],
  ])('%j in %j is %s', (choice, email, expected) => expect(checkEmail(checker, choice, email)).toBe(expected))
})

describe('the number of sentences', () => {
  const lines = (count: number) => Array.from({ length: count }, (_, index) => `Line ${index} is here.`).join(' ')

  test.each([
    ['less than 5 sentences', 4, true],
    ['less than 5 sentences', 5, false],
    ['at least 5 sentences', 5, true],
    ['at least 5 sentences', 4, false],
    // The number is the third word, so that "exactly 5 sentences" has none.
    ['exactly 5 sentences', 5, false],
    ['contain exactly 5 sentences', 5, true],
    ['contain exactly 5 sentences', 6, false],
    ['at least five sentences', 9, false],
    ['at least 5. sentences', 9, false],
    ['at least', 9, false],
    ['', 9, false],
  ])('%j with %i is %s', (choice, count, expected) => expect(checkEmail('sentence', choice, lines(count))).toBe(expected))

  test.each([
    ['', 0],
    [' \n ', 0],
    ['No mark at its end', 1],
    ['One. Two! Three?', 3],
    ['Subject: Lunch\n\nDear Sam,\n\nI am late.\n\nPeace,\nBob', 2],
    ['Mr. Fox met Dr. J. Bear on Oct. 3rd. They talked.', 2],
    ['It is ready, e.g. for you. Come!', 2],
    ['It ended in 1990. Then it rained.', 2],
    ['Wait... what? Yes.', 2],
    ['He wrote to Prof.', 1],
  ])('%j has %i', (text, expected) => expect(countSentences(text)).toBe(expected))

  test('is that of the sentences put together', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('It rains.', 'Who knows?', 'Come in!', 'We are\nlate.'), { minLength: 1 }), (sentences) => {
        expect(countSentences(sentences.join('\n\n'))).toBe(sentences.length)
      }),
    )
  })
})

test.each([
  ['exactly 2 paragraphs', 'a\n\n\nb', true],
  ['exactly 2 paragraphs', '\na\nb\n', true],
  ['exactly 2 paragraphs', 'a\n \nb', false],
  ['less than 3 paragraphs', 'a\nb', true],
  ['at least 3 paragraphs', 'a\nb', false],
  ['less than 1 paragraphs', '', true],
  ['exactly 2 paragraph', 'a\n\nb', null],
  ['exactly two paragraphs', 'a\n\nb', null],
])('paragraphs: %j of %j is %s', (choice, email, expected) => expect(checkEmail('paragraph', choice, email)).toBe(expected))

describe('the language', () => {
  const TEXTS = {
    German: ['Hallo Tom, vielen Dank!', 'Betreff: Freitag\n\nLieber Max,\n\nleider kann ich nicht kommen.\n\nViele Grüße\nAnna'],
    French: ['Salut Paul, merci beaucoup et à demain !', 'Chère Anne,\n\nje ne pourrai pas venir vendredi.\n\nÀ bientôt\nLuc'],
    Chinese: ['谢谢你，李明。', '主题：星期五\n\n亲爱的小王：\n\n我不能来了，请替我问候大家。'],
    English: ['Hi Tom, thanks!', 'Subject: Lunch\n\nHi Sam,\n\nI am running late.\n\nPeace,\nBob'],
  }
  const all = Object.entries(TEXTS).flatMap(([language, texts]) => texts.map((text) => [language, text] as const))

  test.each(all)('%s: %j is that language and no other', (language, text) => {
    const passed = Object.keys(TEXTS).filter((choice) => checkEmail('response_language', choice, text))
    expect(passed).toEqual([language])
  })

  test.each([
    'Estimado señor, le escribo para confirmar la reunión de mañana.',
    'お母さん、明日の朝に出発して、夜に家に着きます。',
    '明日会議開催予定です。資料準備必要。',
  ])('%j is none of them', (text) => {
    expect(Object.keys(TEXTS).filter((choice) => checkEmail('response_language', choice, text))).toEqual([])
  })

  test.each(['', '12345 67', ':) !!'])('of %j cannot be told, and counts as followed', (text) => {
    expect(detectLanguage(text)).toBeUndefined()
    expect(Object.keys(TEXTS).filter((choice) => checkEmail('response_language', choice, text))).toEqual(Object.keys(TEXTS))
  })

  test('that is not among those of the data cannot be checked', () => expect(checkEmail('response_language', 'Latin', 'Salve')).toBeNull())
})

test('a translation must have the wording character for character', () => {
  expect(containsTarget('番茄', '两个番茄。')).toBe(true)
  expect(containsTarget('番茄', '番 茄')).toBe(false)
  expect(containsTarget('חמצן', 'חַמְצָן')).toBe(false)
})

describe('an answer', () => {
  test.each([
    [['Rome'], 'It is ROME.', true],
    [['Rome'], 'Jerome', false],
    [['Rome'], 'Romeo', false],
    [['Rome'], 'Rome2', false],
    [['ar'], 'ar, Arabic', true],
    [['ar'], 'Arabic', false],
    [['f'], 'of course', false],
    [['♀'], 'female (♀)', true],
    [['♀'], 'a♀b', false],
    [['U.S.'], 'the U.S', true],
    [['C++ (language)'], 'c++ (LANGUAGE)', true],
    [['ﬁve'], 'five', true],
    [['５'], '5', true],
    [['é'], 'cafe\u0301 e\u0301', true],
    [['', ' '], 'anything', false],
    [['.'], 'Yes. No.', false],
    [['', 'Rome'], 'Rome', true],
    [[], 'anything', false],
  ])('%j in %j is %s', (gold, answer, expected) => expect(containsAnswer(gold, answer)).toBe(expected))

  test('a full stop at the end of the gold answer does not count', () => {
    expect(containsAnswer('Syria.', 'Syria')).toBe(true)
    expect(withoutStop('St. Louis.')).toBe('St. Louis')
  })

  test('is found wherever it stands by itself', () => {
    fc.assert(
      fc.property(fc.string(), fc.string({ minLength: 1 }), fc.string(), (before, gold, after) => {
        fc.pre(withoutStop(gold) !== '')
        expect(containsAnswer(gold, `${before} ${gold} ${after}`)).toBe(true)
      }),
    )
  })
})
