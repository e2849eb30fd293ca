import { existsSync } from 'node:fs'
import { grouped, type ItemRecord, markdownCell, messageOf, type RunFolder, sizeIn } from '../../kit.ts'
import { readCase } from './caseFiles.ts'
import type { ShrunkCase } from './shrunkCase.ts'

/** Begins the part of report.md on shrunk items, its last. No text of a model can hold it: what is shown of one is escaped. */
const BEGIN = '<!-- holdfast: shrunk items -->'
/** Characters of a title. */
const SHOWN = 80

/** A report.md with one line for each item that was shrunk, at its end, in the place of an earlier such part. */
export function withShrunkItems(markdown: string, folder: Pick<RunFolder, 'shrunk'>, records: readonly ItemRecord[]): string {
  const at = markdown.indexOf(BEGIN)
  const rest = at === -1 ? markdown : `${markdown.slice(0, at).trimEnd()}\n`
  const lines = shrunkItems(folder, records)
  return lines.length === 0 ? rest : `${rest.trimEnd()}\n\n${BEGIN}\n### Smallest failing cases\n\n${lines.join('\n')}\n`
}

function shrunkItems(folder: Pick<RunFolder, 'shrunk'>, records: readonly ItemRecord[]): string[] {
  if (!existsSync(folder.shrunk)) return []
  const items = new Map(records.map(({ suite, item }) => [JSON.stringify([suite, item]), { suite, item }]))
  return [...items.values()].flatMap(({ suite, item }) => {
    try {
      const found = readCase(folder, 'shrunk', suite, item)
      return found ? [`- ${markdownCell(`${item} of ${suite}`)}: ${said(found)}`] : []
    } catch (error) {
      return [`- ${markdownCell(`${item} of ${suite}`)}: ${markdownCell(messageOf(error))}`]
    }
  })
}

function said({ outcome, before, after, parts, sizes, needed, simulated, cutShort }: ShrunkCase): string {
  const label = simulated ? ' (simulated)' : ''
  if (outcome === 'chance') return `does not fail beyond chance${label}`
  if (outcome === 'whole') return `only the whole item fails${cutShort ? ', as far as was tried' : ''}${label}`
  const titles = parts
    .filter(({ name }) => needed.includes(name))
    .map(({ kind, title }) => `${kind} “${[...title].slice(0, SHOWN).join('')}”`)
  const because = titles.length === 0 ? '' : `; needed: ${markdownCell(titles.join(', '))}`
  const kept = parts.filter(({ name, size }) => sizeIn(sizes, name, size) > 0).length
  return `${grouped(kept)} of ${grouped(parts.length)} parts, ${grouped(after.messages.length)} of ${grouped(before.messages.length)} messages and ${grouped(after.tokens)} of ${grouped(before.tokens)} tokens still fail${because}${label}`
}
