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

// biome-ignore lint/suspicious/noExplicitAny: items are handed back to the suite that made them
type AnyItem = any
type ReferenceFor = (item: string, question: string) => LabelReference | undefined

/** Opens the suites of a run as the run did, for the references of their items. No model is asked. */
export async function runReferences(run: RunFolder, suites: readonly string[], root: string) {
  const settings = existsSync(run.settings) ? readRunSettings(run) : undefined
  const found = new Map<string, ReferenceFor>()
  const notes = settings ? [] : ['no references: the run has no run.json, which names its data']
  for (const name of settings ? suites : []) {
    const suite = await loadSuite(name)
    const opened =
      suite && settings
        ? await openedFor(suite, settings, root)
        : `${name} is no bundled suite: its references are those that the judge was shown`
    if (typeof opened === 'string') notes.push(opened)
    else found.set(name, opened)
  }
  return {
    of: ({ suite, item, question }: { suite: string; item: string; question: string }) => found.get(suite)?.(item, question),
    /** Why suites have none. */
    notes,
  }
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
