import { Command } from 'commander'
import {
  findRun,
  HoldfastError,
  type RunFolder,
  readJson,
  type ScoresDocument,
  scoresDocument,
  screenWidth,
  wrapWords,
} from '../../../src/kit.ts'

/** How a command prints its result. */
export interface PrintOptions {
  readonly json?: boolean
  readonly out?: string
}

/** A command that prints a result, as lines or as JSON. */
export function printingCommand(name: string, description: string): Command {
  return new Command(name)
    .description(description)
    .option('--json', 'print JSON')
    .option('--out <file>', 'file for the result instead of stdout')
}

/** A run that a command was given: what `read` makes of it. Throws HoldfastError where that is nothing, for want of interviews. */
export function readRun<T>(name: string, read: (document: ScoresDocument, folder: RunFolder) => T | undefined): T {
  const folder = findRun(name, process.cwd())
  const found = read(readJson(folder.scores, scoresDocument), folder)
  if (found !== undefined) return found
  throw new HoldfastError('DATA', `Failed to read ${name}: it has no interviews. Name runs of the kieval suite.`)
}

/** A p value with three digits, and a bound for one that is smaller than anybody needs to know; a dash for none. */
export function pValueText(p: number | null): string {
  if (p === null) return '–'
  return p < 1e-9 ? '< 1e-9' : p.toPrecision(3)
}

/** A sentence below a table, broken to the width of the screen. */
export function sentence(text: string): string[] {
  return wrapWords(text, screenWidth() - 1, 2).map((line) => ` ${line}`)
}
