export const BUILT: string
export function isBuilt(): boolean
