#!/usr/bin/env node
import { runCommand } from './program.ts'

// A reader that closes the pipe early (head) is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit(0)
})

await runCommand(process.argv.slice(2))
