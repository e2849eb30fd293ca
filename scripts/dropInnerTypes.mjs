import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

/** Imports of a declaration file, as statements and within types. */
const IMPORT = /(?:from|import)\s*\(?\s*['"](\.[^'"]+)['"]/g

/**
 * Removes the declarations that no entry of the package leads to: nobody can import them, and they would be a tenth of the package.
 *
 * @param {string} folder with the built package.
 * @param {readonly string[]} entries declaration files that users import, from the folder.
 */
export function dropInnerTypes(folder, entries) {
  const reached = new Set()
  const kit = filesOfKit(join(folder, 'src'))
  const left = entries.map((entry) => join(folder, entry))
  for (let path = left.pop(); path !== undefined; path = left.pop()) {
    if (reached.has(path)) continue
    if (!existsSync(path)) throw new Error(`Failed to follow the types of the package: no ${path}. Mend the exports of package.json.`)
    reached.add(path)
    nameFilesOfKit(path, kit)
    for (const [, specifier] of readFileSync(path, 'utf8').matchAll(IMPORT))
      left.push(join(dirname(path), specifier.replace(/(?:\.d)?\.[jt]s$/, '.d.ts')))
  }
  for (const entry of readdirSync(folder, { recursive: true })) {
    const path = join(folder, entry)
    if (path.endsWith('.d.ts') && !reached.has(path)) rmSync(path)
  }
}

/** Where each name of the kit is declared, by name. */
function filesOfKit(source) {
  const text = readFileSync(join(source, 'kit.d.ts'), 'utf8')
  return new Map(
    [...text.matchAll(/export (?:type )?\{([^}]*)\} from '([^']+)'/g)].flatMap(([, names, specifier]) =>
      namesIn(names).map((name) => [name.replace(/^type /, ''), join(source, specifier)]),
    ),
  )
}

/** The kit leads to all of the engine: a declaration that takes some of it names the files themselves. */
function nameFilesOfKit(path, kit) {
  const text = readFileSync(path, 'utf8')
  const direct = text.replace(/import (type )?\{([^}]*)\} from '[^']*\/kit\.ts';/g, (_, type = '', names) =>
    namesIn(names)
      .map((name) => {
        const file = relative(dirname(path), kit.get(name.replace(/^type /, '').replace(/ as .*$/, '')))
        return `import ${type}{ ${name} } from '${file.startsWith('.') ? file : `./${file}`}';`
      })
      .join('\n'),
  )
  if (direct !== text) writeFileSync(path, direct)
}

function namesIn(list) {
  return list.split(',').flatMap((name) => (name.trim() === '' ? [] : [name.trim()]))
}
