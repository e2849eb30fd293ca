import type { PageCall, Step, Transcript } from '../shared/transcript.ts'
import { button, type Child, el, folded } from './dom.ts'
import { showWhole, textBlock } from './textBlock.ts'

/** What the parts of an item in one run share. */
export interface ShownRun extends Transcript {
  /** Level of the headings: beneath the item, or beneath a run of it. */
  readonly heading: 'h3' | 'h4'
  /** Of the ids of its steps. */
  readonly prefix: string
  /** What to mark in its texts. */
  readonly wanted: readonly string[]
  /** Called with a step to be linked to. */
  readonly onStep: (step: number) => void
}

/** What says of a word whether it is good or bad, without colour. */
export const TONE_SIGNS = { good: '✓ ', bad: '✗ ', none: '' } as const

/** The conversation as a timeline: objections first with what became of them, then step by step. */
export function conversation(run: ShownRun): Child[] {
  const { steps, texts, prefix, heading, wanted, onStep } = run
  if (steps.length === 0) return []
  const items = steps.map((step, at) => {
    const { who, title, objection, branch, findings, turn } = step
    const parts = step.parts.map((part) => {
      const text = texts[part] ?? ''
      return textBlock(text, typeof text === 'object' ? text.name : title, step.call === undefined ? wanted : [])
    })
    const marks = findings.map(({ text, tone }) => el('li', { class: tone }, el('span', { 'aria-hidden': 'true' }, TONE_SIGNS[tone]), text))
    return el(
      'li',
      {
        class: `step ${who} ${objection === undefined ? '' : 'objection'} ${branch === undefined ? '' : 'branch'}`,
        id: `${prefix}-${at + 1}`,
      },
      el(
        'p',
        { class: 'who' },
        button(who === 'user' && turn !== undefined ? String(turn) : '#', () => onStep(at + 1), {
          class: 'number',
          'aria-label': `Link to ${stepName(run, at + 1)}`,
        }),
        branch !== undefined && el('span', { class: 'quiet' }, `${branch}: `),
        title,
      ),
      ...(parts.length === 0 && who !== 'compaction' ? [textBlock('', title)] : parts),
      marks.length > 0 && el('ul', { class: 'findings', 'aria-label': 'What was found about this answer' }, ...marks),
    )
  })
  const objections = steps.flatMap((step, at) => (step.objection === undefined ? [] : [fate(run, step, at)]))
  return [
    ...(objections.length > 0 ? [el(heading, {}, 'Objections'), el('ul', { class: 'objections' }, ...objections)] : []),
    el(heading, {}, 'Conversation'),
    el('ol', { class: 'timeline' }, ...items),
  ]
}

/** What a step, from 1, is called: by its turn, as everywhere. What is asked beside the conversation is of none. */
export function stepName({ steps }: Transcript, at: number): string {
  const { turn, who = '' } = steps[at - 1] ?? {}
  if (turn === undefined) return `step ${at}`
  return who === 'user' ? `turn ${turn}` : `the answer of turn ${turn}`
}

/** An objection with its fate over the later answers. */
function fate({ steps, texts, prefix }: ShownRun, { objection = 0, parts }: Step, at: number): HTMLElement {
  const marks = steps.flatMap(({ call = '', findings }, index) =>
    findings
      .filter(({ objections }) => objections.includes(objection))
      .flatMap(({ text, tone }) => [
        stepLink(`${TONE_SIGNS[tone]}${call}: ${text.replace(/^objection [\d and]+ /, '')}`, `${prefix}-${index + 1}`, `finding ${tone}`),
        ' ',
      ]),
  )
  const first = texts[parts[0] ?? -1] ?? ''
  const quote = typeof first === 'string' ? first.slice(0, 160) : first.head
  return el('li', {}, stepLink(`Objection ${objection}`, `${prefix}-${at + 1}`, 'about'), `: ${quote}`, el('br'), ...marks)
}

/** A link to a step, without leaving the item. */
export function stepLink(text: string, id: string, name: string): HTMLElement {
  const onclick = (event: Event) => {
    event.preventDefault()
    document.getElementById(id)?.scrollIntoView({ block: 'start', behavior: 'smooth' })
  }
  return el('a', { class: name, href: location.hash, onclick }, text)
}

/** Text of the answer of a step, where it is on the page whole. */
export function answerText({ steps, texts }: Transcript, step: number | undefined): string | undefined {
  const { call, parts = [] } = steps[(step ?? 0) - 1] ?? {}
  const text = call !== undefined && parts.length === 1 ? texts[parts[0] ?? -1] : undefined
  return typeof text === 'string' ? text : undefined
}

/** Marks words of the answer of a step and goes there. */
export function markAnswer(run: ShownRun, step: number, text: string, place: { readonly from: number; readonly to: number }): void {
  const block = document.querySelector<HTMLElement>(`#${run.prefix}-${step} > .text`)
  if (block) showWhole(block, text, stepName(run, step), [place])
}

/** Every call with its messages. */
export function rawCalls({ calls, texts }: Transcript): HTMLElement {
  const shown = (role: string, part: number) => el('div', {}, el('p', { class: 'who' }, role), textBlock(texts[part] ?? '', role))
  const items = calls.map((call) =>
    folded(el('span', {}, `${callName(call)} `, el('span', { class: 'quiet' }, call.facts), call.error !== undefined && ' · error'), () => [
      ...call.messages.flatMap(({ role, parts }) => parts.map((part) => shown(role, part))),
      call.thoughts !== undefined && shown('thoughts', call.thoughts),
      call.content !== null && shown('reply', call.content),
      call.error !== undefined && el('pre', { class: 'error-text' }, call.error),
    ]),
  )
  const summary = calls.length === 1 ? 'The call as it was made' : `All ${calls.length} calls as they were made`
  return folded(summary, () => items, 'raw')
}

function callName({ role, call, ask, vote }: PageCall): string {
  return `${role} ${call}${vote > 0 ? `, vote ${vote + 1}` : ''}${ask > 0 ? `, asked again (${ask})` : ''}`
}
