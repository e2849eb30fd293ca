import { dirname, resolve, sep } from 'node:path'
import type { TestSpecification, Vitest } from 'vitest/node'
import type { ResolvedConfig } from '../../core/config/resolve.ts'
import { parseModelUri } from '../../core/format/modelUri.ts'
import type { RunKind } from './runKind.ts'
import { type ScannedFiles, usesHoldfast } from './separateFiles.ts'

/** Files that benchmarks read their items from, which no import leads to. */
const DATA = /\.(?:jsonl?|json5|csv|tsv|txt|md|ya?ml)(?:\.gz)?$/

/** Where runs and caches are written: they must not begin another run. */
const WRITTEN = /[/\\](?:node_modules|reports|\.holdfast|\.git)[/\\]/

/** Where Vitest looks up which files a test file imports; no part of its public interface. */
interface Specifications {
  getTestDependencies?(specification: TestSpecification, found?: Set<string>): Promise<Set<string>>
}

/**
 * Tells Vitest what a test depends on through the configuration: an application's module and what it imports, and data beside the test
 * file. Watch mode, `--changed` and `related` go by it.
 */
export function relateApplication(vitest: Vitest, config: ResolvedConfig, kind: RunKind): void {
  const modules = Object.values(config.roles).flatMap(({ uri }) => {
    const parsed = parseModelUri(uri)
    return parsed.scheme === 'module' ? [resolve(config.root, parsed.path)] : []
  })
  const { config: settings } = vitest
  // Later runs of watch mode have folders beside a named one: taken for data, what a run writes would begin the next one without end.
  const out = config.out.replace(/\.\d+$/, '')
  const isWritten = (file: string) => WRITTEN.test(file) || (file.startsWith(out) && /^(?:\.\d+)?[\\/]/.test(file.slice(out.length)))
  if (settings.watch)
    settings.watchTriggerPatterns = [...(settings.watchTriggerPatterns ?? []), watchTrigger(vitest, modules, isWritten, kind)]
  const { specifications } = vitest as unknown as { specifications?: Specifications }
  const imported = specifications?.getTestDependencies?.bind(specifications)
  if (!specifications || !imported) return
  const scanned: ScannedFiles = new Map()
  specifications.getTestDependencies = async (specification, found) => {
    const files = await imported(specification, found)
    if (!usesHoldfast(specification.moduleId, scanned)) return files
    for (const moduleId of modules) {
      const own = await imported(Object.assign(Object.create(specification), { moduleId }) as TestSpecification)
      for (const file of [moduleId, ...own]) files.add(file)
    }
    const beside = dirname(specification.moduleId) + sep
    for (const file of settings.related ?? []) if (DATA.test(file) && file.startsWith(beside) && !isWritten(file)) files.add(file)
    return files
  }
}

/** What begins a run anew in watch mode beside test files and their imports. */
function watchTrigger(vitest: Vitest, modules: readonly string[], isWritten: (file: string) => boolean, kind: RunKind) {
  const testsToRun = (changed: string): string[] | undefined => {
    if (isWritten(changed)) return undefined
    const importers = importersOf(vitest, changed)
    if (modules.some((module) => importers.has(module))) {
      // Vitest looks no further once it is told of files: those that import it themselves are ours to name.
      const tests = vitest.state.getFilepaths().filter((file) => importers.has(file))
      return [...new Set([...kind.known, ...tests])]
    }
    if (importers.size > 1 || !DATA.test(changed)) return undefined
    const beside = [...kind.known].filter((file) => changed.startsWith(dirname(file) + sep))
    return beside.length > 0 ? beside : undefined
  }
  return { pattern: /.*/, testsToRun }
}

/** A file and all files that import it, directly or not. */
function importersOf(vitest: Vitest, changed: string): ReadonlySet<string> {
  const found = new Set([changed])
  for (const { vite } of vitest.projects) {
    const { moduleGraph } = vite
    for (const file of found) {
      for (const { importers } of moduleGraph.getModulesByFile(file) ?? []) {
        for (const importer of importers) if (importer.file) found.add(importer.file)
      }
    }
  }
  return found
}
