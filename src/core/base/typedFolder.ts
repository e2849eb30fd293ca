import { isAbsolute, relative, sep } from 'node:path'

/**
 * The folder in which the command was typed: paths are printed from there. npm, pnpm and yarn run a script of a workspace in the folder of
 * that workspace, and name the other one in INIT_CWD. A variable that was left by another command names a folder elsewhere.
 *
 * @returns undefined in a workspace of Yarn 2 or later, whose INIT_CWD is the workspace wherever the command was typed.
 */
function typedFolder(): string | undefined {
  const { INIT_CWD: typed = '', PROJECT_CWD: project } = process.env
  const here = process.cwd()
  if (typed === here && project && here.startsWith(`${project}${sep}`)) return undefined
  return isAbsolute(typed) && `${here}${sep}`.startsWith(`${typed}${sep}`) ? typed : here
}

/** A path as it is right where the command was typed: whole where it lies elsewhere, or nothing tells where that was. */
export function typedPath(path: string): string {
  const folder = typedFolder()
  const own = folder === undefined ? '' : relative(folder, path)
  return own === '' || own.split(sep)[0] === '..' ? path : own
}

/** Where commands on the runs of a project are to be typed, where that is another folder. */
export function otherFolder(root: string): string | undefined {
  const folder = typedFolder()
  return folder !== undefined && relative(folder, root) === '' ? undefined : typedPath(root)
}
