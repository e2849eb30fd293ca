/**
 * A text about outputs shown in one order as if they had been shown in the other: exchanges "Output (a)" and "Output (b)",
 * and "output (a)" and "output (b)". Any other form of the labels stays (docs/suites/llmbar.md, R5).
 */
export function flipLabels(text: string): string {
  return text.replace(/([Oo])utput \((a|b)\)/g, (_, first: string, label: string) => `${first}utput (${label === 'a' ? 'b' : 'a'})`)
}
