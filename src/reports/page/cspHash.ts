import { createHash } from 'node:crypto'

/** What a Content-Security-Policy allows an inline script or style by: `sha256-` and the hash of its text, in base64. */
export function cspHash(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}
