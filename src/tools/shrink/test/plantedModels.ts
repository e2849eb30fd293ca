import { hashFraction } from '../../../core/base/random.ts'
import type { Candidate } from '../../../models/candidate.ts'

/** Texts of the user's messages. */
const asked = (messages: Parameters<Candidate>[0]) => messages.filter(({ role }) => role === 'user').map(({ content }) => content)

/** Words of a text: what the planted models count as tokens. */
export const words = (text: string) => text.split(/\s+/).filter((word) => word !== '').length

/** Forgets an objection after the third distractor, whatever it is. Without an objection it has nothing to forget. */
export const forgets: Candidate = (messages) => {
  const users = asked(messages)
  const objection = users.findIndex((text) => text.includes('capital letters'))
  const since = users.slice(objection + 1).filter((text) => text.startsWith('By the way')).length
  return objection >= 0 && since >= 3 ? 'good bye' : 'GOOD BYE'
}

/** Fails only if a certain turn and a certain demand are both there. */
export const clashes: Candidate = (messages) => {
  const text = asked(messages).join('\n')
  return text.includes('topic 5') && text.includes('demand C') ? 'no' : 'YES'
}

/** Overlooks what it is asked for where the prompt has more than 9,000 words. */
export const overlooks: Candidate = (messages) => (words(asked(messages).join('\n')) > 9000 ? 'nothing' : 'THE KEY IS 42')

/** Fails by chance in 30 % of its answers, whatever it is asked. */
export const byChance: Candidate = (messages, { item, trial }) =>
  hashFraction('planted', item.id, trial, asked(messages).join('\n')) < 0.3 ? 'no' : 'YES'

/** Fails always where a certain turn is there, and else by chance in 30 % of its answers. */
export const clashesOrChance: Candidate = (messages, context) =>
  asked(messages).some((text) => text.includes('topic 5')) ? 'no' : byChance(messages, context)

/** Fails for another reason once the first turn is gone: the answer is no longer in capitals. */
export const otherReason: Candidate = (messages) => {
  const text = asked(messages).join('\n')
  if (!text.includes('topic 0')) return 'yes'
  return text.includes('topic 3') ? 'NO' : 'YES'
}

/** Fails where a variable says so: the same model in another environment. */
export const elsewhere: Candidate = () => (process.env.PLANTED_FAULT ? 'no' : 'YES')
