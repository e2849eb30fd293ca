import { createHash } from 'node:crypto'

/**
 * A text of somebody else's making, between tags that it cannot close: their name ends in a hash of the text itself, so
 * to contain its own closing tag a text would have to contain its own hash. Equal texts get equal tags, so prompts stay
 * comparable and cacheable.
 */
export function fence(name: string, text: string): string {
  const tag = `${name}-${createHash('sha256').update(text).digest('hex').slice(0, 12)}`
  return `<${tag}>\n${text}\n</${tag}>`
}

/** Tags looked at: a text that is shown may be full of them. */
const MOST_TAGS = 20

/** The text that a prompt shows between the tags of a name; undefined where it shows none. */
export function fencedText(prompt: string, name: string): string | undefined {
  const tags = [...prompt.matchAll(new RegExp(`<(${name}-[0-9a-f]{12})>\\n`, 'g'))].slice(0, MOST_TAGS)
  for (const { 0: opening, 1: tag, index } of tags) {
    const end = prompt.indexOf(`\n</${tag}>`, index)
    const text = prompt.slice(index + opening.length, Math.max(index + opening.length, end))
    // A text that is shown may hold tags of its own: those are not named after what they enclose.
    if (end !== -1 && prompt.startsWith(fence(name, text), index)) return text
  }
  return undefined
}

/** The texts that a prompt shows between tags of a name, each with the word that stands before it on a line of its own (`user:`). */
export function fencedTexts(prompt: string, name: string): { readonly text: string; readonly label: string }[] {
  const found: { text: string; label: string }[] = []
  const opening = new RegExp(`<(${name}-[0-9a-f]{12})>\\n`, 'g')
  for (let match = opening.exec(prompt); match !== null; match = opening.exec(prompt)) {
    const from = match.index + match[0].length
    const end = prompt.indexOf(`\n</${match[1]}>`, match.index)
    const text = prompt.slice(from, Math.max(from, end))
    // A text that is shown may hold tags of its own: those are not named after what they enclose.
    if (end === -1 || !prompt.startsWith(fence(name, text), match.index)) continue
    found.push({ text, label: /(?:^|\n)(\w+):\n$/.exec(prompt.slice(Math.max(0, match.index - 40), match.index))?.[1] ?? '' })
    opening.lastIndex = end
  }
  return found
}
