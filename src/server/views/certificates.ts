import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { CertificateItem } from '#contract/credit/certificate'
import type { CertificatePaper } from '#domain/credit/certificate-paper'
import { CERTIFICATE_TITLES, type Certificate, type CertificateSubjectKind } from '#domain/credit/certificate'
import type { Database } from '../store/tables/tables.ts'
import { assuranceView, readUnsoundUnits, type UnsoundCreditUnits } from './assurance.ts'

type Content = Pick<Certificate, 'id' | 'content'>

/** Units that some certificates certify and that are not sound now, by the id of the certificate. */
export const readUnsoundByCertificate = async (
  db: Kysely<Database>,
  certificates: readonly Content[],
): Promise<(id: string) => UnsoundCreditUnits[]> => {
  const serialsOf = new Map(
    certificates.map(({ id, content }) => {
      const { credits = [] }: Partial<Pick<CertificatePaper, 'credits'>> = JSON.parse(content)
      return [id, new Set(credits.map(({ serial }) => serial))]
    }),
  )
  const serials = [...serialsOf.values()].flatMap(some => [...some])
  if (serials.length === 0) return () => []
  const blocks = await db
    .selectFrom('creditBlock')
    .innerJoin('credit', 'credit.id', 'creditBlock.creditId')
    .select(['creditId', 'projectId', 'serial'])
    .where('serial', '=', sql<string>`any(${serials}::text[])`)
    .execute()
  const unsound = await readUnsoundUnits(
    db,
    [...new Map(blocks.map(({ creditId, projectId }) => [creditId, projectId]))].map(([id, projectId]) => ({
      id,
      projectId,
    })),
  )
  return id => {
    const certified = serialsOf.get(id)
    const credits = new Set(blocks.flatMap(one => (certified?.has(one.serial) ? [one.creditId] : [])))
    return unsound.filter(({ creditId }) => credits.has(creditId))
  }
}

/**
 * Certificates of a requirement or project, for any of its readers, oldest first. Superseded certificates are left
 * out: they are found through the certificate that replaces them.
 */
export const listCertificates = async (
  db: Kysely<Database>,
  kind: CertificateSubjectKind,
  id: string,
): Promise<CertificateItem[]> => {
  const rows = await db
    .selectFrom('certificate')
    .select(['id', 'number', 'kind', 'state', 'madeAt', 'content'])
    .where('subjectKind', '=', kind)
    .where('subjectId', '=', id)
    .where('state', '<>', 'Superseded')
    .orderBy('ordinal')
    .execute()
  const unsoundOf = await readUnsoundByCertificate(db, rows)
  return rows.map(row => {
    const page = `/certificates/${row.number}`
    return {
      ...{ id: row.id, number: row.number, kind: row.kind, state: row.state, madeAt: row.madeAt },
      title: CERTIFICATE_TITLES[row.kind],
      assurance: assuranceView(unsoundOf(row.id)).assurance,
      links: { page, pdf: `${page}.pdf`, json: `${page}.json`, verify: `/verify/${row.number}` },
    }
  })
}
