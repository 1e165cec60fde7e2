import { sql } from 'kysely'
import { addMinutes, type Instant } from '@credit-market/values/dates'
import { toUnits } from '@credit-market/values/units'
import type { LandEstimate, NeedEstimate } from '#contract/public/estimates'
import {
  ESTIMATE_CONFIRMATION_HOURS,
  MAX_CONFIRMATIONS_A_DAY,
  MAX_SAVED_ESTIMATES,
  type SavedEstimate,
  savedEstimateText,
} from '#domain/project/saved-estimate'
import { normalizeUsername } from '../auth/accounts.ts'
import { queueAccountEmail } from '../auth/letters.ts'
import { newId } from '../process/ids.ts'
import type { ActionRuntime } from '../runner/runtime.ts'
import { areasOfPlace } from '../estimates/prices.ts'

/** An estimate of a desk, with the answers from which it follows. */
export type EstimateToSave = { answers: Readonly<Record<string, string>> } & (
  | { desk: 'land'; estimate: LandEstimate }
  | { desk: 'need'; estimate: NeedEstimate }
)

type Content = Omit<
  SavedEstimate,
  'id' | 'version' | 'email' | 'createdAt' | 'confirmedAt' | 'organisationId'
>

const contentOf = ({ answers, ...one }: EstimateToSave): Content => {
  const { place } = one.estimate
  return {
    desk: one.desk,
    // The label of a point is the point itself.
    area: place.lpa?.name ?? place.label,
    ...areasOfPlace(place),
    hectares: one.desk === 'land' ? one.estimate.hectares : null,
    needs:
      one.desk === 'land'
        ? []
        : one.estimate.needs.map(({ creditType, units }) => ({ creditType, units: toUnits(units) })),
    answers,
  }
}

/**
 * Saves an estimate and emails a link that confirms the address. An address that has too many estimates, or was sent too many
 * links today, gets nothing, and whoever asks cannot see the difference.
 */
export const saveEstimate = async (
  { store, now }: Pick<ActionRuntime, 'store' | 'now'>,
  typedEmail: string,
  given: EstimateToSave,
): Promise<void> => {
  const email = normalizeUsername(typedEmail)
  const at = now()
  await store.db.transaction().execute(async trx => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`saved estimate ${email}`}, 0))`.execute(trx)
    const { lately, all } = await trx
      .selectFrom('savedEstimate')
      .select(eb => [
        eb.fn.countAll<number>().as('all'),
        eb.fn
          .countAll<number>()
          .filterWhere('createdAt', '>', addMinutes(at, -24 * 60))
          .as('lately'),
      ])
      .where(eb => eb.fn<string>('lower', ['email']), '=', email)
      .executeTakeFirstOrThrow()
    if (lately >= MAX_CONFIRMATIONS_A_DAY || all >= MAX_SAVED_ESTIMATES) return
    const content = contentOf(given)
    const id = newId()
    await trx
      .insertInto('savedEstimate')
      .values({
        ...content,
        ...{ id, email, createdAt: at, confirmedAt: null, organisationId: null },
        needs: JSON.stringify(content.needs),
        answers: JSON.stringify(content.answers),
      })
      .execute()
    await queueAccountEmail(
      trx,
      'estimate-saved',
      email,
      { estimate: id, what: savedEstimateText(content) },
      at,
    )
  })
}

const isConfirmable = (createdAt: Instant, now: Instant): boolean =>
  addMinutes(createdAt, ESTIMATE_CONFIRMATION_HOURS * 60) > now

/** Reads an estimate that its emailed link can still confirm; undefined if it is confirmed, ended or too old. */
export const readUnconfirmedEstimate = async (
  { store, now }: Pick<ActionRuntime, 'store' | 'now'>,
  id: string,
): Promise<SavedEstimate | undefined> => {
  const estimate = await store.read.one('savedEstimate', id)
  return estimate && estimate.confirmedAt === null && isConfirmable(estimate.createdAt, now())
    ? estimate
    : undefined
}

/** Confirms the address of an estimate; false if its link was used before, or is too old. */
export const confirmEstimate = async (
  { store, now }: Pick<ActionRuntime, 'store' | 'now'>,
  id: string,
): Promise<boolean> => {
  const { numUpdatedRows } = await store.db
    .updateTable('savedEstimate')
    .set(eb => ({ confirmedAt: now(), version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .where('confirmedAt', 'is', null)
    .where('createdAt', '>', addMinutes(now(), -ESTIMATE_CONFIRMATION_HOURS * 60))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Deletes an estimate with its address, also in the emails about it; false if it is gone. */
export const endEstimate = ({ store }: Pick<ActionRuntime, 'store'>, id: string): Promise<boolean> =>
  store.db.transaction().execute(async trx => {
    const ended = await trx
      .deleteFrom('savedEstimate')
      .where('id', '=', id)
      .returning('email')
      .executeTakeFirst()
    if (!ended) return false
    await trx
      .deleteFrom('mailOutbox')
      .where('toAddress', '=', ended.email)
      .where(sql<string>`facts ->> 'estimate'`, '=', id)
      .execute()
    return true
  })
