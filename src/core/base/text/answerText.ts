/** Longest text after a label that is looked at: an answer is short. */
const MOST = 400
/** Longest reply that counts as an answer without the word. */
const SHORT = 40

/** Words before "answer" that leave it the one that is now held. "Your", "previous" and "wrong" are none of them. */
const KIND = 'my|the|our|a|final|current|short|corrected|revised|updated|new|right|correct|true|actual|best|definitive|overall|full'
const LEAD = 'so|thus|therefore|hence|then|ok|okay|well|now|again|and|in short|in conclusion|in summary|conclusion|to conclude|to sum up'
const NOUN = 'answer|antwort|réponse|respuesta|resposta|risposta|ответ|答案|回答|答え'
const VERB = 'is|remains|stays|stands|still|unchanged|again|now|at|thus|therefore|hence'
/** Where a label may begin: on a new line, whatever marks stand there, or after the end of a sentence. */
const START = String.raw`(?:^[^\p{L}\p{N}\n]{0,40}(?:\d{1,3}[.)][^\p{L}\p{N}\n]{0,10})?|[.!?。！？;:—–][)"'”]?[*_\s]{1,6})`
const HEAD = `${START}(?:(?:${LEAD})[,:]?[ ]{1,4}){0,2}(?:(?:${KIND})[ ]{1,4}){0,4}(?:${NOUN})`
const MARKS = `[*_"'\`\\s]{0,8}`
/** "Answer:", with what may stand before the colon. */
const LABEL = new RegExp(
  String.raw`${HEAD}(?:[ ]?\([^()\n]{0,40}\))?(?:[ ]{1,4}(?:${VERB})){0,3}${MARKS}(?:<\/[a-z]{1,10}>\s{0,4})?[:：>]|^[#*_\s]{0,10}(?:${NOUN})[#*_ ]{0,10}$`,
  'gimu',
)
/** "The answer is", which counts where there is no label with a colon. */
const SENTENCE = new RegExp(`${HEAD}[*_"'\`]{0,4}(?:[ ]{1,4}(?:${VERB})){1,3}[ ]`, 'gimu')
const BOXED = /\\boxed\s{0,4}\{/g
const FENCE = /^\s*(?:```|~~~)\w*\s*$/

/**
 * The part of a reply that gives its answer: what follows the last label "Answer:", on its line or on the next one that says
 * something; else the last `\boxed{…}`; else what follows the last "the answer is"; else a short reply of one line as a whole.
 * Undefined where there is none of these. Takes time that grows with the length of the reply.
 */
export function answerText(reply: string): string | undefined {
  const labelled = lastOf(reply, LABEL)?.end
  if (labelled !== undefined) return afterLabel(reply, labelled)
  const boxed = lastOf(reply, BOXED)?.end
  if (boxed !== undefined) return lineFrom(reply, boxed)
  const told = lastOf(reply, SENTENCE)?.end
  if (told !== undefined) return lineFrom(reply, told)
  const whole = reply.trim()
  return whole.length <= SHORT && !whole.includes('\n') ? whole : undefined
}

/** Where the last "Answer:" or, where there is none, the last "the answer is" begins and ends; undefined where there is neither. */
export function answerLabel(text: string): { readonly at: number; readonly end: number } | undefined {
  return lastOf(text, LABEL) ?? lastOf(text, SENTENCE)
}

/** Where the last match begins and ends. */
function lastOf(text: string, pattern: RegExp): { readonly at: number; readonly end: number } | undefined {
  let last: { readonly at: number; readonly end: number } | undefined
  // The end of the sentence before belongs to what stands before.
  for (const { 0: match, index } of text.matchAll(pattern))
    last = { at: index + Number(/^[.!?。！？]/.test(match)), end: index + match.length }
  return last
}

function afterLabel(reply: string, at: number): string {
  const rest = lineFrom(reply, at)
  if (saysSomething(rest)) return rest
  const below = reply.slice(at + rest.length, at + rest.length + MOST).split('\n')
  return below.slice(0, 6).find((line) => saysSomething(line) && !FENCE.test(line)) ?? ''
}

/** The rest of the line, of 400 characters at most. */
function lineFrom(text: string, at: number): string {
  return text.slice(at, at + MOST).split('\n')[0] ?? ''
}

function saysSomething(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text)
}
