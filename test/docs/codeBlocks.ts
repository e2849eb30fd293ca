import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageRoot } from '../../src/core/base/packageRoot.ts'

/** A fenced block of a markdown file. */
export interface CodeBlock {
  /** Path of the file from the root, and the line the code begins on: how a failing block is named. */
  readonly name: string
  readonly file: string
  readonly language: string
  readonly code: string
  /** Reason of a `<!-- not run: … -->` before the block. */
  readonly notRun?: string
}

const FENCE = /^(?:<!-- not run: (.*?) -->\n+)?```(\w*)\n([\s\S]*?)^```$/gm

/** The fenced blocks of a markdown text, in its order. */
export function codeBlocks(file: string, text: string): CodeBlock[] {
  return [...text.matchAll(FENCE)].map((match) => {
    const [whole, notRun, language = '', code = ''] = match
    const start = match.index + whole.length - '```'.length - code.length
    const line = text.slice(0, start).split('\n').length
    return { name: `${file}:${line}`, file, language, code, ...(notRun !== undefined && { notRun }) }
  })
}

/** The pages whose blocks are run: README.md, CONTRIBUTING.md, docs/, the READMEs of the suites and what agents read. */
export function pages(): string[] {
  const markdown = (folder: string) =>
    readdirSync(join(packageRoot, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.md'))
      .map((name) => join(folder, name))
  return ['README.md', 'CONTRIBUTING.md', ...markdown('docs'), ...markdown('suites'), ...markdown('skills')].sort()
}

/** All blocks of all pages. */
export function allBlocks(): CodeBlock[] {
  return pages().flatMap((file) => codeBlocks(file, readFileSync(join(packageRoot, file), 'utf8')))
}
