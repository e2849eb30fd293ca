import type { CodeBlock } from './codeBlocks.ts'

/** What a block of TypeScript is, which decides how it is tried. */
export type BlockKind = 'test' | 'benchmark' | 'suite' | 'config' | 'module'

/** Whether a block declares tests, items, runs a suite, configures Vitest or is something else. */
export function kindOf({ code }: Pick<CodeBlock, 'code'>): BlockKind {
  if (/\bdefineConfig\(/.test(code)) return 'config'
  if (/^import 'holdfast\/suites\//m.test(code)) return 'suite'
  if (/^benchmark\(/m.test(code)) return 'benchmark'
  return /^test(\.\w+)?\(/m.test(code) || isFragment(code) ? 'test' : 'module'
}

function isFragment(code: string): boolean {
  return !/^(import|export)\b/m.test(code)
}

/** The block as a module: paths of this checkout are those of the package, and a fragment is the body of a test. */
export function asModule({ code }: Pick<CodeBlock, 'code'>): string {
  const text = code
    .replace(/'(?:\.\.?\/)+src\/index\.ts'/g, "'holdfast'")
    .replace(/'(?:\.\.?\/)+src\/plugin\/plugin\.ts'/g, "'holdfast/plugin'")
  if (!isFragment(text)) return text
  const named = ['benchmark', 'criterion', 'rubric', 'test'].filter((name) => name === 'test' || new RegExp(`\\b${name}\\(`).test(text))
  return `import { expect } from 'vitest'
import { ${named.join(', ')} } from 'holdfast'

test('fragment', async ({ dialogue }) => {
  void dialogue
  void expect
${text}})
`
}
