import { hash } from 'node:crypto'
import { extname } from 'node:path'
import { z } from 'zod'
import { parseJsonl } from '../../core/base/data/jsonl.ts'
import { readJson } from '../../core/base/data/readJson.ts'
import { decodeUtf8, readBytes } from '../../core/base/data/utf8.ts'
import { dataError } from '../../core/base/errors.ts'
import type { DraftSource, SourceKind } from './draftRecipe.ts'

/** Fields that may hold the text of an entry. */
const FIELDS = ['text', 'topic', 'instruction', 'input', 'document', 'query'] as const

const entry = z.unknown().transform((value, context) => {
  const fields: Readonly<Record<string, unknown>> = typeof value === 'object' && value !== null ? { ...value } : { text: value }
  const found = FIELDS.map((name) => fields[name]).find((text) => typeof text === 'string' && text.trim() !== '')
  if (typeof found === 'string') return { text: found.trim() }
  context.addIssue({ code: 'custom', message: `expected a text, or an object with one in ${FIELDS.join(', ')}` })
  return z.NEVER
})

/**
 * Reads sources of drafts: `.jsonl` with an entry a line, `.json` with an array of them (a text, or an object with one), any other file as
 * one document, or a topic or instruction a line. @throws HoldfastError for a file that cannot be read, or is empty.
 */
export function readSources(path: string, kind: SourceKind): DraftSource[] {
  const entries = [...read(path, kind)]
  if (entries.length === 0) throw dataError(`Failed to read ${path}: it is empty. Give a file with a ${kind} in it.`)
  const ids = new Set<string>()
  return entries.flatMap((own) => {
    const id = sourceId(own.text)
    if (ids.has(id)) return []
    ids.add(id)
    return [{ id, text: own.text }]
  })
}

/** The id of a source by its text, so that an entry that is added or moved changes no other draft. */
export function sourceId(text: string): string {
  return hash('sha256', text).slice(0, 8)
}

function read(path: string, kind: SourceKind): readonly { readonly text: string }[] {
  const extension = extname(path).toLowerCase()
  if (extension === '.json') return readJson(path, z.array(entry))
  const bytes = readBytes(path, 'Name a readable file.')
  if (extension === '.jsonl') return parseJsonl(bytes, entry, path)
  const whole = decodeUtf8(bytes, path)
  if (kind === 'document') return whole.trim() === '' ? [] : [{ text: whole.trim() }]
  return whole
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .map((line) => ({ text: line }))
}

/** Texts that are listed in a recipe, as sources. */
export function listedSources(texts: readonly string[]): DraftSource[] {
  return texts.map((text) => ({ id: sourceId(text), text }))
}
