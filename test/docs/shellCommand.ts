/** A command of a line of shell. */
export interface ShellCommand {
  /** The command as it is written, with its variables. */
  readonly text: string
  readonly env: Readonly<Record<string, string>>
  readonly words: readonly string[]
}

const WORD = /(?:[^\s'"]|'[^']*'|"[^"]*")+/g

/** The commands of a block of shell: one a line, or several joined by `&&`. Knows quotes and variables, and no more. */
export function shellCommands(code: string): ShellCommand[] {
  return code
    .split('\n')
    .flatMap((line) => line.split(' && '))
    .map((text) => text.trim())
    .filter((text) => text !== '' && !text.startsWith('#'))
    .map((text) => {
      const words = (text.match(WORD) ?? []).map((word) => word.replace(/'([^']*)'|"([^"]*)"/g, (_, one = '', two = '') => one || two))
      const first = words.findIndex((word) => !/^[A-Z][A-Z0-9_]*=/.test(word))
      const env = Object.fromEntries(words.slice(0, first).map((word) => word.split(/=(.*)/s).slice(0, 2) as [string, string]))
      return { text, env, words: words.slice(first) }
    })
}
