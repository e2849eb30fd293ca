import { z } from 'zod'

const namedMetric = z.object({ key: z.string(), label: z.string() })

/** A metric with its name for people. */
export type NamedMetric = z.output<typeof namedMetric>

/** The metric that a suite is read by first. */
export const headline = namedMetric.extend({
  /** Lowest and highest value it can have, where the suite says both: never read off values. */
  range: z.tuple([z.number(), z.number()]).readonly().optional(),
  /** Decimals it is shown with. */
  digits: z.number().int(),
  /** What it counts, in a word or two: `percent`, `rating`, `share`. */
  unit: z.string().optional(),
  /** Which of its values are good, where that is not what the suite says of itself. */
  good: z.string().optional(),
})

/** The metric that a suite is read by first. */
export type Headline = z.output<typeof headline>

/** What a suite is, for people who see its name for the first time. */
export const suiteAbout = z.object({
  /** The benchmark's proper name, for instance `RefuteBench 2.0`. */
  title: z.string(),
  /** What it finds out about a model, as a question. */
  question: z.string(),
  /** Which values of its headline are good: which way is better, published figures, what a guess gets. One or two sentences. */
  good: z.string(),
  /** What one of its items is, in the singular, for instance `dialogue`: figures say how many they rest on. Default `item`. */
  item: z.string().optional(),
  /** What its floors are, in words. Default: `what answers without knowledge get`. */
  floor: z.string().optional(),
})

/** What a suite is, for people who see its name for the first time. */
export type SuiteAbout = z.output<typeof suiteAbout>

/** How the figures of a suite are laid out in a table, in the terminal and in report.md. */
export const display = z.object({
  /** Metric in the last row of the table, where no figure says that it is the headline. */
  headline: namedMetric.optional(),
  /** Metrics over all items that stand above it, where one is not enough. */
  beside: z.array(namedMetric).readonly().optional(),
  /** Metric of each task. */
  taskKeys: z.record(z.string(), z.string()),
  /** Whether figures are percentages, shown with two decimals; else they are shown with three. */
  percent: z.boolean().optional(),
  /** Lines below the table: metrics by key, or all of a group. Or a text. */
  rows: z
    .array(
      z.object({
        label: z.string(),
        group: z.string().optional(),
        keys: z.array(z.string()).readonly().optional(),
        note: z.string().optional(),
        /** What its floors are, where that is not what the suite says of the others. */
        floor: z.string().optional(),
        text: z.string().optional(),
      }),
    )
    .readonly(),
  /** Signs to put after the name of a figure, by metric key, for instance † for truncated contexts. */
  marks: z.record(z.string(), z.string()).optional(),
})

/** How the figures of a suite are laid out in a table. */
export type Display = z.output<typeof display>
