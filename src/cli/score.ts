import { existsSync } from 'node:fs'
import { Command } from 'commander'
import { emptyFile, parseLine, readLines } from '../core/base/data/jsonl.ts'
import { dataError, HoldfastError, messageOf, usageError } from '../core/base/errors.ts'
import { note } from '../core/base/text/note.ts'
import { grouped } from '../reports/layout.ts'
import { findSuite } from '../running/catalogue.ts'
import { type CommandFlags, withOptions } from '../running/commands/commandOptions.ts'
import { type CommandOutput, commandProgress, openOutput } from '../running/commands/output.ts'

/** `holdfast score <suite> <file>`: scores saved outputs, a line out for each line in. */
export function scoreCommand(): Command {
  return withOptions(
    new Command('score')
      .description('Score saved model outputs offline: one JSON line out per line in, in the same order.')
      .argument('<suite>', 'name of the suite')
      .argument('<file>', 'outputs to score, JSONL (.gz too)'),
    'data',
    ['out', 'file for the lines instead of stdout'],
  ).action(async (suite: string, file: string, { data, out }: CommandFlags) => {
    const { files } = await findSuite(suite)
    if (!existsSync(file)) throw usageError(`Failed to score ${file}: no such file. Name a JSONL file of outputs.`)
    const score = files?.scorer?.(file, data)
    if (!score) throw usageError(`Failed to score ${file}: ${suite} does not score saved outputs. Name another suite.`)
    let output: CommandOutput | undefined
    const progress = commandProgress()
    let [number, unread] = [0, 0]
    for await (const text of readLines(file)) {
      number += 1
      // On a terminal the lines that are printed show it themselves.
      if (out !== undefined || !process.stdout.isTTY) progress.step(`scoring line ${grouped(number)}`)
      if (text.trim() === '') continue
      const line = scoreLine(text, `${file}, line ${number}`, score)
      if ('error' in line) {
        unread += 1
        progress.end()
        note(line.error)
      }
      // Opened with the first line: a file of results is not replaced by none.
      output ??= openOutput(out)
      await output.json(line)
    }
    progress.end()
    if (!output) throw emptyFile(file)
    await output.close()
    if (unread > 0) throw dataError(`Failed to score ${file}: ${unread} of its lines could not be read. Mend them and score again.`)
  })
}

function scoreLine(
  text: string,
  where: string,
  score: (value: unknown, where: string) => object,
): object | { id: string | null; error: string } {
  let id: string | null = null
  try {
    const value = parseLine(text, where)
    if (typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string') id = value.id
    return score(value, where)
  } catch (error) {
    if (error instanceof HoldfastError) return { id, error: messageOf(error) }
    throw error
  }
}
