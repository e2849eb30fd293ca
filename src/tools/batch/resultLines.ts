import { HoldfastError, readLines } from '../../kit.ts'

/**
 * The lines of a file of results as JSON. The last may be cut off where a download or a copy was.
 *
 * @param half is called for a last line that is not whole.
 * @throws HoldfastError for any other line that is no JSON.
 */
export async function* resultLines(file: string, half: () => void): AsyncGenerator<{ readonly json: unknown; readonly where: string }> {
  let number = 0
  let broken: string | undefined
  for await (const line of readLines(file)) {
    number += 1
    if (line.trim() === '') continue
    if (broken !== undefined) throw new HoldfastError('DATA', `Failed to import ${broken}: it is no JSON. Mend or remove the line.`)
    const where = `${file}, line ${number}`
    let json: unknown
    try {
      json = JSON.parse(line)
    } catch {
      broken = where
      continue
    }
    yield { json, where }
  }
  if (broken !== undefined) half()
}
