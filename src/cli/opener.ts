/** A program that opens a file as the desktop would. */
export interface Opener {
  readonly command: string
  readonly args: readonly string[]
}

/** What to open a file with; undefined where nobody sits before a desktop: in CI, over SSH, in a pipe. */
export function openerFor(
  path: string,
  { platform, env, isTTY }: { readonly platform: NodeJS.Platform; readonly env: NodeJS.ProcessEnv; readonly isTTY: boolean },
): Opener | undefined {
  if (!isTTY || env.CI) return undefined
  if (platform === 'darwin') return { command: 'open', args: [path] }
  // No shell, which would read characters of the path.
  if (platform === 'win32') return { command: 'explorer.exe', args: [path] }
  return env.DISPLAY || env.WAYLAND_DISPLAY ? { command: 'xdg-open', args: [path] } : undefined
}
