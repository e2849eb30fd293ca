/** A task of a suite in a table: its name with its title, or the title alone where that has the name: `OR   repeat`, `JSON`. */
export function taskName({ task, title }: { readonly task: string; readonly title: string }): string {
  const words = (text: string) => text.toLowerCase().split(/[\s-]+/)
  return words(task).every((word) => words(title).includes(word)) ? title : `${task.padEnd(4)} ${title}`
}
