import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { CertificateItem } from '#contract/credit/certificate'
import type { CertificatePaper } from '#domain/credit/certificate-paper'
import { CERTIFICATE_TITLES, type Certificate, type CertificateSubjectKind } from '#domain/credit/certificate'
import type { Database } from '../store/tables/tables.ts'
import { commonBlock, type UnitBlock } from '#domain/case/unit-blocks'
import { parseSerial } from '#domain/credit/credit'
import { assuranceView, readUnsoundUnits, type UnsoundCreditUnits } from './assurance.ts'

type Content = Pick<Certificate, 'id' | 'content'>

/** Units that a certificate certifies, by their service. */
interface CertifiedUnits {
  service: number
  block: UnitBlock
}

const certifiedUnitsOf = ({ content }: Pick<Certificate, 'content'>): CertifiedUnits[] => {
  const { credits = [] }: Partial<Pick<CertificatePaper, 'credits'>> = JSON.parse(content)
  return credits.flatMap(({ serial, start, end }) => {
    const named = parseSerial(serial)
    return named
      ? [{ service: named.service, block: { first: named.first, last: named.last, start, end } }]
      : []
  })
}

const isCertified = (
  { serial, since, until }: UnsoundCreditUnits,
  certified: readonly CertifiedUnits[],
): boolean => {
  const named = parseSerial(serial)
  const block = named && { first: named.first, last: named.last, start: since, end: until }
  return certified.some(
    one => one.service === named?.service && block !== null && commonBlock(one.block, block) !== null,
  )
}

/** Units that some certificates certify and that are not sound now, by the id of the certificate. */
export const readUnsoundByCertificate = async (
  db: Kysely<Database>,
  certificates: readonly Content[],
): Promise<(id: string) => UnsoundCreditUnits[]> => {
  const certifiedBy = new Map(certificates.map(one => [one.id, certifiedUnitsOf(one)]))
  const units = [...certifiedBy.values()].flat()
  if (units.length === 0) return () => []
  const column = (value: (one: CertifiedUnits) => number) => sql`${units.map(value)}::bigint[]`
  const { rows: credits } = await sql<{ id: string; projectId: string }>`
    select distinct credit.id, credit.project_id
    from unnest(${column(one => one.service)}, ${column(({ block }) => block.first)},
        ${column(({ block }) => block.last)}) as certified (service, first, last)
      join credit_block block on block.service_number = certified.service
        and block.first_unit <= certified.last and block.last_unit >= certified.first
      join credit on credit.id = block.credit_id`.execute(db)
  const unsound = await readUnsoundUnits(db, credits)
  return id => unsound.filter(one => isCertified(one, certifiedBy.get(id) ?? []))
}

/**
 * Certificates of a requirement or project, for any of its readers, oldest first. Superseded certificates are left
 * out: they are found through the certificate that replaces them.
 */
export const listCertificates = async (
  db: Kysely<Database>,
  kind: CertificateSubjectKind,
  id: string,
): Promise<CertificateItem[]> => (await listCertificatesOf(db, kind, [id]))(id)

/** The same for several subjects of a kind at once, by the id of the subject. */
export const listCertificatesOf = async (
  db: Kysely<Database>,
  kind: CertificateSubjectKind,
  ids: readonly string[],
): Promise<(id: string) => CertificateItem[]> => {
  const rows = await db
    .selectFrom('certificate')
    .select(['id', 'number', 'kind', 'state', 'madeAt', 'content', 'subjectId'])
    .where('subjectKind', '=', kind)
    .where('subjectId', '=', sql<string>`any(${ids}::text[])`)
    .where('state', '<>', 'Superseded')
    .orderBy('ordinal')
    .execute()
  const unsoundOf = await readUnsoundByCertificate(db, rows)
  return id =>
    rows
      .filter(({ subjectId }) => subjectId === id)
      .map(row => {
        const page = `/certificates/${row.number}`
        return {
          ...{ id: row.id, number: row.number, kind: row.kind, state: row.state, madeAt: row.madeAt },
          title: CERTIFICATE_TITLES[row.kind],
          assurance: assuranceView(unsoundOf(row.id)).assurance,
          links: { page, pdf: `${page}.pdf`, json: `${page}.json`, verify: `/verify/${row.number}` },
        }
      })
}
