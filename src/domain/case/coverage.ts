import type { CreditType } from '@credit-market/matching/problem/credit-type'
import { type Instant, englishDayOf, showDay } from '@credit-market/values/dates'
import { englishListFormat } from '@credit-market/values/formats'
import { showUnits, type Units } from '@credit-market/values/units'
import { type Assurance, worstAssurance } from './unit-failure.ts'
import type { RequirementStatus } from '../project/requirement.ts'
import { UNIT_NAMES } from '../values/credit-type.ts'

/** Answers to “is what this application needs secured?”. */
export const COVERAGE_VERDICTS = ['secured', 'reserved', 'notYet', 'inDoubt', 'ended'] as const
export type CoverageVerdict = (typeof COVERAGE_VERDICTS)[number]

const BY_STATUS: Partial<Record<RequirementStatus, CoverageVerdict>> = {
  RightsCreated: 'reserved',
  RightsAllocated: 'secured',
  CreditsIssued: 'secured',
  CreditsRedeemed: 'secured',
  Retired: 'ended',
}

/** Verdict on a requirement by its status and the assurance of its units. Units that others replace count as sound. */
export const coverageVerdict = (
  status: RequirementStatus,
  assurances: readonly Assurance[],
): CoverageVerdict => {
  const verdict = BY_STATUS[status] ?? 'notYet'
  const worst = worstAssurance(assurances)
  return verdict === 'secured' && (worst === 'failed' || worst === 'inDoubt') ? 'inDoubt' : verdict
}

/** Planning references that mean the same: in capitals and without spaces. */
export const normalisePlanningRef = (typed: string): string => typed.toUpperCase().replaceAll(/\s/g, '')

/** Units of one project that cover a requirement. */
export interface CoveringProject {
  /** Null if the reader may not know the project. */
  project: string | null
  creditType: CreditType
  units: Units
}

const unitsText = ({ creditType, units }: Pick<CoveringProject, 'creditType' | 'units'>): string =>
  `${showUnits(units)} ${UNIT_NAMES[creditType]}`

const LIST = englishListFormat()

const suppliersText = (by: readonly CoveringProject[]): string =>
  LIST.format(by.map(one => `${unitsText(one)} from ${one.project ?? 'a project in another area'}`))

/** Answers the question in one sentence. */
export const coverageText = (verdict: CoverageVerdict, by: readonly CoveringProject[]): string => {
  switch (verdict) {
    case 'secured':
      return `Covered: yes, by ${suppliersText(by)}.`
    case 'reserved':
      return `Covered: not yet. ${suppliersText(by)} are reserved for it. They are secured when the market operator allocates the rights.`
    case 'inDoubt':
      return `Covered: in doubt. It was covered by ${suppliersText(by)}, but not all of these units are sound now.`
    case 'ended':
      return `Covered: no longer. The units from ${LIST.format(by.map(({ project }) => project ?? 'a project in another area'))} have ended.`
    case 'notYet':
      return 'Covered: no. It has not bought any credits in this market.'
  }
}

/** Certificate that proves the coverage. */
export interface CoverageProof {
  title: string
  number: string
  madeAt: Instant
  /** Address at which anyone can check it. */
  page: string
}

/** Paragraph for a decision notice; null unless everything is secured and certified. */
export const decisionNoticeText = (
  verdict: CoverageVerdict,
  {
    reference,
    market,
    by,
    proof,
  }: {
    reference: string
    /** Name of the market. */
    market: string
    by: readonly CoveringProject[]
    proof: CoverageProof | null
  },
): string | null =>
  verdict === 'secured' && proof
    ? `For application ${reference}, ${suppliersText(by)} have been secured through ${market}. Evidence: ${proof.title} ${proof.number}, issued on ${showDay(englishDayOf(proof.madeAt))}. Anyone can check that it is valid at ${proof.page}.`
    : null
