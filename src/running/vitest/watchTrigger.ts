import { dirname, resolve, sep } from 'node:path'
import type { Vitest } from 'vitest/node'
import type { ResolvedConfig } from '../../core/config/resolve.ts'
import { parseModelUri } from '../../core/format/modelUri.ts'
import type { RunKind } from './runKind.ts'

/** Files that benchmarks read their items from, which no import leads to. */
const DATA = /\.(?:jsonl?|json5|csv|tsv|txt|md|ya?ml)(?:\.gz)?$/

/** Where runs and caches are written: they must not begin another run. */
const WRITTEN = /[/\\](?:node_modules|reports|\.holdfast|\.git)[/\\]/

/**
 * What begins a run anew in watch mode beside the test files and what they import: the module of an application under test,
 * what that imports, and data files beside or below a test file.
 */
export function watchTrigger(vitest: Vitest, config: ResolvedConfig, kind: RunKind) {
  const modules = Object.values(config.roles).flatMap(({ uri }) => {
    const parsed = parseModelUri(uri)
    return parsed.scheme === 'module' ? [resolve(config.root, parsed.path)] : []
  })
  const testsToRun = (changed: string): string[] | undefined => {
    if (WRITTEN.test(changed) || changed.startsWith(config.out + sep)) return undefined
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
