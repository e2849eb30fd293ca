import type { Metric } from './scoresDocument.ts'

/** A metric as a column, an axis or a ray. */
export interface BoardColumn {
  readonly key: string
  readonly label: string
}

/** A table of several models: as a paper lays it out. */
export interface BoardTableLayout {
  readonly title: string
  readonly columns: readonly BoardColumn[]
  readonly published?: PublishedRows | undefined
}

/** Figures of a table that its authors published. They have no place among those of runs. */
export interface PublishedRows {
  /** Who published them, and of which data they are. */
  readonly source: string
  /** Of each model a value for each column. */
  readonly rows: readonly (readonly [model: string, ...values: number[]])[]
}

/** How the figures of a suite are laid out over several models. */
export interface BoardLayout {
  readonly tables: readonly BoardTableLayout[]
  /** Pictures with a ray for each metric, all on one scale. */
  readonly radars?: readonly BoardTableLayout[] | undefined
  /** Pictures with a point for each model. */
  readonly scatters?: readonly { readonly title: string; readonly x: BoardColumn; readonly y: BoardColumn }[] | undefined
  /** What tells runs of one model apart, besides its name: an option of the suite, for instance the strategy of a judge. */
  readonly option?: string | undefined
}

/** Lays out the metrics that runs have, by what the metrics say of themselves; undefined where the suite says nothing of these. */
export type LayOutBoard = (metrics: Readonly<Record<string, Pick<Metric, 'label' | 'group' | 'part'>>>) => BoardLayout | undefined

/** The metrics of a group as columns, named by their parts. */
export function groupColumns(metrics: Parameters<LayOutBoard>[0], group: string): BoardColumn[] {
  return Object.entries(metrics).flatMap(([key, own]) => (own.group === group ? [{ key, label: own.part ?? key }] : []))
}
