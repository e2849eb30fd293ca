import { el } from '../../../../reports/page/client/dom.ts'
import { keyButton } from './keyHint.ts'

/** Largest file that is read: a label takes some 200 characters. */
const LARGEST = 50_000_000

/** Gives a text out as a file. */
export function download(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/x-ndjson' }))
  el('a', { href: url, download: name }).click()
  // The browser reads it after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/** The buttons that give labels out and take them in. */
export function fileButtons(
  onExport: () => void,
  onImport: (name: string, text: string) => void,
  onProblem: (text: string) => void,
): HTMLElement[] {
  const input = el('input', { type: 'file', id: 'import', class: 'unseen', accept: '.jsonl,.ndjson,.txt,.json' })
  input.addEventListener('change', () => {
    const [file] = input.files ?? []
    // The same file may be chosen again.
    const forget = () => {
      input.value = ''
    }
    if (!file) return
    if (file.size > LARGEST) {
      onProblem(`Failed to import ${file.name}: it is larger than 50 MB. Choose a file that this page exported.`)
      forget()
      return
    }
    file
      .text()
      .then((text) => onImport(file.name, text))
      .catch(() => onProblem(`Failed to import ${file.name}: it cannot be read. Choose it again.`))
      .finally(forget)
  })
  return [
    keyButton('Export', 'e', onExport),
    input,
    el('label', { for: 'import', class: 'as-button', title: 'Go on from an earlier export' }, 'Import'),
  ]
}
