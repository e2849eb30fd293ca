import { bundledVersion, configError, type DatasetDescription, dataFolder, isBundled, jsonHash } from '../../src/kit.ts'
import { readBundledTask } from './data/bundled.ts'
import { readOfficialTask } from './data/official.ts'
import { type Refutebench1Options, refutebench1Options } from './names.ts'

/**
 * Opens the items that the options ask for, and tells where they come from.
 *
 * @param data `bundled`, `bundled@1`, or a folder whose `refutebench1/` holds official files; a task without one there is bundled.
 * @throws HoldfastError when the folder has no `refutebench1`, a row does not fit, or the options leave nothing.
 */
export async function openItems(data: string, options: Refutebench1Options, runSeed: number) {
  const folder = isBundled(data) ? undefined : dataFolder(data, 'refutebench1')
  const tasks = []
  for (const task of options.tasks) {
    const official = folder === undefined ? undefined : await readOfficialTask(folder, task, options, runSeed)
    tasks.push({ task, isOfficial: official !== undefined, ...(official ?? readBundledTask(task, options, runSeed)) })
  }
  const items = tasks.flatMap((entry) => entry.items)
  if (items.length === 0) {
    throw configError(
      'Failed to open refutebench1: the data have nothing that its options ask for. Ask for more kinds, pairs or numbers of irrelevant queries.',
    )
  }
  const bundled = tasks.filter(({ isOfficial }) => !isOfficial).map(({ task }) => task)
  const source = bundled.length === tasks.length ? 'bundled' : bundled.length === 0 ? 'official' : `official; ${bundled.join(', ')} bundled`
  const sha256 = jsonHash(tasks.map(({ task, rows }) => [task, rows]))
  // The version is that of the bundled rows, where a task has them.
  return {
    items,
    source,
    leftOut: tasks.flatMap(({ leftOut = [] }) => leftOut),
    ...(bundled.length > 0 && { version: bundledVersion(data, 1) }),
    sha256,
  }
}

/** Describes all dialogues with their tasks, language pairs and demands, and the queries of their scripts. */
export async function describeRefutebench1Data(data: string): Promise<DatasetDescription> {
  const { items, leftOut: _leftOut, ...from } = await openItems(data, refutebench1Options.parse({}), 0)
  const steps = items.flatMap(({ script }) => script.steps)
  const texts = (kind: 'query' | 'irrelevant') => steps.flatMap((step) => (step.kind === kind && step.text !== '' ? [step.text] : []))
  return {
    ...from,
    tasks: items.map(({ task, kind, nc }) => `${task}/${kind} ${nc} between`),
    labels: [
      { label: 'task', of: items.map(({ task }) => task), order: 'appearance' },
      { label: 'language pair', of: items.map(({ pair }) => pair) },
      { label: 'demand on e-mails', of: items.map(({ checker }) => checker) },
    ],
    lengths: [
      { texts: 'query', of: texts('query') },
      { texts: 'irrelevant query', of: texts('irrelevant') },
    ],
  }
}
