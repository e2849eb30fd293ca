import { describe, expect, test } from 'vitest'
import { Placeholders, personalIn } from './personal.ts'

const valuesIn = (text: string) => personalIn(text).map(({ value }) => value)

/** A value within sentences, and alone. */
const around = (value: string) => [value, `It is ${value}, as I said.`, `(${value})`, `a\n${value}\nb`]

// Card numbers that networks publish for tests, IBANs of the examples of ISO 13616, phone numbers that regulators keep for fiction.
test.each([
  ['e-mail address', 'jane.miller+lamps@lampmail.org'],
  ['e-mail address', 'josé@bücher.de'],
  ['card number', '4242 4242 4242 4242'],
  ['card number', '378282246310005'],
  ['card number', '5555-5555-5555-4444'],
  ['IBAN', 'DE89 3704 0044 0532 0130 00'],
  ['IBAN', 'GB29NWBK60161331926819'],
  ['IBAN', 'gb29nwbk60161331926819'],
  ['IBAN', 'DE89-3704-0044-0532-0130-00'],
  ['e-mail address', 'jean-luc@two-words.org'],
  ['e-mail address', 'jane@example.de'],
  // Domains that nobody has (RFC 2606), as who tries the command writes.
  ['e-mail address', 'anna.berg@example.com'],
  ['e-mail address', 'a.b@mail.example.org'],
  ['e-mail address', 'a@b.invalid'],
  ['phone number', '+44 20 7946 0958'],
  ['phone number', '(202) 555-0143'],
  ['phone number', '202-555-0143'],
  ['phone number', '030 23125 123'],
  ['phone number', '0033 1 99 00 12 34'],
  ['key', 'sk-abcdefghijklmnop1234'],
])('finds the %s %s, alone, within a sentence and between signs', (kind, value) => {
  for (const text of around(value)) {
    expect(personalIn(text).map((own) => ({ kind: own.kind, value: own.value }))).toEqual([{ kind, value }])
    const placeholders = new Placeholders()
    placeholders.find('1', text)
    expect(placeholders.replace(text)).toBe(text.replace(value, placeholders.all[0]?.placeholder ?? ''))
  }
})

test.each([
  ['My name is Jane Miller and I wait.', 'Jane Miller'],
  ['Hello, I am Jane Miller.', 'Jane Miller'],
  ['My name is Anne-Marie Will-Smith.', 'Anne-Marie Will-Smith'],
  ['Ich heiße Jörg Müller.', 'Jörg Müller'],
  ["Je m'appelle Zoé.", 'Zoé'],
  ['Please ask Mrs. O’Neill.', 'O’Neill'],
  ['Hi Jane, thank you.', 'Jane'],
  ['All is well.\n\nBest regards,\nJane Miller', 'Jane Miller'],
])('finds the name in %j', (text, name) => expect(valuesIn(text)).toEqual([name]))

test.each([
  'Order 4711 of 2026-11-27, 10:15, costs 1,234.50 € for 12 lamps.',
  'The number 4242 4242 4242 4241 has a wrong check digit, as has DE88 3704 0044 0532 0130 00.',
  'See example.com, @shop.example and https://www.example.org/help.',
  "I'm Using Windows. I am Not Sure.",
  'Version 1.20.300-4 of build 20261127.1530, ids 00012345 and 7f3a-99.',
  'I am German. Dear Customer, hello there! My name is not important.',
  'sk-short is no key, and @home is no address.',
])('finds nothing in %j', (text) => expect(personalIn(text)).toEqual([]))

