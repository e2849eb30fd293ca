import { isAbsolute, relative, sep } from 'node:path'

/**
 * The folder in which the command was typed: paths are printed from there. npm, pnpm and yarn run a script of a workspace in the folder of
 * that workspace, and name the other one in INIT_CWD. A variable that was left by another command names a folder elsewhere.
 */
function typedFolder(): string {
  const [typed = '', here] = [process.env.INIT_CWD, process.cwd()]
  return isAbsolute(typed) && `${here}${sep}`.startsWith(`${typed}${sep}`) ? typed : here
}

/** A path as it is right where the command was typed: whole where it lies elsewhere. */
export function typedPath(path: string): string {
  const own = relative(typedFolder(), path)
  return own === '' || own.split(sep)[0] === '..' ? path : own
}

/** Where commands on the runs of a project are to be typed, where that is another folder. */
export function otherFolder(root: string): string | undefined {
  return relative(typedFolder(), root) === '' ? undefined : typedPath(root)
}
