import { noteOldName } from '../core/base/deprecated.ts'
import type { Model } from '../models/model.ts'

/**
 * What a judged matcher or criterion needs to run without a key, and to measure its judge. No real judge learns of it, and
 * nothing of it decides what a real judge is asked about.
 */
export interface Calibration<Finding> {
  /** What simulated judges find. Without it they refuse to judge. */
  readonly simulated?: Finding | undefined
}

/** The calibration of a matcher that can also measure its judge. */
export interface ControlledCalibration<Finding> extends Calibration<Finding> {
  /** Has answers judged of which the truth is known, and returns what came of it as scores `control_…`; run for a share of items (`HOLDFAST_CONTROLS`). */
  readonly controls?: Controls | undefined
}

/** Judges answers of which the truth is known. */
export type Controls = (judge: Model) => Promise<Readonly<Record<string, number>>>

/** Where calibration stood before it had a place of its own. */
export interface FormerCalibration<Finding> {
  /** @deprecated Use `calibration: { simulated }`. */
  readonly simulated?: Finding | undefined
}

/** The same, for what has controls. */
export interface FormerControlledCalibration<Finding> extends FormerCalibration<Finding> {
  /** @deprecated Use `calibration: { controls }`. */
  readonly controls?: Controls | undefined
}

/** The calibration among some options, wherever it stands; notes an old place. */
export function calibrationOf<Finding>(
  where: string,
  {
    calibration = {},
    simulated,
    controls,
  }: FormerControlledCalibration<Finding> & { readonly calibration?: ControlledCalibration<Finding> | undefined },
): ControlledCalibration<Finding> {
  if (simulated !== undefined) noteOldName(where, 'simulated', 'calibration.simulated')
  if (controls !== undefined) noteOldName(where, 'controls', 'calibration.controls')
  return { simulated: calibration.simulated ?? simulated, controls: calibration.controls ?? controls }
}
