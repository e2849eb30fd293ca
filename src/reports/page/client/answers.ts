import type { LongText, Step, Transcript } from '../shared/transcript.ts'
import { loadChunk } from './chunks.ts'
import { button, el } from './dom.ts'
import { TextBlock } from './textBlock.ts'
import { MOST_CHARS, wordDiff } from './wordDiff.ts'

/** How answers are shown: as they are, or with what differs from another text. */
export type AnswerMode = 'plain' | 'baseline' | 'reference'

/** A text that an answer is held against. */
interface Counterpart {
  readonly text: string | LongText
  readonly note: string
}

/** What was chosen last: it stays from item to item. */
let chosen: AnswerMode = 'plain'

/** The answers of a conversation: each may be held against the baseline's and the reference, and have words of it marked. */
export class Answers {
  readonly #own: Transcript
  readonly #other: Transcript | undefined
  readonly #against: string
  readonly #shown = new Map<number, ShownAnswer>()

  /** @param other the transcript of the run compared with, `against` its name. */
  constructor(own: Transcript, other: Transcript | undefined, against: string) {
    this.#own = own
    this.#other = other
    this.#against = against
  }

  /** The block of an answer. @param at the step, from 1. */
  add(at: number, step: Step): HTMLElement {
    const answer = new ShownAnswer(this.#own.texts[step.parts[0] ?? -1] ?? '', step.title, this.#counterparts(step))
    this.#shown.set(at, answer)
    answer.show(chosen)
    return answer.element
  }

  /** The control that chooses how answers are shown; undefined where there is nothing to hold them against. */
  control(): HTMLElement | undefined {
    const modes = (['baseline', 'reference'] as const).filter((mode) => [...this.#shown.values()].some((answer) => answer.has(mode)))
    if (modes.length === 0) return undefined
    const names = { plain: 'as they are', baseline: `against ${this.#against}`, reference: 'against the reference' } as const
    const buttons = (['plain', ...modes] as const).map((mode) => ({
      mode,
      element: button(names[mode], () => {
        chosen = mode
        this.showChosen()
        for (const other of buttons) other.element.setAttribute('aria-pressed', String(other.mode === mode))
      }),
    }))
    const active = modes.some((mode) => mode === chosen) ? chosen : 'plain'
    for (const { mode, element } of buttons) element.setAttribute('aria-pressed', String(mode === active))
    return el(
      'p',
      { class: 'moves modes', role: 'group', 'aria-label': 'How answers are shown' },
      'Answers ',
      ...buttons.map(({ element }) => element),
    )
  }

  /** Shows all answers as was chosen. */
  showChosen(): void {
    for (const answer of this.#shown.values()) answer.show(chosen)
  }

  /** Text of an answer, where it is on the page whole. */
  textAt(at: number | undefined): string | undefined {
    const text = this.#own.texts[this.#own.steps[(at ?? 0) - 1]?.parts[0] ?? -1]
    return typeof text === 'string' && this.#shown.has(at ?? 0) ? text : undefined
  }

  /** Marks words of an answer and goes there. */
  mark(at: number, place: { readonly from: number; readonly to: number }): void {
    void this.#shown.get(at)?.mark(place)
  }

  #counterparts({ call, branch, reference }: Step): ReadonlyMap<AnswerMode, Counterpart> {
    const found = new Map<AnswerMode, Counterpart>()
    const step = this.#other?.steps.find((other) => other.call !== undefined && other.call === call && other.branch === branch)
    const text = this.#other?.texts[step?.parts[0] ?? -1]
    if (text !== undefined) found.set('baseline', { text, note: `Against the answer in ${this.#against}.` })
    const known = reference && this.#own.texts[reference.part]
    if (known !== undefined)
      found.set('reference', {
        text: known,
        note: reference?.cut
          ? 'Against the beginning of the reference: the run keeps no more of it. What follows in the answer is not compared.'
          : 'Against the reference.',
      })
    return found
  }
}

class ShownAnswer {
  readonly element = el('div', { class: 'answer' })
  readonly #text: string | LongText
  readonly #block: TextBlock
  readonly #counterparts: ReadonlyMap<AnswerMode, Counterpart>
  #mode: AnswerMode | undefined

  constructor(text: string | LongText, name: string, counterparts: ReadonlyMap<AnswerMode, Counterpart>) {
    this.#text = text
    this.#block = new TextBlock(text, name, [])
    this.#counterparts = counterparts
  }

  has(mode: AnswerMode): boolean {
    return this.#counterparts.has(mode)
  }

  show(asked: AnswerMode): void {
    const counterpart = this.#counterparts.get(asked)
    const mode = counterpart ? asked : 'plain'
    if (mode === this.#mode) return
    this.#mode = mode
    if (!counterpart) {
      this.#block.reset()
      this.element.replaceChildren(this.#block.element)
      return
    }
    Promise.all([whole(counterpart.text), whole(this.#text)])
      .then(([before, after]) => {
        if (this.#mode === mode) this.element.replaceChildren(...this.#compared(before, after, counterpart))
      })
      .catch((error: unknown) => this.element.prepend(el('p', { role: 'alert' }, error instanceof Error ? error.message : String(error))))
  }

  async mark(place: { readonly from: number; readonly to: number }): Promise<void> {
    this.#mode = 'plain'
    this.element.replaceChildren(this.#block.element)
    await this.#block.mark(place)
  }

  #compared(before: string, after: string, { note }: Counterpart): readonly HTMLElement[] {
    const pieces = wordDiff(before, after)
    const says = (text: string) => el('p', { class: 'quiet' }, text)
    if (typeof pieces === 'string') {
      this.#block.reset()
      const why =
        pieces === 'too long'
          ? `Not compared word by word: the two texts are longer than ${MOST_CHARS.toLocaleString('en')} characters together.`
          : 'Not compared word by word: the two texts have too little in common.'
      return [says(why), this.#block.element]
    }
    if (pieces.every(({ side }) => side === 'both')) return [says(`${note} No word differs.`), this.#block.element]
    const text = el(
      'pre',
      { class: 'diff' },
      ...pieces.map(({ text, side }) => (side === 'both' ? text : el(side === 'before' ? 'del' : 'ins', {}, text))),
    )
    return [says(`${note} Struck through: only there. Underlined: only here.`), text]
  }
}

async function whole(text: string | LongText): Promise<string> {
  if (typeof text === 'string') return text
  // Nothing is loaded that could not be compared.
  return text.chars > MOST_CHARS ? ' '.repeat(MOST_CHARS + 1) : String(await loadChunk(text.blob))
}
