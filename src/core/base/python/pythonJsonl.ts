/** Rows as JSON lines, spaced like those of Python's `json.dumps(row, ensure_ascii=False)`. */
export function pythonJsonl(rows: readonly object[]): string {
  return rows.map((row) => `${pythonJson(row)}\n`).join('')
}

function pythonJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(pythonJson).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  return `{${Object.entries(value)
    .map(([key, entry]) => `${JSON.stringify(key)}: ${pythonJson(entry)}`)
    .join(', ')}}`
}
