import { join, resolve } from 'node:path'
import { Command, Option } from 'commander'
import {
  bannerLines,
  commandConfig,
  commandPlanLines,
  didYouMean,
  EXPRESSIONS_SCHEMA,
  fittedTable,
  isBundled,
  loadSuite,
  note,
  numberOption,
  optionVariable,
  originName,
  paidTable,
  printResult,
  redacted,
  runPaidCommand,
  screenJson,
  screenWidth,
  type TemplateOrigins,
  usageError,
  withModels,
  withOptions,
  writeWhole,
} from '../../../kit.ts'
import { expandTemplates, planExpansion, REWRITING, refusedText } from '../expand/expandTemplates.ts'
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
    ['embedder', 'who makes vectors (default: HOLDFAST_EMBEDDER, else sim:embedder for a simulated author)'],
    ['work', 'folder of its calls: what is answered there is not asked again (default: in reports/data)'],
    'plan',
    'json',
    ['out', 'the review file (default: in the folder of --work); of templates the file of expressions'],
  ).action(async (suite: string, flags: DraftFlags) => {
    const { files } = (await loadSuite(suite)) ?? {}
    if (files?.expressions && !files.drafts) return expandSuite(suite, files.expressions, flags)
    return draftSuite(suite, flags)
  })
}

/** Rewrites of each template to choose from: the paper has more than 40. */
const REWRITES = 40

/**
 * New expressions of a suite's instruction templates, by LIFBench's way of making them.
 *
 * @throws HoldfastError (bad usage) for a task that the suite does not have.
 */
async function expandSuite(suite: string, templates: TemplateOrigins, flags: DraftFlags): Promise<void> {
  const root = process.cwd()
  const { kind: tasks = [], author, embedder, count, plan, out, json, work = join('reports', 'data', 'expand') } = flags
  const how = { rewrites: flags.rewrites ?? REWRITES, choose: flags.choose ?? ('clusters' as const) }
  const unknown = tasks.find((task) => !templates.tasks.includes(task))
  if (unknown !== undefined)
    throw usageError(
      `Failed to draft ${suite}: there is no task ${JSON.stringify(unknown)}.${didYouMean(unknown, templates.tasks)} Tasks: ${templates.tasks.join(', ')}.`,
    )
  const config = await commandConfig(withModels({ author, embedder }), root)
  const origins = await templates.load(config.data, tasks, count)
  const planned = commandPlanLines(planExpansion(origins, how.rewrites), config)
  if (plan) return printResult(undefined, planned)
  note(...planned)
  const options = { name: 'data draft', config, folder: resolve(config.root, work), roles: { author: REWRITING, embedder: {} } }
  await runPaidCommand(options, async (command, progress) => {
    const expanded = await expandTemplates(command, origins, { ...how, seed: config.seed })
    progress.end()
    const usage = command.paid()
    // Its expressions, and where each comes from (docs/formats.md, section 7).
    const document = redacted({
      schema: EXPRESSIONS_SCHEMA,
      suite,
      made: {
        at: new Date().toISOString(),
        by: `holdfast ${config.version}`,
        simulated: command.simulated,
        author: command.modelOf('author'),
        embedder: command.modelOf('embedder'),
        data: isBundled(config.data) ? 'bundled' : 'official',
        seed: config.seed,
        ...how,
        usage,
      },
      expressions: expanded.flatMap(({ expressions }) => expressions.map((expression) => ({ ...expression, use: true }))),
      templates: expanded.map(({ origin: { task, bias, text }, rewritten: { kept, given, refused, broken } }) => ({
        ...{ task, ...(bias !== undefined && { bias }), text },
        ...{ given, kept: kept.length, refused, broken },
      })),
    })
    const rows = expanded.map(({ origin, rewritten, expressions }) => [
      originName(origin),
      String(rewritten.given),
      String(rewritten.kept.length),
      String(expressions.length),
      refusedText(rewritten),
    ])
    const heads = ['task', 'rewrites', 'kept', 'chosen', 'refused']
    const table = fittedTable([heads, ...rows], screenWidth(), new Set([0, 4]), [{ column: 4, least: 20 }])
    const banner = command.simulated ? [...bannerLines(screenWidth()), ''] : []
    await printResult(undefined, json ? { json: document } : [...banner, ...table, '', ...paidTable(usage)])
    if (out === undefined) return note(' no file is written without --out <file>; the same command with it asks nothing again')
    writeWhole(resolve(root, out), `${screenJson(document, 2)}\n`)
    note(` read them, set "use": false where one asks for something else, and run: ${optionVariable(suite, 'expressions')}=${out}`)
  })
}
