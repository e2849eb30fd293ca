import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { z } from 'zod'
import { packageRoot } from '../packageRoot.ts'
import { remembered } from '../remembered.ts'
import { parseJsonl } from './jsonl.ts'

/** The texts that ship with the package (fixtures/texts/README.md), with the SHA-256 of their files: a damaged one would change what is cut from it. */
const FILES = {
  'state-of-the-union': '06c8e500e1dd5e17bd2cf5ed4441c9298255d4f9c3bf69cf884c1245b4b49b44',
  'moby-dick': 'fd4110fb49a0479e537db71c9c6a2ceebccfd206732a9beec2b8fd7d1e279f0e',
} as const

/** Name of a collection of texts. */
export type TextsName = keyof typeof FILES

const shippedText = z.strictObject({ name: z.string(), title: z.string(), text: z.string() })

/** A text in the public domain, its white space collapsed: an address or a chapter. */
export type ShippedText = z.output<typeof shippedText>

/** The texts of a collection in their order, or why they are not there: a project may have taken the file away. Each is read once. */
export const readTexts: (name: TextsName) => readonly ShippedText[] | { readonly missing: string } = remembered((name) => {
  const file = join('fixtures', 'texts', `${name}.jsonl.br`)
  const path = join(packageRoot, file)
  const missing = (how: string) => ({ missing: `${file} of holdfast is ${how}: install holdfast anew` })
  if (!existsSync(path)) return missing('missing')
  const packed = readFileSync(path)
  if (createHash('sha256').update(packed).digest('hex') !== FILES[name]) return missing('damaged')
  return parseJsonl(brotliDecompressSync(packed), shippedText, path)
})
