import type { Document } from './source.ts'

/** A list as it stands in the prompt: `1. element`, a line each. */
export function renderList(elements: readonly string[]): string {
  return elements.map((element, index) => `${index + 1}. ${element}\n`).join('')
}

/** The line that opens a document, by its place from 0. */
export function documentHeading(index: number): string {
  const stars = '*'.repeat(20)
  return `${stars} doc-${index + 1} ${stars}\n`
}

/** A document as it stands in the prompt, its fields in the given order. */
export function renderDocument(document: Document, index: number): string {
  const fields = Object.entries(document).filter(([, value]) => value !== undefined && value !== null)
  return `${documentHeading(index)}${fields.map(([key, value]) => `${key}: ${value}\n`).join('')}\n\n`
}
