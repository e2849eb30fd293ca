import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { packageRoot } from './core/base/packageRoot.ts'

const FOLDERS = ['src', 'matchers', 'suites']

/** Source files that are no tests, by their paths from the root. */
function sourceFiles(): string[] {
  return FOLDERS.flatMap((folder) =>
    readdirSync(join(packageRoot, folder), { recursive: true, encoding: 'utf8' })
      .filter(
        (name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !name.endsWith('.d.ts') && !/^tools.[^/]+.(?:test|e2e)./.test(name),
      )
      .map((name) => join(folder, name)),
  )
}

/** Where a text exports something without a doc comment; re-exports have theirs where they are declared. */
function undocumentedExports(path: string, text: string): string[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const isDocumented = (node: ts.Node) =>
    (ts.getLeadingCommentRanges(text, node.getFullStart()) ?? []).some(({ pos }) => text.startsWith('/**', pos))
  const isExported = (node: ts.Statement) =>
    ts.canHaveModifiers(node) && (ts.getModifiers(node) ?? []).some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)
  // Overloads of one function share the comment of the first.
  const documented = new Set<string>()
  return file.statements.filter(isExported).flatMap((node) => {
    const name = nameOf(node)
    if (isDocumented(node)) documented.add(name)
    const { line } = file.getLineAndCharacterOfPosition(node.getStart())
    return isDocumented(node) || documented.has(name) ? [] : [`${path}:${line + 1} ${name}`]
  })
}

function nameOf(node: ts.Statement): string {
  if (ts.isVariableStatement(node)) return node.declarationList.declarations.map((declaration) => declaration.name.getText()).join(', ')
  const { name } = node as ts.Statement & { name?: ts.Node }
  return name?.getText() ?? 'default'
}

test('every export has a doc comment', () => {
  const files = sourceFiles()
  expect(files).toContain(join('src', 'core', 'base', 'packageRoot.ts'))
  expect(files.flatMap((path) => undocumentedExports(path, readFileSync(join(packageRoot, path), 'utf8')))).toEqual([])
})

test.each([
  ['export function f() {}', ['x.ts:1 f']],
  ['// not a doc comment\nexport const a = 1, b = 2', ['x.ts:2 a, b']],
  ['/** Yes. */\nexport class A {}\nexport interface B {}\nexport type C = A', ['x.ts:3 B', 'x.ts:4 C']],
  ['/** Of the file. */\nimport "x"\n\nexport default function () {}', ['x.ts:4 default']],
  ['/** Yes. */\n// biome-ignore lint: for a reason\nexport const a = 1', []],
  ['/** Yes. */\nexport function f(a: string): void\nexport function f(a: number): void\nexport function f() {}', []],
  ["export { a } from './a.ts'\nexport * from './b.ts'\nexport type { C } from './c.ts'\nfunction f() {}", []],
])('%j lacks the comments %j', (text, expected) => expect(undocumentedExports('x.ts', text)).toEqual(expected))
