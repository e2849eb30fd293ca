import { z } from 'zod'
import {
  fieldsIn,
  originName,
  type PaidCommand,
  REWRITES_A_QUESTION,
  replyJson,
  rewritePrompt,
  simulatedRewrites,
  type TemplateOrigin,
} from '../../../kit.ts'

/** Parameters of the questions for rewrites: they are to differ. */
export const REWRITING = { temperature: 1, json: true } as const
/** Times as many questions as the rewrites take, where answers are lost or refused. */
export const MOST_QUESTIONS = 2

/** A rewrite that can be used, and the model that wrote it. */
export type Rewrite = Readonly<Record<'text' | 'author', string>>

/** What was made of the questions for one origin. */
export type Rewritten = Awaited<ReturnType<typeof askRewrites>>

/** Whatever stands in the list is looked at by itself: one odd entry does not spoil the others. */
const reply = z.object({ rewrites: z.array(z.unknown()).max(1000) })

/**
 * Asks the author for rewrites of a template until there are enough that can be used, or twice as many questions as they should
 * take have been asked.
 */
export async function askRewrites(command: PaidCommand, origin: TemplateOrigin, wanted: number) {
  const kept: Rewrite[] = []
  const refused: Partial<Record<Refusal, number>> = {}
  const taken = new Set([origin.text, ...origin.known].map(comparable))
  let given = 0
  let broken = 0
  const questions = questionsFor(wanted)
  for (let asked = 0; asked < MOST_QUESTIONS * questions && kept.length < wanted; ) {
    // Together what is sure to be needed, then one at a time: nothing is paid for that is not.
    const together = asked === 0 ? questions : 1
    const answers = await Promise.all(Array.from({ length: together }, (_, index) => askOnce(command, origin, asked + index)))
    asked += together
    for (const { content, author } of answers) {
      const rewrites = readRewrites(content)
      if (!rewrites) broken += 1
      for (const rewrite of rewrites ?? []) {
        given += 1
        const refusal = checkRewrite(rewrite, origin, taken)
        if (refusal) refused[refusal] = (refused[refusal] ?? 0) + 1
        else if (kept.length < wanted) kept.push({ text: rewrite.trim(), author })
        taken.add(comparable(rewrite))
      }
    }
  }
  // Kept are as many as were wanted, or fewer, of those that models gave; broken are replies without rewrites.
  return { kept, given, refused, broken }
}

/** Questions that so many rewrites take where none is refused. */
export function questionsFor(wanted: number): number {
  return Math.ceil(wanted / REWRITES_A_QUESTION)
}

/** Cap on a reply, in tokens: no text has more tokens than bytes, and rewrites of twice the length are long ones. */
export function capOf({ text }: TemplateOrigin): number {
  return 512 + REWRITES_A_QUESTION * Math.max(100, Buffer.byteLength(text))
}

async function askOnce(command: PaidCommand, origin: TemplateOrigin, number: number): Promise<{ content: string; author: string }> {
  const answer = await command.ask({
    role: 'author',
    item: originName(origin),
    call: 'rewrite',
    prompt: rewritePrompt(origin, number),
    ...REWRITING,
    maxTokens: capOf(origin),
    // Another number is another model of a panel, and another draw of the same.
    vote: number,
    reference: simulatedRewrites(origin, number),
    simulation: { wrong: JSON.stringify({ rewrites: ['a rewrite that lost its placeholders'] }) },
  })
  return { content: answer.content, author: command.modelOf('author', number) }
}

/** The rewrites in a reply, which may stand in a code fence; undefined where there are none. */
function readRewrites(content: string): string[] | undefined {
  const read = replyJson(content, reply)
  if ('unusable' in read || read.value.rewrites.length === 0) return undefined
  // What is no text is refused as empty, and so counted.
  return read.value.rewrites.map((rewrite) => (typeof rewrite === 'string' ? rewrite : ''))
}

/** Why a rewrite is refused, with the words that tables say it in. */
const REFUSALS = {
  placeholders: 'placeholders',
  keeps: 'words lost',
  duplicate: 'duplicate',
  empty: 'empty',
  characters: 'control characters',
  length: 'length',
} as const

type Refusal = keyof typeof REFUSALS

/** What was refused, a reason with its count, and how many replies had no rewrites. */
export function refusedText({ refused, broken }: Pick<Rewritten, 'refused' | 'broken'>): string {
  const counts = Object.entries(REFUSALS).flatMap(([reason, words]) =>
    refused[reason as Refusal] ? [`${words} ${refused[reason as Refusal]}`] : [],
  )
  return [...counts, ...(broken > 0 ? [`replies without rewrites ${broken}`] : [])].join(', ') || 'none'
}

/** Times a rewrite may be as long as its template, and as short; and characters that it may have in any case. */
const LONGER = 4
const SHORTER = 1 / 4
const LEAST_LONGEST = 400

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this looks for
const UNSAFE = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]|\p{Cf}|\p{Cs}|\p{Co}|[\u2028\u2029]/u

/**
 * Why a model's rewrite cannot be used; undefined where nothing speaks against it. What it means is not looked at: a program cannot
 * tell.
 *
 * @param taken texts that there are already, as {@link comparable}.
 */
export function checkRewrite(rewrite: string, { text, keeps }: TemplateOrigin, taken: ReadonlySet<string>): Refusal | undefined {
  if (rewrite.trim() === '') return 'empty'
  if (UNSAFE.test(rewrite)) return 'characters'
  if (rewrite.length > Math.max(LEAST_LONGEST, LONGER * text.length) || rewrite.length < SHORTER * text.length) return 'length'
  if (!sameFields(rewrite, text)) return 'placeholders'
  if (!keeps.every((word) => rewrite.toLowerCase().includes(word.toLowerCase()))) return 'keeps'
  return taken.has(comparable(rewrite)) ? 'duplicate' : undefined
}

/** A text without what does not make it another wording: case, spaces and punctuation. */
export function comparable(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}{}[\]]+/gu, ' ')
    .trim()
}

/** Whether a rewrite has all placeholders of the template and no other, and doubled brackets where the template has some. */
function sameFields(rewrite: string, text: string): boolean {
  const rest = rewrite.replace(/\{\{|\}\}|\{[A-Za-z_]\w*(?:\[\d+\])?\}/g, '')
  if (/[{}]/.test(rest)) return false
  if (fieldsIn(rewrite).sort().join() !== fieldsIn(text).sort().join()) return false
  return ['{{', '}}'].every((bracket) => text.includes(bracket) === rewrite.includes(bracket))
}
