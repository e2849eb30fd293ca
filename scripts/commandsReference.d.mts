import type { Command } from 'commander'

/** The text of docs/commands.md, from the tree of commands. */
export function commandsReference(program: Command): string
