import { areaColumns } from '#contract/columns/place'
import { REQUIREMENT_COLUMNS } from '#contract/columns/requirement'
import { isBeforeSettlement, type Credit, type CreditStatus } from '#domain/credit/credit'
import {
  type CertificateKind,
  type CertificateSeries,
  type CertificateScope,
  projectCertificateKind,
  requirementCertificateKind,
} from '#domain/credit/certificate'
import type { CertificateFacts } from '#domain/credit/certificate-paper'
import { DEFAULT_BRAND, BRAND_ID } from '#domain/people/brand'
import { utcDayOf, type Day } from '@credit-market/values/dates'
import type { StoredKind } from '#domain/disclosure/entities'
import type { Requirement } from '#domain/project/requirement'
import type { Project } from '#domain/project/project'
import type { StoreTransaction } from '../store/store.ts'
import { readCertifiedCredits } from './certified-credits.ts'

/** Facts of a certificate about its subject, as in this transaction. */
export type CertificateSubjectFacts = CertificateScope &
  Omit<CertificateFacts, 'number' | 'madeAt' | 'supersedes' | 'verifyAt' | 'keyFingerprint' | 'of' | 'kind'>

/**
 * Facts to certify of a requirement: its schedule, or the state of its credits; undefined if there is nothing to
 * certify.
 */
export const certificateFactsOfRequirement = async (
  tx: StoreTransaction,
  id: string,
  series: CertificateSeries,
  givenById: string | null,
): Promise<CertificateSubjectFacts | undefined> => {
  const [requirement] = await tx.list('requirement', { id })
  const kind =
    series === 'schedule' || series === 'notice'
      ? series
      : requirementCertificateKind(requirement?.status ?? '')
  const credits = await tx.list('credit', { requirementId: id })
  if (!requirement || !kind || credits.length === 0) return undefined
  const { buyerId, planningRef, redemptionDate, certificateDate } = requirement
  return {
    ...{ of: 'requirement', kind, planningRef },
    ...(await around(tx, requirement, buyerId)),
    certificateDate: kind === 'rights' ? certificateDate : null,
    givenBy: await nameOf(tx, 'organisation', givenById),
    dates: [
      ...(redemptionDate ? [[REQUIREMENT_COLUMNS.redemptionDate.label, redemptionDate] as const] : []),
      ...(await datesOf(tx, credits, STAGES[kind])),
    ],
    credits: await readCertifiedCredits(tx, credits),
  }
}

/** Facts to certify of a project: its schedule, or what happened to its unsold units. */
export const certificateFactsOfProject = async (
  tx: StoreTransaction,
  id: string,
  series: CertificateSeries,
): Promise<CertificateSubjectFacts | undefined> => {
  const [project] = await tx.list('project', { id })
  const all = await tx.list('credit', { projectId: id })
  const unsold = all.filter(
    ({ requirementId, status }) => requirementId === null && (status === 'Issued' || status === 'Retired'),
  )
  const kind =
    series === 'schedule' || series === 'obligation'
      ? series
      : projectCertificateKind(unsold.map(({ status }) => status))
  const settled = all.filter(({ status }) => !isBeforeSettlement(status))
  const credits =
    series === 'schedule'
      ? settled
      : series === 'obligation'
        ? settled.filter(({ isPermanent, requirementId }) => isPermanent && requirementId !== null)
        : unsold
  if (!project || !kind || credits.length === 0) return undefined
  return {
    ...{ of: 'project', kind, planningRef: null, certificateDate: null, givenBy: null },
    ...(await around(tx, project, project.supplierId)),
    dates: [
      ...(project.start ? [['Delivery begins by', project.start] as const] : []),
      ...(await datesOf(
        tx,
        credits,
        STAGES[kind].filter(status => status === 'Issued' || status === 'Retired'),
      )),
    ],
    credits: await readCertifiedCredits(tx, credits),
  }
}

const STAGES: Record<CertificateKind, readonly (keyof typeof DATES)[]> = {
  schedule: [],
  obligation: [],
  notice: ['RightsAllocated', 'Issued'],
  rights: ['RightsAllocated'],
  issue: ['RightsAllocated', 'Issued'],
  redemption: ['RightsAllocated', 'Issued', 'Redeemed'],
  retirement: ['RightsAllocated', 'Issued', 'Redeemed', 'Retired'],
}

const DATES = {
  RightsAllocated: 'Rights allocated on',
  Issued: 'Issued on',
  Redeemed: 'Redeemed on',
  Retired: 'Retired on',
} as const satisfies { [S in CreditStatus]?: string }

const nameOf = async (
  tx: StoreTransaction,
  kind: StoredKind & ('organisation' | 'round' | 'lpa' | 'nca' | 'subcatchment'),
  id: string | null,
): Promise<string | null> => (id === null ? null : ((await tx.list(kind, { id }))[0]?.name ?? null))

const around = async (tx: StoreTransaction, subject: Requirement | Project, ownerId: string) => {
  const [brands, operators, holder, round, lpa, nca, subcatchment] = await Promise.all([
    tx.list('brand', { id: BRAND_ID }),
    tx.list('organisation', { type: 'OPER' }),
    nameOf(tx, 'organisation', ownerId),
    nameOf(tx, 'round', subject.roundId),
    nameOf(tx, 'lpa', subject.lpaId),
    nameOf(tx, 'nca', subject.ncaId),
    nameOf(tx, 'subcatchment', subject.subcatchmentId),
  ])
  const places = [
    [areaColumns.lpa.label, lpa],
    [areaColumns.nca.label, nca],
    [areaColumns.subcatchment.label, subcatchment],
  ] as const
  return {
    market: (brands[0] ?? DEFAULT_BRAND).name,
    issuer: operators[0]?.name ?? 'The market operator',
    holder: holder ?? ownerId,
    round: round ?? subject.roundId,
    subject: { id: subject.id, name: subject.name },
    place: places.flatMap(([called, name]) => (name === null ? [] : [[called, name] as const])),
  }
}

/** Dates on which the last of these credits reached each of these statuses, from the ledger. */
const datesOf = async (
  tx: StoreTransaction,
  credits: readonly Credit[],
  stages: readonly (keyof typeof DATES)[],
): Promise<(readonly [string, Day])[]> => {
  if (stages.length === 0) return []
  const entries = await tx.db
    .selectFrom('creditLedger')
    .select(['toStatus', 'at'])
    .where(
      'creditId',
      'in',
      credits.map(({ id }) => id),
    )
    .orderBy('seq')
    .execute()
  return stages.flatMap(stage => {
    const last = entries.findLast(({ toStatus }) => toStatus === stage)
    return last ? [[DATES[stage], utcDayOf(last.at)] as const] : []
  })
}
