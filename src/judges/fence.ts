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
