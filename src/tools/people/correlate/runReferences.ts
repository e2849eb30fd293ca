import { existsSync } from 'node:fs'
import {
  callerSettings,
  childEnvironment,
  commandConfig,
  HoldfastError,
  type LabelReference,
  loadSuite,
  type OpenSuite,
  type RunFolder,
  type RunSettings,
  readRunSettings,
  type Suite,
  settingsOfRun,
} from '../../../kit.ts'

/** The texts that answers of a run are compared with. */
export interface RunReferences {
  of(answer: { readonly suite: string; readonly item: string; readonly question: string }): LabelReference | undefined
  /** Why suites have none. */
  readonly notes: readonly string[]
}

// biome-ignore lint/suspicious/noExplicitAny: items are handed back to the suite that made them
type AnyItem = any
type ReferenceFor = (item: string, question: string) => LabelReference | undefined

/** Opens the suites of a run as the run did, for the references of their items. No model is asked. */
export async function runReferences(run: RunFolder, suites: readonly string[], root: string): Promise<RunReferences> {
  if (!existsSync(run.settings)) return { of: () => undefined, notes: ['no references: the run has no run.json, which names its data'] }
  const settings = readRunSettings(run)
  const found = new Map<string, ReferenceFor>()
  const notes: string[] = []
  for (const name of suites) {
    const suite = await loadSuite(name)
    const opened = suite
      ? await openedFor(suite, settings, root)
      : `${name} is no bundled suite: its references are those that the judge was shown`
    if (typeof opened === 'string') notes.push(opened)
    else found.set(name, opened)
  }
  return { of: ({ suite, item, question }) => found.get(suite)?.(item, question), notes }
}

/** The references of a suite's items, or why there are none. */
async function openedFor(suite: Suite, settings: RunSettings, root: string): Promise<string | ReferenceFor> {
  const none = (reason: string) => `no references of ${suite.name}: ${reason}`
  try {
    const { data, seed, suites } = await settingsOfRun(settings, await callerSettings(root), root, { suites: [suite.name] })
    const config = await commandConfig(childEnvironment({ data, seed, suites }), root)
    const options = config.suites[suite.name] ?? {}
    const opened: OpenSuite<AnyItem> = await suite.open({ config, options, prepare: async () => config })
    const { referenceFor } = opened
    if (!referenceFor) return none('its items have none')
    if (opened.data?.sha256 !== settings.sha256[suite.name]) return none('its data are not those that the run was made with')
    const items = new Map<string, AnyItem>()
    let index = 0
    for await (const item of typeof opened.items === 'function' ? await opened.items() : opened.items) {
      items.set(opened.id ? opened.id(item, index) : item.id, item)
      index += 1
    }
    return (id, question) => (items.has(id) ? referenceFor(items.get(id), question) : undefined)
  } catch (error) {
    if (error instanceof HoldfastError) return none(error.message)
    throw error
  }
}
