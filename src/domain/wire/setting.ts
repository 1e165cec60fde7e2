import type { Entities, SettingKind } from '../entities.ts'
import type { StandardVersion } from '../reference.ts'
import type { Resource } from './general.ts'

/** A thing of the settings as a row of its list. */
export type SettingRow<K extends SettingKind = SettingKind> = Entities[K]

/** A thing of the settings by itself; of a standard, what it is for stands under `purpose`. */
export type SettingView<K extends SettingKind = SettingKind> = Resource &
  Omit<Entities[K], 'kind'> & { purpose?: string }

/** One version of a standard; the one in force has no end. */
export interface StandardVersionRow extends Omit<StandardVersion, 'version' | 'standardId' | 'until'> {
  until: StandardVersion['until'] | null
}
