/** See kept.mjs. */
export function hashOf(folders: readonly string[]): string
export function keptRows(file?: string, code?: string): <Row>(key: unknown, make: () => Row) => Row
