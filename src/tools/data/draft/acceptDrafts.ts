import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { z } from 'zod'
import { type DraftRecipe, makeFolder, parseJsonl, readJson, writeWhole } from '../../../kit.ts'
import type { ReviewedDraft } from './reviewFile.ts'

/** What came of a review. */
export interface AcceptedDrafts {
  readonly accepted: number
  readonly refused: number
  readonly open: number
  /** Accepted ones that a simulated model had a part in. */
  readonly simulated: number
  /** Items in the file now. */
  readonly items: number
}

/**
 * Puts accepted items into an item file of the suite, behind those that it has. An item that asks what one of the file asks takes
 * its place, so that accepting again adds nothing twice.
 *
 * @throws HoldfastError for an item that does not fit the suite's schema; nothing is written then.
 */
export async function acceptDrafts(
  recipe: DraftRecipe,
  drafts: readonly ReviewedDraft[],
  review: string,
  out: string,
): Promise<AcceptedDrafts> {
  const accepted = drafts.filter(({ decision }) => decision === 'accepted')
  const items = new Map<string, unknown>()
  for (const [index, item] of (await readItems(recipe, out)).entries()) items.set(recipe.check(item, `${out}, item ${index + 1}`), item)
  for (const { id, line, item } of accepted) items.set(recipe.check(item, `${review}, line ${line}, draft ${id}`), item)
  if (accepted.length > 0) {
    makeFolder(dirname(out))
    writeWhole(out, itemsText(recipe, [...items.values()]))
  }
  const count = (wanted: ReviewedDraft['decision']) => drafts.filter(({ decision }) => decision === wanted).length
  return {
    accepted: accepted.length,
    refused: count('refused'),
    open: count('open'),
    simulated: accepted.filter(({ simulated }) => simulated).length,
    items: items.size,
  }
}

/** The text of an item file. */
function itemsText({ layout }: DraftRecipe, items: readonly unknown[]): string {
  return layout === 'array' ? `${JSON.stringify(items, null, 2)}\n` : items.map((item) => `${JSON.stringify(item)}\n`).join('')
}

async function readItems({ layout }: DraftRecipe, path: string): Promise<readonly unknown[]> {
  if (!existsSync(path)) return []
  return layout === 'array' ? readJson(path, z.array(z.unknown())) : parseJsonl(await readFile(path), z.unknown(), path)
}
