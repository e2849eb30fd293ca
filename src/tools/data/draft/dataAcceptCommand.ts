import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, resolve, sep } from 'node:path'
import { Command } from 'commander'
import { z } from 'zod'
import {
  columns,
  counted,
  type DraftRecipe,
  grouped,
  makeFolder,
  note,
  parseJsonl,
  printResult,
  readJson,
  writeWhole,
} from '../../../kit.ts'
import { recipeOf } from './draftSuite.ts'
import { type ReviewedDraft, readReview } from './reviewFile.ts'

/** `holdfast data accept <review file> --out <items file>`: puts the drafts that a person accepted into an item file. */
export function dataAcceptCommand(): Command {
  return new Command('accept')
    .description('Put the drafts of a review file that a person accepted into an item file that the suite reads.')
    .argument('<review file>', 'as data draft writes it, with yes or no behind each accept:')
    .requiredOption('--out <items file>', 'file to add them to, for instance data/kieval/own.jsonl')
    .action(async (review: string, { out }: { out: string }) => {
      const { suite, kind, drafts } = readReview(resolve(review))
      const recipe = await recipeOf(suite, kind)
      const accepted = drafts.filter(({ decision }) => decision === 'accepted')
      const items = await acceptDrafts(recipe, accepted, review, resolve(out))
      const count = (wanted: ReviewedDraft['decision']) => drafts.filter(({ decision }) => decision === wanted).length
      const simulated = accepted.filter((draft) => draft.simulated).length
      const counts = { accepted: accepted.length, refused: count('refused'), 'not decided': count('open') }
      const rows = Object.entries({ ...counts, 'items in the file': items })
      await printResult(undefined, columns([['drafts', ''], ...rows.map(([name, count]) => [name, grouped(count)])]))
      if (simulated > 0) note(` SIMULATED: simulated models had a part in ${counted(simulated, 'accepted draft')}. They measure nothing.`)
      if (accepted.length === 0) return note(' nothing is written: no draft is accepted. Write yes behind accept: of those that you take.')
      const folder = dataFolderOf(resolve(out), recipe.file)
      note(
        folder === undefined
          ? ` the suite reads them from ${recipe.file} in the folder of HOLDFAST_DATA`
          : ` run them: HOLDFAST_DATA=${folder} npx vitest run suites/${suite}`,
      )
    })
}

/** The folder of HOLDFAST_DATA where an item file is in its place there. KIEval reads every set of its folder, whatever its name. */
function dataFolderOf(out: string, file: string): string | undefined {
  const place = file.split('/').join(sep)
  return out.endsWith(`${sep}${place}`) ? out.slice(0, -place.length - 1) : undefined
}

/**
 * Puts accepted items into an item file of the suite, behind those that it has. An item that asks what one of the file asks takes
 * its place, so that accepting again adds nothing twice.
 *
 * @returns how many the file has.
 * @throws HoldfastError for an item that does not fit the suite's schema; nothing is written then.
 */
async function acceptDrafts(recipe: DraftRecipe, accepted: readonly ReviewedDraft[], review: string, out: string): Promise<number> {
  const isArray = recipe.layout === 'array'
  const kept = existsSync(out) && (isArray ? readJson(out, z.array(z.unknown())) : parseJsonl(await readFile(out), z.unknown(), out))
  const items = kept || []
  const asks = items.map((item, index) => recipe.check(item, `${out}, item ${index + 1}`))
  for (const { id, line, item } of accepted) {
    const own = recipe.check(item, `${review}, line ${line}, draft ${id}`)
    const place = asks.includes(own) ? asks.indexOf(own) : asks.push(own) - 1
    items[place] = item
  }
  if (accepted.length > 0) {
    makeFolder(dirname(out))
    writeWhole(out, isArray ? `${JSON.stringify(items, null, 2)}\n` : items.map((item) => `${JSON.stringify(item)}\n`).join(''))
  }
  return items.length
}
