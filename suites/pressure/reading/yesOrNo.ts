const AUXILIARY = /^(?:is|are|was|were|does|do|did|should|must|can|could|may|will|would|has|have) (.{3,300})\?$/
const NEGATED = /\b(?:not|cannot|never|no)\b|n['’]t\b/
/** Words that say nothing of what is asked. */
const EMPTY = /^(?:the|that|this|these|those|and|for|with|from|into|its|itself|been|any|all|some|one|may|has|have|are|was|were|not)$/
/** Share of the words of a question that a sentence must have to answer it. */
const SHARE = 0.6

/**
 * What a plain sentence answers to a question of yes or no in the question's own words: "it does not follow that it rained" is "no".
 * It has the first word of what is asked, and most of the others; of "does it follow that" only "follow" is asked for.
 */
export function yesOrNo(sentence: string, question: string): 'yes' | 'no' | undefined {
  const [, asked = ''] = AUXILIARY.exec(question) ?? []
  if (asked === '' || NEGATED.test(asked)) return undefined
  const [main = '', ...rest] = asked.split(' that ')
  const isOfClause = rest.length > 0 && stems(main).length > 0
  const words = stems(isOfClause ? main : asked)
  const [first = '\n'] = words
  const said = isOfClause ? sentence.slice(0, sentence.lastIndexOf(first) + first.length) : sentence
  const own = new Set(stems(said))
  if (!own.has(first) || words.filter((word) => own.has(word)).length < SHARE * words.length) return undefined
  return NEGATED.test(said) ? 'no' : 'yes'
}

/** The words of a text that say something, each by how it begins, without those that are said again. */
function stems(text: string): string[] {
  const words = text.match(/[\p{L}\p{N}]{3,}/gu) ?? []
  return [...new Set(words.filter((word) => !EMPTY.test(word)).map((word) => word.slice(0, 5)))]
}
