import type { Candidate } from 'holdfast'

/**
 * The assistant of a shop. It stands for an application with a language model: it is a program of a few rules, so that the
 * example runs without a key. It gets the whole conversation and gives the next answer.
 */
export const ask: Candidate = (messages) => {
  const said = messages.filter(({ role }) => role === 'user').map(({ content }) => content)
  return answerTo(said.at(-1) ?? '', said)
}

function answerTo(question: string, said: readonly string[]): string {
  if (/total/i.test(question)) return `The total is ${currency(said) === 'euros' ? '€23.00' : '$25.00'}.`
  if (/euros/i.test(question)) return 'From now on all prices are in euros.'
  if (/discount/i.test(question)) return 'A discount of 5 % begins at four teapots.'
  if (/deliver/i.test(question)) return 'I have noted the address.'
  return 'Noted.'
}

/**
 * The currency of the prices. `SHOP_FAULT=forgets` plants a fault that depends on the order: an address that is given after a
 * question about discounts sets the session back to the currency of the shop.
 */
function currency(said: readonly string[]): 'euros' | 'dollars' {
  let current: 'euros' | 'dollars' = 'dollars'
  let isDiscounted = false
  for (const text of said) {
    if (/euros/i.test(text)) [current, isDiscounted] = ['euros', false]
    else if (/discount/i.test(text)) isDiscounted = true
    else if (/deliver/i.test(text) && isDiscounted && process.env.SHOP_FAULT === 'forgets') current = 'dollars'
  }
  return current
}
