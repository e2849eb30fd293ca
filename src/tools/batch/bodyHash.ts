import { hash } from 'node:crypto'

/** SHA-256 of what a request says. */
export function bodyHash(url: string, body: unknown): string {
  return hash('sha256', JSON.stringify([url, body]))
}
