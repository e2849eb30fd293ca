#!/usr/bin/env node
import '../registered.ts'
import { guardStream } from '../core/base/secrets/guardStream.ts'
import { registerEnvironment } from '../core/config/registerSecrets.ts'
import { runCommand } from './program.ts'

// A run folder may be older than what is known of secrets, and messages quote what they are about.
registerEnvironment()
guardStream(process.stderr)

// A reader that closes the pipe early (head) is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit(0)
})

await runCommand(process.argv.slice(2))
