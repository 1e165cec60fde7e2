import { type Kysely, sql, type SqlBool } from 'kysely'
import type { ProjectBalance } from '#contract/balance'
import type { Day } from '#domain/dates'
import { serviceName } from '#domain/service'
import type { Database } from '../store/tables.ts'
import { heldIn, sheetOf } from './balance.ts'
import { servicesOf } from './services.ts'

/** The balance sheet of a project: service by service, and in sum. */
export const projectBalance = async (
  db: Kysely<Database>,
  projectId: string,
  on: Day,
  its = servicesOf(db, [projectId]),
): Promise<ProjectBalance> => {
  const [held, services] = await Promise.all([
    heldIn(db, sql<SqlBool>`project_id = ${projectId}`, { by: 'serviceId' }),
    its,
  ])
  return {
    ...sheetOf(held, on),
    services: services.flatMap(service => {
      const { types } = sheetOf(
        held.filter(({ of }) => of === service.id),
        on,
      )
      return types.map(balance => ({ id: service.id, name: serviceName(service), ...balance }))
    }),
  }
}