describe('placeholders', () => {
  const written = (...texts: readonly string[]) => {
    const placeholders = new Placeholders()
    for (const [index, text] of texts.entries()) placeholders.find(String(index + 1), text)
    return { all: placeholders.all, texts: texts.map((text) => placeholders.replace(text)) }
  }

  test('one value has one placeholder in every turn, and two values have two', () => {
    const { all, texts } = written('I am at a@lamps.org.', 'Not b@lamps.org but a@lamps.org?')
    expect(texts).toEqual(['I am at person1@example.com.', 'Not person2@example.com but person1@example.com?'])
    expect(all.map(({ turns }) => turns)).toEqual([['1', '2'], ['2']])
  })

  test('a name within an address goes with the whole of it, also at a domain that nobody has', () => {
    const { texts } = written('My name is Anna Berg.', 'Write to Anna.Berg@example.com or to anna@berg.test.')
    expect(texts).toEqual(['My name is Person1.', 'Write to person1@example.com or to person2@example.com.'])
  })

  test('what was replaced before stays as it is, and is no finding', () => {
    const { all, texts } = written('My name is Person2, person3@example.com.', 'Dear Person2, Person3 waits.\nRegards,\nPerson4')
    expect(all).toEqual([])
    expect(texts[0]).toBe('My name is Person2, person3@example.com.')
  })

  test('a value that one turn introduces is replaced where another has it alone, before and after', () => {
    const { texts } = written(
      'Jane here, 5550143.',
      'My name is Jane Miller, phone: 5550143.',
      'Thank you, Ms Miller. Jane’s lamp is not Janet’s.',
    )
    expect(texts).toEqual([
      'Person1 here, +1 202 555 0101.',
      'My name is Person1, phone: +1 202 555 0101.',
      'Thank you, Ms Person1. Person1’s lamp is not Janet’s.',
    ])
  })

  test('placeholders are of the form of what they stand for, and numbers have right check digits', () => {
    const [iban = '', card = ''] = written('DE89 3704 0044 0532 0130 00', '4242 4242 4242 4242').texts
    expect(personalIn(iban)).toEqual([{ kind: 'IBAN', value: iban }])
    expect(personalIn(card)).toEqual([{ kind: 'card number', value: card }])
  })

  test('names that the file itself has are replaced', () => {
    const placeholders = new Placeholders()
    placeholders.find('1', 'Kim was here.', ['Kim'])
    expect(placeholders.replace('Kim, Kimberley')).toBe('Person1, Kimberley')
  })

  test('values are replaced in capitals or not, and no part of a longer word or number is', () => {
    const { texts } = written(
      'My name is Jane Miller, jane@lamps.org, phone: 5550143.',
      'JANE MILLER, Jane@Lamps.org; jane’s order 95550143, 55501437, Janet, mary-jane@lamps.org.',
    )
    expect(texts[1]).toBe('Person1, person1@example.com; Person1’s order 95550143, 55501437, Janet, person2@example.com.')
  })

  test.each([
    ['My name is Will Smith.', 'Will you help Will Smith? It will. Smith waits.', 'Will you help Person1? It will. Person1 waits.'],
    ['My name is Will.', 'Will and will.', 'Person1 and will.'],
    ['I am Wei Li.', 'Wei likes lists. Li.', 'Person1 likes lists. Li.'],
  ])('of a name that is told in %j words that are common or short are left alone', (told, text, expected) => {
    expect(written(told, text).texts[1]).toBe(expected)
  })

  test('a name that the file has counts as a whole, and is short', () => {
    const placeholders = new Placeholders()
    const names = ['Ann Lee', 'the customer', 'assistant a', 'user_1', 'will', 'B', `Ann ${'very '.repeat(20)}Lee`]
    placeholders.find('1', '', names)
    expect(placeholders.all.map(({ value }) => value)).toEqual(['Ann Lee'])
    const text = 'The customer Ann will be a B. ANN LEE too.'
    expect(placeholders.replace(text)).toBe('The customer Ann will be a B. Person1 too.')
  })

  test('more than 2,000 values are refused', () => {
    const many = Array.from({ length: 2001 }, (_, index) => `a${index}@lamps.org`).join(' ')
    expect(() => written(many)).toThrow(/^Failed to look for personal data: there are over 2000 pieces/)
  })
})
