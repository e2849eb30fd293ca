import { HoldfastError, messageOf } from '../errors.ts'

/** What the user can do about an error of the file system, by its code. */
const ADVICE: Readonly<Record<string, readonly [reason: string, advice: string]>> = {
  ENOSPC: ['the disk is full', 'Free space and go on'],
  EDQUOT: ['the quota of the disk is used up', 'Free space and go on'],
  EROFS: ['the file system is read-only', 'Name a place that can be written'],
  EACCES: ['it may not be written', 'Change its permissions or name another place'],
  EPERM: ['it may not be written', 'Change its permissions or name another place'],
  EMFILE: ['too many files are open', 'Raise the limit (ulimit -n)'],
  ENFILE: ['too many files are open on this machine', 'Close some programs'],
  ELOOP: ['it is a link, and what it leads to may be another’s', 'Remove the link'],
}

/** The error for a file that could not be written, with what to do about it; its cause is the system's own. */
export function writeFailure(path: string, cause: unknown): HoldfastError {
  const [reason, advice] = ADVICE[codeOf(cause)] ?? [messageOf(cause), 'Name a place that can be written']
  return new HoldfastError('DISK', `Failed to write ${path}: ${reason}. ${advice}.`, { cause })
}

/** Whether there was no room for what was to be written. */
export function isFull(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT'].includes(codeOf(error)) || (error instanceof HoldfastError && isFull(error.cause))
}

/** Whether too many files were open, which passes as calls end and their connections close. */
export function isOutOfFiles(error: unknown): boolean {
  return ['EMFILE', 'ENFILE'].includes(codeOf(error)) || (error instanceof HoldfastError && isOutOfFiles(error.cause))
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException | undefined)?.code ?? ''
}
