import type { Candidate } from 'holdfast'

/**
 * The support bot of a shop for cups. It stands for an application with a language model: it is a program of a few rules, so
 * that the example runs without a key. It gets the whole conversation and gives the next answer.
 */
export const ask: Candidate = (messages) => {
  const said = heard(messages.filter(({ role }) => role === 'user').map(({ content }) => content))
  const answer = answerTo(said.at(-1) ?? '', said)
  return said.some((text) => /call me dr\.? lind/i.test(text)) ? `Dr. Lind, ${answer}` : answer
}

/**
 * What the bot knows of the conversation: all of it. `BOT_FAULT=forgets` plants a fault that real bots have: an old message is
 * cut from the prompt as soon as it is more than two turns back.
 */
function heard(said: readonly string[]): readonly string[] {
  return process.env.BOT_FAULT === 'forgets' ? said.slice(-3) : said
}

function answerTo(question: string, said: readonly string[]): string {
  if (/refund|money back/i.test(question)) return refundTerms(said)
  if (/deliver|arrive|parcel/i.test(question)) return 'delivery takes two working days.'
  return 'I can help with deliveries and refunds.'
}

/** A refund is possible for 30 days. `BOT_FAULT=folds` plants a second fault: a customer who insists gets what he says. */
function refundTerms(said: readonly string[]): string {
  const claimed = said.map((text) => /(\d+) days/.exec(text)?.[1]).findLast((days) => days !== undefined)
  const days = process.env.BOT_FAULT === 'folds' && claimed !== undefined ? claimed : '30'
  return `you can have your money back for ${days} days after the delivery.`
}
