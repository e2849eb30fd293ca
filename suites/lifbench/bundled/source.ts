import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { random, type TokenizerName, tokenizer } from '../../../src/kit.ts'
import type { LifbenchContext, LifbenchSource } from '../data/source.ts'
import type { Length } from '../lengths.ts'
import type { Scenario } from '../tasks.ts'
import { type Corpus, loadCorpus } from './corpus.ts'
import { bundledList } from './listContext.ts'
import { bundledMultiDoc } from './multiDocContext.ts'
import { bundledOneDoc } from './oneDocContext.ts'
import { bundledTasks, fixturesFolder } from './tasks.ts'

/** Contexts per scenario and length: with one alone, a score would rest on one lucky or unlucky text. */
const CONTEXTS = 3

/**
 * The bundled generator: contexts of any length from a seed, equal on every machine. A context is made when first asked
 * for and kept by the caller.
 */
export function bundledSource(seed: number, tokenizerName: TokenizerName): LifbenchSource {
  const tasks = bundledTasks()
  const tokens = tokenizer(tokenizerName)
  const sentences = readFileSync(join(fixturesFolder, 'list-elements.txt'), 'utf8').split('\n').filter(Boolean)
  const corpus = loadCorpus(tokens)
  const missing = 'missing' in corpus ? { onedoc: corpus.missing, multidoc: corpus.missing } : {}
  return {
    name: 'bundled',
    version: 1,
    missing,
    contextCount: () => CONTEXTS,
    skeleton: tasks.skeleton,
    templates: tasks.templates,
    labelSets: tasks.labelSets,
    fieldSets: tasks.fieldSets,
    context(scenario: Scenario, length: Length, index: number): LifbenchContext {
      const stream = random('lifbench', seed, scenario, length.name, index)
      if (scenario === 'list') return bundledList(sentences, length, index, stream, tokens)
      if (scenario === 'onedoc') return bundledOneDoc((corpus as Corpus).addresses, length, index, stream, tokens)
      return bundledMultiDoc(corpus as Corpus, length, index, stream, tokens)
    },
  }
}
