import { hashFraction, random } from '../../src/kit.ts'
import { AXES, FOCI, type Focus, type RefutebenchOptions, STYLES, type Style } from './names.ts'
import type { Seed, Swap } from './seeds.ts'

/** What is drawn for an item before any call. */
export interface Draws {
  readonly foci: readonly Focus[]
  readonly style: Style
  readonly demands: readonly Edit[]
  readonly runSeed: number
}

/**
 * What the objections of a dialogue are about, one a turn: drawn from (run seed, seed, turn) alone and so equal for all
 * models (docs/suites/refutebench.md, R8).
 */
export function drawFoci(mode: RefutebenchOptions['focus'], runSeed: number, seedId: string, turns: number): Focus[] {
  if (mode === 'balanced') {
    const order = random('focus-order', runSeed, seedId).shuffle(FOCI)
    return Array.from({ length: turns }, (_, turn) => order[turn % order.length] as Focus)
  }
  return Array.from({ length: turns }, (_, turn) => FOCI[Math.floor(hashFraction('focus', runSeed, seedId, turn) * FOCI.length)] as Focus)
}

/** The style of an item's refuter; what is `mixed` is drawn from (run seed, seed). */
export function drawStyle(options: Pick<RefutebenchOptions, keyof Style>, runSeed: number, seedId: string): Style {
  const drawn = AXES.map((axis) => {
    const level = options[axis]
    return [axis, level === 'mixed' ? STYLES[axis][hashFraction('style', axis, runSeed, seedId) < 0.5 ? 0 : 1] : level]
  })
  return Object.fromEntries(drawn) as Style
}

/** An objection of the simulated refuter: what it says, and how a program can tell whether an answer follows it. */
export interface Demand {
  /** As an objection to the answer before it. */
  readonly text: string
  /** As a rule for all later requests of the kind. */
  readonly standing: string
  check(answer: string): boolean
}

/** A demand with what it does to an answer. */
export interface Edit extends Demand {
  readonly kind: 'swap' | 'open' | 'insert' | 'close'
  readonly from: string
  readonly to: string
  /** The words that are demanded. */
  readonly words: string
}

const WORDS = {
  zh: {
    open: ['简而言之，', '坦白地说，', '换句话说，'],
    insert: ['这一点值得注意。', '其中自有深意。', '事情就是这样。'],
    close: ['不是吗？', '您说呢？', '谁说不是呢？'],
    mention: ['的确', '显然', '毕竟'],
  },
  en: {
    open: ['In plain terms: ', 'To put it briefly: ', 'Frankly: '],
    insert: ['That much is certain.', 'This deserves attention.', 'So much for the facts.'],
    close: ['Who would have thought so?', 'Is that not remarkable?', 'What does that tell us?'],
    mention: ['indeed', 'after all', 'of course'],
  },
} as const

/**
 * Objections to a seed's reference answer, one for each focus, that can all be met at once: usage swaps one wording for
 * another, style opens, closes or adds to the answer in a given way. Some swaps narrow an earlier one.
 *
 * @param portable only demands that make sense for another seed's answer too.
 */
export function drawDemands(seed: Seed, foci: readonly Focus[], runSeed: number, portable = false): Edit[] {
  const draw = random('demands', runSeed, seed.id)
  const words = WORDS[seed.task === 'mt' ? 'zh' : 'en']
  const styles = draw.shuffle(['open', 'insert', 'close'] as const)
  const mentions = draw.shuffle(words.mention)
  const swaps = portable ? [] : [...seed.swaps]
  const inOrder = seed.swaps.some((swap) => widerThan(swap, seed) !== undefined)
  return foci.map((focus) => {
    if (focus !== 'style') {
      const swap = takeSwap(swaps, focus, inOrder)
      if (swap) return swapEdit(swap, seed)
    }
    const kind = styles.shift()
    return kind ? styleEdit(kind, draw.pick(words[kind])) : mentionEdit(mentions.shift() as string)
  })
}

/**
 * A single word for `word usage`, several for `phrase usage`, or whatever is left. `inOrder` takes the next one, whatever the
 * focus: a swap must be demanded before the one that narrows it.
 */
function takeSwap(swaps: Swap[], focus: Focus, inOrder: boolean): Swap | undefined {
  if (inOrder) return swaps.shift()
  const isPhrase = ([, to]: Swap) => (/\p{Script=Han}/u.test(to) ? to.length > 3 : to.includes(' '))
  const at = swaps.findIndex((swap) => isPhrase(swap) === (focus === 'phrase usage'))
  return swaps.splice(at === -1 ? 0 : at, 1)[0]
}

