/** A text that can neither break out of a table's cell nor be read as markup: model output is hostile. */
export function markdownCell(text: string): string {
  return text
    .replace(/[\\|`<>*_[\]#~@]/g, (character) => `\\${character}`)
    .replace(/&/g, '&amp;')
    .replace(/\s+/g, ' ')
}

/** A row of a table of such cells. */
export function markdownRow(cells: readonly string[]): string {
  return `| ${cells.map(markdownCell).join(' | ')} |`
}
