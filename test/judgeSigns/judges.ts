/** Judges that do not judge, and an interviewer that does not ask: models behind functions, as a real endpoint is. */

type Messages = readonly { readonly content: string }[]

/** A verdict on the checklist of FB-Bench's prompt, in its form. */
function checklist(messages: Messages, met: boolean): string {
  const prompt = messages.at(-1)?.content ?? ''
  const listed = prompt.slice(prompt.lastIndexOf('\n1. ')).match(/^\d+\. /gm) ?? []
  const isChinese = prompt.includes('评判标准')
  const entries = listed.map((_, at) =>
    isChinese ? { 编号: at + 1, 评判理由: '如此', 评判结果: met ? '是' : '否' } : { number: at + 1, reason: 'so it is', met },
  )
  return JSON.stringify(isChinese ? { 评判: entries } : { criteria: entries })
}

/** Whether a text is one of half of all texts. */
const isHalf = (messages: Messages) => [...(messages[0]?.content ?? '')].reduce((sum, one) => sum + (one.codePointAt(0) ?? 0), 0) % 2 === 0

export const yes = (messages: Messages) => checklist(messages, true)
export const no = (messages: Messages) => checklist(messages, false)
/** What it finds against an answer has the form asked for, what it finds for one has not. */
export const losing = (messages: Messages) => (isHalf(messages) ? checklist(messages, false) : '{"verdict": "yes"}')
export const first = () => 'Output (a)'
export const second = () => 'Output (b)'
/** The evaluation that stands in the prompt. */
export const copying = (messages: Messages) => messages[2]?.content ?? ''
export const silent = () => 'I see. Go on, please.'
/** Says the answer that it was told. */
export const parrot = (messages: Messages) => /### My Answer: (.*)/.exec(messages[1]?.content ?? '')?.[1] ?? ''
export const fours = () => 'It will do. Rating: [[4]]'
/** Passes what says that it is right, whoever is asked. */
export const reads = (messages: Messages) => checklist(messages, (messages.at(-1)?.content ?? '').includes('It is right.'))