/** The swap of the seed that a swap narrows. */
function widerThan([from]: Swap, { swaps }: Pick<Seed, 'swaps'>): Swap | undefined {
  return swaps.find(([other]) => other !== from && from.includes(other))
}

function swapEdit(swap: Swap, seed: Seed): Edit {
  const [from, to] = swap
  const common = { kind: 'swap', from, to, words: to } as const
  const wider = widerThan(swap, seed)
  if (wider) {
    // Takes back a part of an earlier demand: where that put its own wording, a third one is to stand in this place.
    const changed = from.replaceAll(wider[0], () => wider[1])
    const order = `keep “${wider[1]}” elsewhere, but not in “${changed}”: there say “${to}”`
    return {
      ...common,
      text: `That goes too far. Please ${order}!`,
      standing: `That goes too far. ${FROM_NOW_ON}, ${order}!`,
      check: (answer) => answer.includes(to) && !answer.includes(from) && !answer.includes(changed),
    }
  }
  const everywhere = seed.reference.split(from).length > 2 ? ', everywhere' : ''
  return {
    ...common,
    text: `No, “${from}” is not how I want that put. Say “${to}” instead${everywhere}!`,
    standing: `${FROM_NOW_ON}, wherever you would say “${from}”, say “${to}” instead!`,
    check: (answer) => answer.includes(to) && !answer.includes(from),
  }
}

const FROM_NOW_ON = 'In all requests of this kind from now on'

const STYLE_DEMANDS = {
  open: {
    order: (words: string) => `begin with the words “${words.trim()}”`,
    check: (answer: string, words: string) => answer.trim().startsWith(words.trim()),
  },
  insert: {
    order: (words: string) => `work in the sentence “${words}”`,
    check: (answer: string, words: string) => answer.includes(words),
  },
  close: {
    order: (words: string) => `end with the question “${words}”`,
    check: (answer: string, words: string) => answer.trim().endsWith(words),
  },
} as const

function styleEdit(kind: keyof typeof STYLE_DEMANDS, words: string): Edit {
  const { order, check } = STYLE_DEMANDS[kind]
  return {
    kind,
    from: '',
    to: words,
    words,
    text: `I do not like the tone at all. Please ${order(words)}!`,
    standing: `I do not like the tone. ${FROM_NOW_ON}, ${order(words)}!`,
    check: (answer) => check(answer, words),
  }
}

/** For answers without a swap left: a word that must occur, in a sentence of its own. */
function mentionEdit(word: string): Edit {
  return {
    kind: 'insert',
    from: '',
    to: /\p{Script=Han}/u.test(word) ? `${word}如此。` : `It is so, ${word}.`,
    words: word,
    text: `Something is missing. Use the expression “${word}”!`,
    standing: `Something is missing. ${FROM_NOW_ON}, use the expression “${word}”!`,
    check: (answer) => answer.includes(word),
  }
}

/** A sentence that could be demanded in place of the one that is. */
export function otherSentence({ words }: Edit): string {
  const sentences: readonly string[] = WORDS[/\p{Script=Han}/u.test(words) ? 'zh' : 'en'].insert
  return sentences.find((sentence) => sentence !== words) as string
}

/** The reference as it stands when some demands are followed. */
export function complyWith(reference: string, demands: readonly Demand[]): string {
  const edits = demands as readonly Edit[]
  const of = (kind: Edit['kind']) => edits.filter((edit) => edit.kind === kind).map(({ to }) => to)
  // The longest wording first, so that a demand that narrows another is followed before the wider one changes its place.
  const swaps = edits.filter(({ kind }) => kind === 'swap').sort((one, other) => other.from.length - one.from.length)
  const body = swaps.reduce((text, { from, to }) => text.replaceAll(from, () => to), reference)
  const space = /\p{Script=Han}/u.test(reference) ? '' : ' '
  return `${of('open').join('')}${[body, ...of('insert'), ...of('close')].join(space)}`
}

/** Whether an answer is the reference with any of the demands followed: what a simulated judge takes for the task done. */
export function isVersionOf(reference: string, demands: readonly Demand[], answer: string): boolean {
  return Array.from({ length: 2 ** demands.length }, (_, bits) => demands.filter((_demand, index) => (bits >> index) % 2 === 1)).some(
    (followed) => complyWith(reference, followed) === answer,
  )
}
