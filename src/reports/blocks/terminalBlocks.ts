import { counted } from '../../core/base/text/counted.ts'
import { singleLine } from '../../core/base/text/singleLine.ts'
import { bannerLines, fittedTable, labelled, paint, splitTable, unbroken, wrapWords } from '../layout.ts'
import { type Block, type Fact, isOn, type MarkedPhrase, type Phrase, phraseText, type TableBlock, tableOn } from './block.ts'

/** Blocks for a terminal of this width. Whatever a text holds, it does not act on the screen. */
export function terminalBlocks(blocks: readonly Block[], width: number): string[] {
  const lines = linesOf(blocks, width)
  const last = lines.findLastIndex((line) => line !== '')
  // No two empty lines together, and none at either end.
  return lines.filter((line, at) => line !== '' || (at > 0 && at < last && lines[at - 1] !== ''))
}

function linesOf(blocks: readonly Block[], width: number): string[] {
  return blocks.filter(isOn('terminal')).flatMap((block) => blockLines(block, width))
}

function blockLines(block: Block, width: number): string[] {
  switch (block.kind) {
    case 'section': {
      const indent = block.isIndented ? '  ' : ''
      const lines = linesOf(block.blocks, width - indent.length)
      return ['', ...sentence({ text: block.title, isStrong: true }, width), ...lines.map((line) => (line === '' ? '' : indent + line)), '']
    }
    case 'heading':
      return ['', ...sentence({ text: block.text, isStrong: true }, width)]
    case 'text':
      return sentence(block.text, width)
    case 'list':
      return block.texts
        .flatMap((text) => sentence(text, block.isIndented ? width - 2 : width))
        .map((line) => (block.isIndented ? `  ${line}` : line))
    case 'facts':
      return block.facts.flatMap(([label, said]) => labelled(singleLine(label), factText(said), width, block.column))
    case 'fold':
      return linesOf(block.blocks, width)
    case 'lines':
      return [...block.lines(width)]
    case 'table':
      return [...(block.isTight ? [] : ['']), ...tableLines(block, width)]
    case 'gap':
      return ['']
    case 'simulated':
      return bannerLines(width)
    case 'html':
      return []
  }
}

function factText(said: Fact[1]): string {
  if (typeof said === 'string') return singleLine(said)
  return said.map((text) => unbroken(singleLine(text))).join(' \u00a0')
}

function sentence(phrase: Phrase, width: number): string[] {
  const { isStrong, isBad }: MarkedPhrase = typeof phrase === 'string' ? { text: phrase } : phrase
  const lines = wrapWords(singleLine(phraseText(phrase)), width - 1, 2).map((line) => ` ${line}`)
  return isBad || isStrong ? lines.map((line) => paint(isBad ? 'red' : 'bold', line)) : lines
}

function tableLines(block: TableBlock, width: number): string[] {
  const { columns, rows: all, givingWay, isWide, most = all.length } = tableOn('terminal', block)
  const rows = all.slice(0, most)
  const heads = columns.map(({ head }) => head)
  const texts = [...(heads.some(Boolean) ? [heads] : []), ...rows.map((row) => row.map(phraseText))]
  if (isWide) return splitTable(texts, width).flatMap((part) => [...part, ''])
  const left = new Set(columns.flatMap(({ isFigure }, at) => (isFigure ? [] : [at])))
  const more = all.length > most ? [` ... ${counted(all.length - most, 'more row')}`] : []
  return [...fittedTable(texts, width, left, givingWay), ...more]
}
