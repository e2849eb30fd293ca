import type { PulledFile, PullOptions } from './pull.ts'

/** Milliseconds between two looks at a running download: on a terminal its line is drawn again, else a line is written. */
const EVERY_MS = { terminal: 100, plain: 10_000 }

const WORDS: Readonly<Record<PulledFile['state'], string>> = {
  pulled: 'pulled',
  there: 'already there',
  none: 'not published',
  failed: 'FAILED',
}

/** Tells of a pull on a stream: a line per file, and how far a long download is. */
export function pullProgress(
  stream: NodeJS.WriteStream,
  files: number,
  now: () => number = Date.now,
): Pick<Required<PullOptions>, 'onFile' | 'onProgress' | 'onNote' | 'onPulled'> {
  let name = ''
  let at = 0
  let shown = now()
  const head = () => ` [${String(at).padStart(String(files).length)}/${files}] ${name}`
  const line = (text: string) => stream.write(`${stream.isTTY ? '\r\u001b[K' : ''}${text}\n`)
  return {
    onFile(next) {
      name = next
      at += 1
      shown = now()
    },
    onProgress(bytes, total) {
      if (now() - shown < (stream.isTTY ? EVERY_MS.terminal : EVERY_MS.plain)) return
      shown = now()
      const share = total === undefined || total === 0 ? '' : ` of ${sizeText(total)}, ${Math.floor((100 * bytes) / total)} %`
      const text = `${head()}  ${sizeText(bytes)}${share}`
      if (stream.isTTY) stream.write(`\r\u001b[K${text}`)
      else line(text)
    },
    onNote: (text) => line(`${head()}  ${text}`),
    onPulled({ state, file, detail }) {
      const size = state === 'pulled' ? `, ${sizeText(file.bytes)}` : ''
      line(`${head()}  ${WORDS[state]}${size}${detail ? `: ${detail}` : ''}`)
    },
  }
}

/** A size in bytes, kB or MB. */
function sizeText(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`
  return bytes < 1e6 ? `${Math.round(bytes / 1000)} kB` : `${(bytes / 1e6).toFixed(1)} MB`
}
