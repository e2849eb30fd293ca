import { randomInt } from 'node:crypto'

const BIRDS = [
  ...['avocet', 'bittern', 'curlew', 'dunlin', 'egret', 'fulmar', 'gannet', 'heron', 'ibis', 'jackdaw', 'kestrel', 'lapwing', 'merlin'],
  ...['nuthatch', 'osprey', 'plover', 'quail', 'redshank', 'siskin', 'teal', 'wagtail', 'wren'],
]

/** A name for a run that people can say: `kestrel-0412`. */
export function newRunId(): string {
  return `${BIRDS[randomInt(BIRDS.length)]}-${String(randomInt(10_000)).padStart(4, '0')}`
}

/** Folder name of a run: `2026-11-22T0905-kestrel-0412`, in UTC, so that names sort by time. */
export function runFolderName(id: string, startedAt: Date): string {
  return `${startedAt.toISOString().slice(0, 16).replace(':', '')}-${id}`
}
