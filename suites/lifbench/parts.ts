import type { CasePart, CaseSizes } from '../../src/kit.ts'
import type { LifbenchItem } from './items.ts'
import { cutList, listParts } from './smaller/list.ts'
import { cutMultiDoc, multiDocParts } from './smaller/multiDoc.ts'
import { cutOneDoc, oneDocParts } from './smaller/oneDoc.ts'

/**
 * What an item can be made smaller by: entries, documents or sentences that the instruction does not ask for, and how many things it
 * asks for where that is a number of its own. How it is worded stays: another template is another item.
 */
export function lifbenchParts(item: LifbenchItem): CasePart[] {
  switch (item.task.scenario) {
    case 'list':
      return listParts(item)
    case 'onedoc':
      return oneDocParts(item)
    case 'multidoc':
      return multiDocParts(item)
  }
}

/**
 * An item with a smaller context, and with what it asks for and is scored by computed anew from that context: so the right answer is
 * that of the smaller context, whatever was left out. Its id stays.
 *
 * @returns undefined where no document is left, or no group of duplicates where these are asked for.
 */
export function cutLifbench(item: LifbenchItem, sizes: CaseSizes): LifbenchItem | undefined {
  const cut = { list: cutList, onedoc: cutOneDoc, multidoc: cutMultiDoc }[item.task.scenario]
  return lifbenchParts(item).every(({ name, size }) => (sizes[name] ?? size) >= size) ? item : cut(item, sizes)
}
