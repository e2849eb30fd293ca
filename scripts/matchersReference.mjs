// The matchers reference, docs/matchers.md, from the doc comments of the matchers and of their options: `npm run docs`.
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

const root = fileURLToPath(new URL('..', import.meta.url))
const SOURCE = `${root}matchers/index.ts`
const MAKERS = `${root}src/judging/rubric/rubric.ts`
const DIALOGUE = `${root}src/judging/dialogue/dialogue.ts`

const HEAD = `<!-- Written by npm run docs from the doc comments in matchers/: change those. -->

# Matchers

A matcher reads its subject: a text, an answer of \`candidate.ask\`, or a \`dialogue\`. It never calls the model under test. It calls a judge only where no \`check\` decides.

- Matchers are asynchronous. One that is not awaited fails its test.
- In a \`benchmark\` they record a score. In a plain test they are assertions.
- \`expect(...).not\` works. \`expect.soft\` and use inside another matcher are errors.
`

/** The text of docs/matchers.md. */
export function matchersReference() {
  const program = ts.createProgram([SOURCE, MAKERS, DIALOGUE], {
    ...ts.readConfigFile(`${root}tsconfig.json`, ts.sys.readFile).config.compilerOptions,
    target: ts.ScriptTarget.ES2023,
    lib: undefined,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    noEmit: true,
  })
  const checker = program.getTypeChecker()
  /** What stands on the page already: tables, with the heading that has them, and rows of calibration. */
  const told = new Map()
  const matchers = methodsOf(program.getSourceFile(SOURCE), 'Matchers')
  if (matchers.length === 0) throw new Error(`Failed to write the reference: no interface Matchers in ${SOURCE}.`)
  const makers = functionsOf(program.getSourceFile(MAKERS), ['rubric', 'criterion'])
  return [
    HEAD,
    ...matchers.map((method) => section(method, checker, told)),
    '## Rubrics\n\nWhat `toPassRubric` and `toMaintainStance` hold an answer against.\n',
    ...makers.map((maker) => section(maker, checker, told).replace(/^## /, '### ')),
    '## Dialogues\n\nWhat a test does with its `dialogue`. All but `given` and `system` call models: await them. Calls also take `maxTokens`, `temperature` and `seed`.\n',
    '|method|does|\n|---|---|',
    ...dialogueMethods(program.getSourceFile(DIALOGUE)).map((node) => `|\`${callOf(node, checker)}\`|${firstSentence(docOf(node))}|`),
    '',
  ].join('\n')
}

/** What stands in tests; the rest serves matchers and suites. */
const IN_TESTS = ['system', 'given', 'ask', 'instruct', 'recall', 'compact', 'refute', 'press', 'distract', 'with']

function dialogueMethods(file) {
  const [own] = file.statements.filter((node) => ts.isClassDeclaration(node) && node.name?.text === 'Dialogue')
  return own.members.filter((node) => ts.isMethodDeclaration(node) && IN_TESTS.includes(node.name.text))
}

/** What every call takes. */
const OF_CALLS = ['call', 'maxTokens', 'temperature', 'seed', 'simulation']

function callOf(node, checker) {
  const names = node.parameters.map(({ name, questionToken, initializer, type }) => {
    const isObject = ts.isObjectBindingPattern(name)
    const fields = isObject || name.text === 'options' ? ownFields(checker.getPropertiesOfType(checker.getTypeFromTypeNode(type))) : []
    if (fields.length === 0) return questionToken || initializer ? `${name.text}?` : name.text
    const own = fields.filter((field) => !OF_CALLS.includes(field.name))
    const shown = own.map((field) => field.name + (field.flags & ts.SymbolFlags.Optional ? '?' : ''))
    return shown.length === 0 ? 'options?' : `{ ${shown.join(', ')} }`
  })
  return `${node.name.text}(${names.join(', ')})`
}

const firstSentence = (text) =>
  text
    .replace(/\s+/g, ' ')
    .replace(/(?<=\.) (?:Throws|@throws) .*$/, '')
    .replaceAll('|', '\\|')

function methodsOf(file, name) {
  const found = []
  const visit = (node) => {
    if (ts.isInterfaceDeclaration(node) && node.name.text === name) found.push(...node.members.filter(ts.isMethodSignature))
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}

function functionsOf(file, names) {
  return file.statements.filter((node) => ts.isFunctionDeclaration(node) && names.includes(node.name?.text ?? '') && docOf(node) !== '')
}

function section(node, checker, told) {
  const parameters = node.parameters.map((parameter) => parameter.getText()).join(', ')
  const lines = [`## ${node.name.text}`, '', '```', `${node.name.text}(${parameters.replace(/\s+/g, ' ')})`, '```', '', docOf(node), '']
  for (const example of tagsOf(node, 'example')) lines.push('```ts', example, '```', '')
  for (const { name, type } of node.parameters) lines.push(...fieldsOf(name.getText(), type, { checker, told, at: node.name.text }))
  return lines.join('\n')
}

/** A table of the fields of a parameter's interface, where it is one of ours. One that stands above is linked to. */
function fieldsOf(parameter, type, { checker, told, at }) {
  const members =
    type === undefined ? [] : (ts.isUnionTypeNode(type) ? type.types : [type]).flatMap((part) => [checker.getTypeFromTypeNode(part)])
  return members.flatMap((member) => {
    const fields =
      member.isClassOrInterface() || member.symbol?.flags & ts.SymbolFlags.TypeLiteral ? checker.getPropertiesOfType(member) : []
    const rows = ownFields(fields).flatMap((field) => rowsOf(field, '', checker, told))
    if (rows.length === 0) return []
    const above = told.get(member.symbol)
    if (above !== undefined) return [`\`${parameter}\`: as of [${above}](#${above.toLowerCase()}).`, '']
    // What the names alone say needs no table.
    if (rows.every((row) => row.endsWith('||'))) return []
    told.set(member.symbol, at)
    return [`\`${parameter}\`:`, '', '|field|type|meaning|', '|---|---|---|', ...rows, '']
  })
}

/** Fields that are declared here and have not been given another name. */
function ownFields(fields) {
  return fields.filter(
    (field) =>
      field.declarations?.[0] &&
      !field.declarations[0].getSourceFile().isDeclarationFile &&
      !field.getJsDocTags().some(({ name }) => name === 'deprecated'),
  )
}

/** A field as a row, and below it the fields of its own: what belongs to calibration is found by its whole name. */
function rowsOf(field, prefix, checker, told) {
  const [declaration] = field.declarations
  const optional = field.flags & ts.SymbolFlags.Optional || declaration.questionToken
  const type = checker.getTypeOfSymbol(field).getNonNullableType()
  const text = (prefix === '' && declaration.type ? declaration.type.getText() : checker.typeToString(type)).replace(/\s+/g, ' ')
  const doc = ts.displayPartsToString(field.getDocumentationComment(checker)).replace(/\s+/g, ' ')
  const name = prefix + field.name
  const row = `|\`${name}\`${optional ? '' : ', required'}|\`${text.replaceAll('|', '\\|')}\`|${doc.replaceAll('|', '\\|')}|`
  if (prefix !== '' && told.has(name + doc)) return []
  if (prefix !== '') told.set(name + doc, true)
  return name === 'calibration'
    ? [row, ...ownFields(type.getProperties()).flatMap((inner) => rowsOf(inner, `${name}.`, checker, told))]
    : [row]
}

function docOf(node) {
  const docs = ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc)
  return docs
    .map(({ comment }) => ts.getTextOfJSDocComment(comment) ?? '')
    .join('\n')
    .replace(/\{@link (\w+)\}/g, '`$1`')
}

function tagsOf(node, name) {
  return ts
    .getJSDocTags(node)
    .filter(({ tagName }) => tagName.text === name)
    .map(({ comment }) => ts.getTextOfJSDocComment(comment) ?? '')
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(`${root}docs/matchers.md`, matchersReference())
