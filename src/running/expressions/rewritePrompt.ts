import { hashFraction } from '../../core/base/random.ts'
import type { TemplateOrigin } from './templateOrigin.ts'

/** Rewrites that one question asks for: more at once grow alike. */
export const REWRITES_A_QUESTION = 10

/** What the wording of a question's rewrites should be like; questions take them in turn. */
const STYLES = [
  'short commands',
  'polite requests in full sentences',
  'everyday spoken language',
  'the formal language of a specification',
  'questions',
  'a busy colleague who leaves out what goes without saying',
  'a teacher who explains a task step by step',
  'someone whose first language is not English, simple and correct',
] as const

/** The question for rewrites of a template. Questions of other numbers ask for another style. */
export function rewritePrompt({ text, keeps }: TemplateOrigin, number: number): string {
  const fields = fieldsIn(text)
  return [
    `Below is a template of an instruction. Rewrite it ${REWRITES_A_QUESTION} times. Each rewrite must ask for exactly the same, in other words and with another sentence structure.`,
    `The style of these rewrites: ${STYLES[number % STYLES.length]}. They must differ from one another too.`,
    '',
    'Rules:',
    `- Keep every placeholder in curly brackets exactly as it is: ${fields.length > 0 ? fields.join(' ') : 'there is none'}. Add none.`,
    '- Where the template has doubled curly brackets, {{ and }}, keep them doubled.',
    ...(keeps.length > 0 ? [`- Keep these words: ${keeps.join(', ')}.`] : []),
    '- Keep every requirement on the form of the answer, and every example of it. Add no requirement.',
    '- Do not carry the instruction out, and do not speak about it.',
    '',
    'Template:',
    '<template>',
    text,
    '</template>',
    '',
    `Reply with one JSON object and nothing else: {"rewrites": [${REWRITES_A_QUESTION} strings]}.`,
  ].join('\n')
}

/** The placeholders of a template, each once, in the order of the text. Doubled brackets are text. */
export function fieldsIn(text: string): string[] {
  const found = [...text.matchAll(/\{\{|\}\}|\{[^{}]*\}/g)].map(([match]) => match)
  return [...new Set(found.filter((match) => match !== '{{' && match !== '}}'))]
}

const OPENINGS = [
  'Please note:',
  'Task at hand:',
  'Listen well.',
  'A request for you:',
  'Now do this.',
  'Here is what we need.',
  'What to do:',
]
const ENDINGS = [
  'Thank you.',
  'That is all.',
  'Nothing else is needed.',
  'Take care.',
  'Go ahead.',
  'We rely on you.',
  'End of the request.',
]

/** What a simulated author replies: the template between made-up words, each marked as simulated. */
export function simulatedRewrites({ task, text }: TemplateOrigin, number: number): string {
  const rewrites = Array.from({ length: REWRITES_A_QUESTION }, (_, index) => {
    const pick = (words: readonly string[], of: string) => words[Math.floor(hashFraction(of, task, text, number, index) * words.length)]
    return `(simulated rewrite ${number + 1}.${index + 1}) ${pick(OPENINGS, 'opening')} ${text} ${pick(ENDINGS, 'ending')}`
  })
  return JSON.stringify({ rewrites })
}
