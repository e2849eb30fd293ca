import { resolve, sep } from 'node:path'
import { Command } from 'commander'
import { columns, counted, grouped, note, openOutput } from '../../../kit.ts'
import { recipeOf } from './dataDraftCommand.ts'

/** `holdfast data accept <review file> --out <items file>`: puts the drafts that a person accepted into an item file. */
export function dataAcceptCommand(): Command {
  return new Command('accept')
    .description('Put the drafts of a review file that a person accepted into an item file that the suite reads.')
    .argument('<review file>', 'as data draft writes it, with yes or no behind each accept:')
    .requiredOption('--out <items file>', 'file that they are added to, for instance data/kieval/own.jsonl')
    .action(async (review: string, { out }: { out: string }) => {
      const { readReview } = await import('./reviewFile.ts')
      const { acceptDrafts } = await import('./acceptDrafts.ts')
      const { suite, kind, drafts } = readReview(resolve(review))
      const recipe = await recipeOf(suite, kind)
      const { accepted, refused, open, simulated, items } = await acceptDrafts(recipe, drafts, review, resolve(out))
      const output = openOutput(undefined)
      const rows = Object.entries({ accepted, refused, 'not decided': open, 'items in the file': items })
      for (const line of columns([['drafts', ''], ...rows.map(([name, count]) => [name, grouped(count)])])) await output.line(line)
      await output.close()
      if (simulated > 0) note(` SIMULATED: simulated models had a part in ${counted(simulated, 'accepted draft')}. They measure nothing.`)
      if (accepted === 0) return note(' nothing is written: no draft is accepted. Write yes behind accept: of those that you take.')
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
