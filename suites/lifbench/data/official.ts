import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { dataError, packageRoot, parse, readJson } from '../../../src/kit.ts'
import { type Length, OFFICIAL_LENGTHS } from '../lengths.ts'
import { indexElements, readElements } from '../scoring/elementIndex.ts'
import type { KeySentence } from '../scoring/types.ts'
import { TASKS, type TaskDefinition, taskByOfficialName } from '../tasks.ts'
import { renderList } from './render.ts'
import type { LifbenchSource, TemplateValues } from './source.ts'

const template = z.union([z.string(), z.tuple([z.string(), z.literal([1, -1])])])
const subtask = z.object({ instructions: z.array(template).nonempty(), params: z.unknown().optional() })
const tasksFile = z.record(
  z.enum(['onedoc', 'list', 'multidoc']),
  z.object({ sys_instruction: z.string(), subtasks: z.record(z.string(), subtask) }),
)
const labelSets = z.object({ params: z.array(z.object({ rule_key: z.string(), candidates: z.array(z.string()), rules: z.string() })) })
const fieldSets = z.object({ params: z.array(z.object({ info_text: z.string(), info_keys: z.string(), example: z.string() })) })

/** Key sentences by type, as files have them. */
export const labelSchema = z.record(z.string(), z.array(z.tuple([z.string(), z.number(), z.number(), z.boolean()])))
const onedocFile = z.object({
  inputs: z.array(z.object({ input_text: z.string(), length: z.number(), label: labelSchema })),
})
const documentShape = z.object({
  id: z.string(),
  iD2: z.string(),
  text: z.string(),
  date: z.string().nullable(),
  title: z.union([z.string(), z.number()]).nullish(),
  source: z.string().nullish(),
})
const multidocFile = z.object({
  info: z.object({ doc_list: z.array(documentShape), dupli_idxs: z.array(z.array(z.number().int())) }),
  inputs: z.array(z.object({ input_text: z.string(), length: z.number(), label: z.number().int() })),
})
const listFile = z.object({
  info: z.array(z.string()),
  inputs: z.array(z.object({ input_text: z.string().optional(), length: z.number(), label: z.number().int() })),
})
const replayedFile = z.array(
  z.object({
    task: z.string(),
    length: z.number(),
    ins_id: z.number(),
    param_id: z.number(),
    param: z.record(z.string(), z.union([z.string(), z.number()])),
  }),
)

/** Folder of the bundled skeletons, templates and variables, the project's own wording in the format of the official file, and list elements. */
export const BUNDLED_FOLDER: string = join(packageRoot, 'fixtures', 'lifbench')

/** The templates, skeletons and variables of tasks.json. */
type OfficialTasks = Pick<LifbenchSource, 'skeleton' | 'templates' | 'labelSets' | 'fieldSets'>

/**
 * Reads the official tasks.json, or the bundled one.
 *
 * @throws HoldfastError naming file and field.
 */
export function readOfficialTasks(folder: string): OfficialTasks {
  const path = join(folder, 'tasks.json')
  const file = readJson(path, tasksFile)
  const missing = TASKS.find((task) => !file[task.scenario]?.subtasks[task.subtask])
  if (missing) throw dataError(`Failed to read ${path}: no ${missing.scenario}.subtasks.${missing.subtask}. Give the official file.`)
  const subtaskOf = (task: TaskDefinition) => file[task.scenario]?.subtasks[task.subtask] as z.infer<typeof subtask>
  const sets = <File>(name: string, schema: z.ZodType<File>): File =>
    parse(schema, subtaskOf(taskByOfficialName(name) as TaskDefinition), `${path}, ${name}`)
  return {
    skeleton: (scenario) => file[scenario]?.sys_instruction ?? '',
    templates: (task) =>
      subtaskOf(task).instructions.map((entry) => (typeof entry === 'string' ? { text: entry } : { text: entry[0], bias: entry[1] })),
    labelSets: sets('multidoc-batch_label', labelSets).params,
    fieldSets: sets('multidoc-find_dup_text', fieldSets).params,
  }
}

/** Key sentences in label order, from the label of onedoc_input.json. */
export function labelSentences(label: z.output<typeof labelSchema>): KeySentence[] {
  return Object.entries(label).flatMap(([type, entries]) => entries.map(([text, , , genuine]) => ({ text, type, genuine })))
}

/** Groups of duplicates among the first `count` documents; groups of one are dropped (docs/suites/lifbench.md, R6). */
export function duplicatesWithin(groups: readonly (readonly number[])[], count: number): number[][] {
  return groups.map((group) => group.filter((index) => index < count)).filter((group) => group.length > 1)
}

/**
 * The official release: one context per scenario and length. `list_input.json` is read where it is present; otherwise the
 * lists are made from bundled elements, and the source's name says so.
 *
 * @param bundled supplies the lists that the release does not hold.
 * @throws HoldfastError naming file and field of what does not fit.
 */
export function officialSource(folder: string, bundled: LifbenchSource): LifbenchSource {
  const tasks = readOfficialTasks(folder)
  const onedoc = readJson(join(folder, 'onedoc_input.json'), onedocFile)
  const multidoc = readJson(join(folder, 'multidoc_input.json'), multidocFile)
  const listPath = join(folder, 'list_input.json')
  const list = existsSync(listPath) ? readJson(listPath, listFile) : undefined
  const replayed = readReplayed(join(folder, 'replayed_params.json'))

  const inputOf = <Input extends { length: number }>(inputs: readonly Input[], file: string, length: Length): Input => {
    const input = inputs.find((entry) => entry.length === length.budget)
    if (input) return input
    const known = Object.keys(OFFICIAL_LENGTHS).join(', ')
    throw dataError(`Failed to find a context of ${length.name} in ${join(folder, file)}: the release has ${known}. Choose among these.`)
  }

  return {
    name: list ? 'official' : 'official; list elements bundled',
    version: list ? undefined : bundled.version,
    missing: {},
    contextCount: (scenario) => (scenario === 'list' && !list ? bundled.contextCount('list') : 1),
    ...tasks,
    replayed: (task, length, expression, variable) => replayed.get(`${task.official}/${length.budget}/${expression}/${variable}`),
    context(scenario, length, index) {
      const place = { index, length }
      if (scenario === 'onedoc') {
        const { input_text: text, label } = inputOf(onedoc.inputs, 'onedoc_input.json', length)
        return { scenario, ...place, text, sentences: labelSentences(label) }
      }
      if (scenario === 'multidoc') {
        const { input_text: text, label: count } = inputOf(multidoc.inputs, 'multidoc_input.json', length)
        const { doc_list: documents, dupli_idxs: groups } = multidoc.info
        return { scenario, ...place, text, documents: documents.slice(0, count), duplicates: duplicatesWithin(groups, count) }
      }
      if (!list) return bundled.context('list', length, index)
      const input = inputOf(list.inputs, 'list_input.json', length)
      const text = input.input_text ?? renderList(list.info.slice(0, input.label))
      return { scenario, ...place, text, elements: indexElements(readElements(text)) }
    },
  }
}

function readReplayed(path: string): ReadonlyMap<string, TemplateValues> {
  if (!existsSync(path)) return new Map()
  return new Map(
    readJson(path, replayedFile).map(({ task, length, ins_id, param_id, param }) => [`${task}/${length}/${ins_id}/${param_id}`, param]),
  )
}
