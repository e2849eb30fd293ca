import { Command, Option } from 'commander'
import { HoldfastError, loadSuite, numberOption, withOptions } from '../../../kit.ts'
import { expandSuite } from '../expand/expandSuite.ts'
import { type DraftFlags, draftSuite } from './draftSuite.ts'

/** `holdfast data draft <suite>`: new items from a model, for a person to accept; or a suite's instructions in other words. */
export function dataDraftCommand(): Command {
  return withOptions(
    new Command('draft')
      .description(
        "Have a model write new items by the suite's recipe, solve them blind, look for doubts, and put them into a review file. Of a suite of instruction templates: rewrite these, cluster the rewrites, and take one of each cluster.",
      )
      .argument('<suite>', 'name of the suite')
      .option('--pool <file>', 'instructions to find neighbours in (default: of --from and the bundled pairs)')
      .option('--solver <model>', 'who solves without the keys (default: HOLDFAST_SOLVER, else sim:oracle for a simulated author)')
      .option(
        '--rewrites <number>',
        'of templates: usable rewrites of each (default: 40)',
        numberOption({ whole: true, from: 1, to: 1000 }),
      )
      .addOption(
        new Option('--choose <how>', 'of templates: nearest to each centre (default), or at random').choices(['clusters', 'random']),
      ),
    ['kind', 'kind of item (default: the first of the suite); of templates ids of tasks (default: all)'],
    ['from', 'topics, instructions or documents to draft from (default: bundled)'],
    ['count', 'drafts (default: one of each source, 8 at most); of templates expressions of each task and way it asks'],
    ['author', 'who writes; panel:<model>;<model> for several (default: HOLDFAST_AUTHOR, else sim:oracle)'],
    ['judge', 'who looks for doubts (default: HOLDFAST_JUDGE, else sim:judge for a simulated author)'],
    ['embedder', 'who makes vectors (default: HOLDFAST_EMBEDDER, else common words; of templates sim:embedder for a simulated author)'],
    ['work', 'folder of its calls: what is answered there is not asked again (default: in reports/data)'],
    'plan',
    'json',
    ['out', 'the review file (default: in the folder of --work); of templates the file of expressions'],
  ).action(async (suite: string, flags: DraftFlags) => {
    const { files } = (await loadSuite(suite)) ?? {}
    const { kind = [] } = flags
    if (files?.expressions && !files.drafts) return expandSuite(suite, files.expressions, kind, flags, process.cwd())
    if (kind.length > 1) throw new HoldfastError('USAGE', `Failed to draft ${suite}: ${kind.length} kinds. Name one at a time.`)
    return draftSuite(suite, kind[0], flags, process.cwd())
  })
}
