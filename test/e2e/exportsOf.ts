import ts from 'typescript'

/** Names that a module exports by its declarations, types with their kind. */
export function exportsOf(paths: readonly string[]): Map<string, string[]> {
  const program = ts.createProgram([...paths], { module: ts.ModuleKind.NodeNext, skipLibCheck: true, noEmit: true })
  const checker = program.getTypeChecker()
  return new Map(
    paths.map((path) => {
      const file = program.getSourceFile(path)
      const symbol = file && checker.getSymbolAtLocation(file)
      const exported = symbol ? checker.getExportsOfModule(symbol) : []
      const resolved = exported.map((entry) => (entry.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(entry) : entry))
      return [
        path,
        exported
          .map((entry, index) => {
            const isValue = (resolved[index]?.flags ?? 0) & ts.SymbolFlags.Value && !isTypeOnly(entry)
            return isValue ? entry.name : `type ${entry.name}`
          })
          .sort(),
      ]
    }),
  )
}

/** Whether a name is exported by `export type`: a class may be. */
function isTypeOnly({ declarations = [] }: ts.Symbol): boolean {
  return declarations.some((own) => ts.isExportSpecifier(own) && ts.isTypeOnlyExportDeclaration(own))
}
