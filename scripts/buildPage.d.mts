export function buildPage(outDir: string): Promise<void>
