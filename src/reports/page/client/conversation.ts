import type { Step, Transcript } from '../shared/transcript.ts'
import type { Answers } from './answers.ts'
import { button, type Child, el } from './dom.ts'
import { textBlock } from './textBlock.ts'

/** Level of the headings of an item's parts: beneath the item, or beneath a run of it. */
export type Heading = 'h3' | 'h4'

const SIGNS = { good: '✓ ', bad: '✗ ', none: '' } as const

/** The conversation as a timeline: objections first with what became of them, then step by step. */
export function conversation(
  { steps, texts }: Transcript,
  answers: Answers,
  wanted: readonly string[],
  onStep: (step: number) => void,
  prefix: string,
  heading: Heading,
): Child[] {
  if (steps.length === 0) return []
  const items = steps.map((step, at) => {
    const marks = step.findings.map(({ text, tone }) => el('li', { class: tone }, el('span', { 'aria-hidden': 'true' }, SIGNS[tone]), text))
    const isAnswer = step.call !== undefined && step.parts.length === 1
    return el(
      'li',
      {
        class: `step ${step.who}${step.objection === undefined ? '' : ' objection'}${step.branch === undefined ? '' : ' branch'}`,
        id: `${prefix}-${at + 1}`,
      },
      el(
        'p',
        { class: 'who' },
        button(String(at + 1), () => onStep(at + 1), { class: 'number', 'aria-label': `Link to step ${at + 1}` }),
        step.branch !== undefined && el('span', { class: 'quiet' }, `${step.branch}: `),
        step.title,
      ),
      ...(step.parts.length === 0
        ? [el('pre', {}, el('em', {}, '(empty)'))]
        : isAnswer
          ? [answers.add(at + 1, step)]
          : step.parts.map((part) => textBlock(texts[part] ?? '', partName(texts[part], step), wanted))),
      marks.length > 0 && el('ul', { class: 'findings', 'aria-label': 'What was found about this answer' }, ...marks),
    )
  })
  return [
    ...objections(steps, texts, prefix, heading),
    el(heading, {}, 'Conversation'),
    answers.control(),
    el('ol', { class: 'timeline' }, ...items),
  ]
}

function partName(text: Transcript['texts'][number] | undefined, step: Step): string {
  return typeof text === 'object' ? text.name : step.title
}

/** Each objection with its fate over the later answers. */
function objections(steps: readonly Step[], texts: Transcript['texts'], prefix: string, heading: Heading): HTMLElement[] {
  const rows = steps.flatMap((step, at) => {
    if (step.objection === undefined) return []
    const fate = steps.flatMap((later, index) =>
      later.findings
        .filter(({ objections: about }) => about.includes(step.objection ?? 0))
        .map(({ text, tone }) =>
          stepLink(
            `${SIGNS[tone]}${later.call ?? ''}: ${text.replace(/^objection [\d and]+ /, '')}`,
            `${prefix}-${index + 1}`,
            `finding ${tone}`,
          ),
        ),
    )
    const first = texts[step.parts[0] ?? -1]
    const quote = typeof first === 'string' ? first.slice(0, 160) : (first?.head ?? '')
    return [
      el(
        'li',
        {},
        stepLink(`Objection ${step.objection}`, `${prefix}-${at + 1}`, 'about'),
        `: ${quote}`,
        el('br'),
        ...fate.flatMap((mark) => [mark, ' ']),
      ),
    ]
  })
  return rows.length === 0 ? [] : [el(heading, {}, 'Objections'), el('ul', { class: 'objections' }, ...rows)]
}

/** A link to a step, without leaving the item. */
export function stepLink(text: string, id: string, name = ''): HTMLElement {
  return el('a', { class: name, href: location.hash, onclick: (event) => jump(event, id) }, text)
}

function jump(event: Event, id: string): void {
  event.preventDefault()
  document.getElementById(id)?.scrollIntoView({ block: 'start', behavior: 'smooth' })
}
