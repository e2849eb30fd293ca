import type { JudgedLine } from '../labels/label.ts'

/** Answers by how many there are: `20:1/0 50:3` are 20 that the judge calls 1 and people 0, and 50 that it calls 3 and nobody labelled. */
export function answersOf(text: string): JudgedLine[] {
  return text
    .split(' ')
    .filter((part) => part !== '')
    .flatMap((part, row) => {
      const [count = '', judge = '', human] = part.split(/[:/]/)
      const said = { judge: Number(judge), ...(human !== undefined && { human: Number(human) }) }
      return Array.from({ length: Number(count) }, (_, index) => ({ id: `${row}/${index}`, ...said }))
    })
}
