import { addDays, showDay, type Day, type Instant } from '@credit-market/values/dates'
import { showExactUnits, type Units } from '@credit-market/values/units'
import type { CertificateState } from '../credit/certificate.ts'
import type { StoredRow } from '../values/subject.ts'
import type { CaseStatus } from './case-status.ts'

/** Reliability of units, from best to worst: sound, failed and replaced by others, in doubt while a case is open, or failed. */
export const ASSURANCES = ['sound', 'replaced', 'inDoubt', 'failed'] as const
export type Assurance = (typeof ASSURANCES)[number]

export const ASSURANCE_LABELS: Record<Assurance, string> = {
  sound: 'Sound',
  replaced: 'Replaced',
  inDoubt: 'In doubt',
  failed: 'Failed',
}

/** Units of a credit that a confirmed case fails, from a day until (not including) another. */
export interface UnitFailure extends StoredRow {
  caseId: string
  creditId: string
  /** Serial of these units alone; the database sets it, and the number of their service, when they are recorded. */
  serial: string
  serviceNumber: number
  firstUnit: number
  lastUnit: number
  startDay: Day
  endDay: Day | null
  /** Instant since which they can be relied on again; null while they have failed. */
  endedAt: Instant | null
}

/** Capacity that a confirmed failure leaves to a service. */
export interface CapacityLeft {
  serviceId: string
  /** Ten-thousandths of a unit. */
  units: number
}

/** Assurance of several parts together: that of the worst. */
export const worstAssurance = (parts: readonly Assurance[]): Assurance =>
  ASSURANCES.findLast(one => parts.includes(one)) ?? 'sound'

/** Assurance of units that a case fails and that nothing replaces: in doubt while there is time to put it right, else failed. */
export const failureAssurance = (status: CaseStatus): 'inDoubt' | 'failed' =>
  status === 'Remedying' ? 'inDoubt' : 'failed'

/** Units that are not sound: which ones, since when, and until when. */
export interface UnsoundUnits {
  assurance: Exclude<Assurance, 'sound'>
  /** Serial of these units alone. */
  serial: string
  units: Units
  since: Day
  /** Day after the last one; null if they have failed for ever. */
  until: Day | null
  /** Serial of the units that replace them; null if none do. */
  replacedBy: string | null
}

const STATES: Record<Exclude<Assurance, 'sound'>, string> = {
  replaced: 'replaced',
  inDoubt: 'in doubt',
  failed: 'failed',
}

const periodText = ({ since, until }: Pick<UnsoundUnits, 'since' | 'until'>): string =>
  `since ${showDay(since)}${until === null ? '' : ` until ${showDay(addDays(until, -1))}`}`

/** Says how many units are not sound, and since when. */
export const unsoundText = ({
  assurance,
  units,
  since,
  until,
}: Pick<UnsoundUnits, 'assurance' | 'units' | 'since' | 'until'>): string =>
  `${showExactUnits(units)} units ${STATES[assurance]} ${periodText({ since, until })}`

/** Assurance of a certificate: that of its units while it is current; one that has ended says so itself. */
export const certificateAssurance = (
  state: CertificateState,
  unsound: readonly Pick<UnsoundUnits, 'assurance'>[],
): Assurance => (state === 'Current' ? worstAssurance(unsound.map(({ assurance }) => assurance)) : 'sound')

const CERTIFICATE_STATES: Record<Exclude<Assurance, 'sound'>, string> = {
  replaced: 'Not valid: units were replaced',
  inDoubt: 'In doubt',
  failed: 'Not valid: units have failed',
}

/** State of a certificate together with the assurance of the units that it certifies. */
export const certificateStateText = ({
  state,
  assurance,
}: {
  state: CertificateState
  assurance: Assurance
}): string => (state === 'Current' && assurance !== 'sound' ? CERTIFICATE_STATES[assurance] : state)

/** Says how many units replace failed ones, and since when; the serial of those follows. */
export const replacingText = ({
  units,
  since,
  until,
}: Pick<UnsoundUnits, 'units' | 'since' | 'until'>): string =>
  `${showExactUnits(units)} units replace failed ones ${periodText({ since, until })}:`
