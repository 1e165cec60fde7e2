import { areaColumns } from '#contract/columns/place'
import { REQUIREMENT_COLUMNS } from '#contract/columns/requirement'
import { creditStatusLabel } from '#contract/credit/credit'
import { isBeforeSettlement, type Credit, type CreditStatus } from '#domain/credit/credit'
import {
  type CertificateKind,
  type CertificateSeries,
  type CertificateScope,
  projectCertificateKind,
  requirementCertificateKind,
} from '#domain/credit/certificate'
import type { CertificateFacts, CertifiedCredit } from '#domain/credit/certificate-paper'
import { DEFAULT_BRAND, BRAND_ID } from '#domain/people/brand'
import { CREDIT_TYPE_LABELS } from '#domain/values/credit-type'
import { utcDayOf, type Day } from '@credit-market/values/dates'
import type { StoredKind } from '#domain/disclosure/entities'
import { BROAD_HABITAT_LABELS, DISTINCTIVENESS_WORDS } from '@credit-market/habitat-metric/habitat'
import type { Requirement } from '#domain/project/requirement'
import type { Project } from '#domain/project/project'
import type { StoreTransaction } from '../store/store.ts'

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
    credits: await told(tx, credits),
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
    credits: await told(tx, credits),
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

const told = async (tx: StoreTransaction, credits: readonly Credit[]): Promise<CertifiedCredit[]> => {
  const projects = await tx.list('project', { id: [...new Set(credits.map(({ projectId }) => projectId))] })
  const lpas = await tx.list('lpa', { id: projects.flatMap(({ lpaId }) => lpaId ?? []) })
  const blocks = await tx.db
    .selectFrom('creditBlock')
    .selectAll()
    .where(
      'creditId',
      'in',
      credits.map(({ id }) => id),
    )
    .orderBy('startDay')
    .orderBy('firstUnit')
    .execute()
  return credits.map(credit => {
    const project = projects.find(({ id }) => id === credit.projectId)
    return {
      type: CREDIT_TYPE_LABELS[credit.type],
      habitat: credit.type === 'Biodiversity' ? habitatOf(credit) : null,
      project: project?.name ?? credit.projectId,
      where: lpas.find(({ id }) => id === project?.lpaId)?.name ?? null,
      status: statusOf(credit),
      blocks: blocks
        .filter(({ creditId }) => creditId === credit.id)
        .map(({ serial, firstUnit, lastUnit, startDay, endDay }) => ({
          serial,
          units: lastUnit - firstUnit + 1,
          start: startDay,
          end: endDay,
        })),
    }
  })
}

const habitatOf = ({ habitatType, broadHabitat, distinctiveness }: Credit): string =>
  [
    habitatType ?? BROAD_HABITAT_LABELS[broadHabitat],
    ...(distinctiveness ? [`${DISTINCTIVENESS_WORDS[distinctiveness]} distinctiveness`] : []),
  ].join(', ')

const statusOf = (credit: Credit): string => {
  const label = creditStatusLabel(credit)
  return credit.isReserved && label !== 'Reserved' ? `${label}, reserve` : label
}
