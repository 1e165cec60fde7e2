import { expect } from 'vitest'
import { type CreditStatus, isBeforeSettlement } from '#domain/credit'
import { verifyChain } from '#server/store/activity'
import type { Store } from '#server/store/store'

const WITH_STATUS = [
  'round',
  'participation',
  'agentAuthority',
  'project',
  'service',
  'requirement',
  'credit',
] as const

/** Market invariant 11: the chain is whole, and every change of status is told exactly once, from where it was to where it is. */
export const expectHonestTrail = async ({ db }: Store): Promise<void> => {
  expect(await verifyChain(db)).toMatchObject({ ok: true })
  const told = await db
    .selectFrom('activity')
    .select(['seq', 'subjectKind', 'subjectId', 'fromStatus', 'toStatus'])
    .where('toStatus', 'is not', null)
    .orderBy('seq')
    .execute()
  const last = new Map<string, string>()
  const breaks: string[] = []
  for (const { seq, subjectKind, subjectId, fromStatus, toStatus } of told) {
    const key = `${subjectKind} ${subjectId}`
    if ((last.get(key) ?? null) !== fromStatus)
      breaks.push(`${seq}: ${key} from ${fromStatus}, but it was ${last.get(key)}`)
    last.set(key, toStatus ?? '')
  }
  expect(breaks).toEqual([])
  for (const kind of WITH_STATUS) {
    const all = await db.selectFrom(kind).select(['id', 'status']).orderBy('ordinal').execute()
    // Until settlement a credit follows its service and project, whose changes are told.
    const rows = all.filter(({ status }) => kind !== 'credit' || !isBeforeSettlement(status as CreditStatus))
    expect(rows.map(({ id }) => [kind, id, last.get(`${kind} ${id}`)])).toEqual(
      rows.map(({ id, status }) => [kind, id, status]),
    )
  }
}
