import { createHash } from 'node:crypto'
import { nfkc } from '../core/base/text/nfkc.ts'

/** Another's text between tags it cannot close: their name has the text's hash. Equal texts get equal tags, so prompts stay cacheable. */
export function fence(name: string, text: string): string {
  const tag = `${name}-${createHash('sha256').update(text).digest('hex').slice(0, 12)}`
  return `<${tag}>\n${text}\n</${tag}>`
}

/** Forged tags looked at: a text that is shown may be full of them. */
const MOST_FORGED = 20

/** The texts that a prompt shows between tags of a name (a pattern), each with the word that stands before it on a line of its own (`user:`). */
export function* fencedTexts(prompt: string, name: string): Generator<{ readonly text: string; readonly label: string }, undefined> {
  const opening = new RegExp(`<(${name}-[0-9a-f]{12})>\\n`, 'g')
  let forged = 0
  for (let match = opening.exec(prompt); match !== null && forged < MOST_FORGED; match = opening.exec(prompt)) {
    const from = match.index + match[0].length
    const end = prompt.indexOf(`\n</${match[1]}>`, match.index)
    const text = prompt.slice(from, Math.max(from, end))
    // A text that is shown may hold tags of its own: those are not named after what they enclose.
    if (end === -1 || !prompt.startsWith(fence(match[1]?.slice(0, -13) ?? '', text), match.index)) {
      forged += 1
      continue
    }
    yield { text, label: /(?:^|\n)(\w+):\n$/.exec(prompt.slice(Math.max(0, match.index - 40), match.index))?.[1] ?? '' }
    opening.lastIndex = end
  }
}

/** The first text that a prompt shows between the tags of a name; undefined where it shows none. */
export function fencedText(prompt: string, name: string): string | undefined {
  return fencedTexts(prompt, name).next().value?.text
}

/** What a reader does not see, and a judge may leave out when it quotes: invisible characters, and the backslashes of escapes. */
const UNSEEN = /[\p{Cf}\p{Default_Ignorable_Code_Point}\\]/gu

/** A text as a reader sees it: letters of other widths as plain ones, without invisible characters and backslashes. */
export function visible(text: string): string {
  return nfkc(text).replace(UNSEEN, '')
}

/** Whether what a judge is shown holds a `form` of a verdict, loosely, however its letters are disguised (docs/formats.md, section 1). */
export function imitates(form: RegExp, shown: readonly string[]): boolean {
  return shown.some((text) => form.test(visible(text)))
}

/** What looks like a key of JSON, however it is quoted or escaped. */
export function keyLike(...names: readonly string[]): RegExp {
  return new RegExp(`(?:${names.join('|')})(?:u0022|x22|&quot;|\\W){0,4}:`, 'i')
}
