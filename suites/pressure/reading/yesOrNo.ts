const AUXILIARY = /^(?:is|are|was|were|does|do|did|should|must|can|could|may|will|would|has|have) (.{3,300})\?$/
const NEGATED = /\b(?:not|cannot|never|no(?! doubt))\b|n['’]t\b/
const ENDS_NEGATED = /(?:\b(?:not|cannot|never)|n['’]t)$/
/** Where another clause may begin. What it denies may be another matter. */
const CLAUSES = /[,:;]? (?:and|but|so|even) |[,:;] |,? as (?=(?:no|he|she|it|they|there)\b)/
const OF_ALL = /^(?:it|this|that|they)\b/
/** Words that say nothing of what is asked. */
const EMPTY = /^(?:the|that|this|these|those|and|for|with|from|into|its|itself|been|any|all|some|one|may|has|have|are|was|were|not)$/
/** Share of the words of a question that a sentence must have to answer it. */
const SHARE = 0.6

/**
 * What a plain sentence answers to a question of yes or no in the question's own words: "it does not follow that it rained" is "no".
 * It has the first word of what is asked, and most of the others; of "does it follow that" only "follow" is asked for. What is denied
 * before these words, or of "it" after them, may be the whole or not: then it is no answer.
 */
export function yesOrNo(sentence: string, question: string): 'yes' | 'no' | undefined {
  const [, asked = ''] = AUXILIARY.exec(question) ?? []
  if (asked === '' || NEGATED.test(asked)) return undefined
  const [main = '', ...rest] = asked.split(' that ')
  const isOfClause = rest.length > 0 && stems(main).length > 0
  const words = stems(isOfClause ? main : asked)
  const [first = '\n'] = words
  const left = new Set(words)
  const clauses = sentence.split(CLAUSES).map((text) => ({ text, own: stems(text).filter((word) => left.delete(word)) }))
  const from = clauses.findIndex(({ own }) => own.includes(first))
  const to = clauses.findLastIndex(({ own }) => own.length > 0)
  if (from === -1 || words.length - left.size < SHARE * words.length) return undefined
  const textOf = (some: typeof clauses) => some.map(({ text }) => text).join(' ')
  const said = textOf(clauses.slice(from, to + 1))
  if (NEGATED.test(isOfClause ? said.slice(0, said.lastIndexOf(first) + first.length) : said)) return 'no'
  const before = clauses.slice(0, from)
  const others = [...before, ...clauses.slice(to + 1).filter(({ text }) => OF_ALL.test(text))]
  if (!others.some(({ text }) => NEGATED.test(text))) return 'yes'
  return before.some(({ text }) => ENDS_NEGATED.test(text)) ? 'no' : undefined
}

/** The words of a text that say something, each by how it begins, without those that are said again. */
function stems(text: string): string[] {
  const words = text.match(/[\p{L}\p{N}]{3,}/gu) ?? []
  return [...new Set(words.filter((word) => !EMPTY.test(word)).map((word) => word.slice(0, 5)))]
}
